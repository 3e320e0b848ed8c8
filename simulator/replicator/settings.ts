import { z } from "#zod";
import { Refusal } from "../exchange";
import { endpointSegment, commandPath, type CommandPath, textSegment } from "./path";
import type { ReplicatorStore, Setting } from "./store";

const settingSet = commandPath("write", "/setting/set/[name]/[value]", {
  segments: { name: textSegment, value: textSegment },
  run: ({ name, value }, { store }) => {
    const setting = settingNamed(store, name);
    const fault = settingFault(name, setting, value);
    if (fault !== undefined) throw new Refusal(`Setting ${name} ${fault}`);
    setting.value = value;
    return `set '${name}' to '${value}'`;
  },
});

const settingEnable = commandPath("write", "/setting/[action]/[name]", {
  segments: { action: z.enum(["enable", "disable"]), name: textSegment },
  run: ({ action, name }, { store }) => {
    settingNamed(store, name).enabled = action === "enable";
    return `${action}d setting '${name}'`;
  },
});

function settingNamed(store: ReplicatorStore, name: string): Setting {
  const setting = store.settings.get(name);
  if (setting === undefined) throw new Refusal(`Setting ${name} does not exist`);
  return setting;
}

/** The reason why a value is invalid, by the units of field notes, replication 10. */
function settingFault(name: string, setting: Setting, value: string): string | undefined {
  if (setting.value === undefined) return "has no value; it can only be enabled or disabled";
  if (name === "notificationSent") {
    const endpoint = value.split(" ").join(":");
    return endpointSegment.safeParse(endpoint).success ? undefined : "needs an address and a port";
  }
  if (!/^\d{1,9}$/u.test(value)) return "needs a number";
  return name === "highCPUThreshold" && Number(value) > 100 ? "is a percentage" : undefined;
}

/** The paths of global settings. */
export const settingPaths: readonly CommandPath[] = [settingSet, settingEnable];
