import type { setting as definition } from "../../provider/kinds/setting";
import type { Sample } from "./sample";

export const setting: Sample<typeof definition> = {
  minimal: { name: "flowStopAlert", value: "45" },
  defaults: { onDestroy: "restore" },
  full: { name: "flowStopAlert", value: "70", enabled: true, onDestroy: "leave" },
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
