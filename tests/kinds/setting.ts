import type { setting as definition } from "../../provider/kinds/setting";
import { UNKNOWN } from "../support/unknown";
import type { Sample } from "./sample";

export const setting: Sample<typeof definition> = {
  minimal: { name: "flowStopAlert", value: "45" },
  defaults: { onDestroy: "restore" },
  full: { name: "flowStopAlert", value: "70", enabled: true, onDestroy: "leave" },
  unknown: [{ value: UNKNOWN, enabled: UNKNOWN }],
  bad: [
    ["nothing to manage", { value: undefined }, "value: is required", "enabled"],
    ["a name with a slash", { name: "a/b" }, "name: ", '"/"'],
    ["the name ..", { name: ".." }, "name: ", '".."'],
    ["a value with a slash", { value: "a/b" }, "value: ", '"/"'],
    ["an empty value, which no path can hold", { value: "" }, "value: must not be empty"],
    ["a value that is not ASCII", { value: "\u00e9" }, "value: ", "ASCII"],
    ["true as value: a setting is switched with enabled", { value: true }, "value: must be text or a number"],
    ["a text as state", { enabled: "on" }, "enabled: ", "boolean"],
    ["another way to be destroyed", { onDestroy: "reset" }, "onDestroy: ", '"restore"', '"leave"'],
  ],
  faulty: [
    { name: "flowStopAlert", onDestroy: "delete" },
    [
      'onDestroy: must be "restore" or "leave"',
      "value: is required if enabled is not set: otherwise nothing would be managed",
    ],
  ],
  entry: ({ name }) => ({ id: String(name), outputs: { origin: { found: { value: "30", enabled: true } } } }),
  holds: ({ name, value, enabled }, { lines }) => {
    const prefix = `setting ${String(name)} `;
    const held = lines.find((line) => line.startsWith(prefix))?.slice(prefix.length) ?? "";
    const [, heldValue, isOn] = /^(.*) (\w+)$/u.exec(held) ?? [];
    return [`${prefix}${(value ?? heldValue) as string} ${(enabled ?? isOn) as string}`];
  },
  misfits: [["pingCollectors", {}, 'its inputs and outputs belong to the id "flowStopAlert"']],
  life: () => ({
    first: { name: "flowStopAlert", value: 45, enabled: false },
    second: { name: "flowStopAlert", value: 46, enabled: true },
    theirs: { name: "flowStopAlert", value: 30, enabled: true },
    changes: {
      create: [/setting\/set/u, /setting\/disable/u],
      update: [/setting\/set/u, /setting\/enable/u],
      delete: [/setting\/set/u],
    },
  }),
};
