import type { ReplicatorAppliance } from "../../appliance/replicator/appliance";
import { outcomeOf, resultOf } from "../../errors/outcome";
import { Refusal } from "../../errors/refusal";
import type { Command } from "../../replicator/commands";
import type { Progress } from "../../resource";
import { flagOf } from "../../values/names";

/** What is known of a setting. */
export interface Facts {
  value?: string | undefined;
  enabled?: boolean | undefined;
}

/** What one reading of `show/settings` shows of a setting. A second reading may fail or show something else. */
export interface Reading {
  /** The shown parts. */
  facts: Facts;
  /** The parts to look for that are not shown. A listed setting without a value has an empty one. */
  hidden: (keyof Facts)[];
  /** Whether a readable list lacks the setting. */
  isMissing: boolean;
}

/**
 * Reads a setting. A setting that is only on or off may show that as its value, and a flag may be spelled differently
 * from how it was set. `as` holds the parts to look for, in the spelling to compare with.
 */
export async function readSetting(replicator: ReplicatorAppliance, name: string, as: Facts): Promise<Reading> {
  const settings = await replicator.shownSettings();
  const shown = settings?.get(name);
  const isFlag = as.value === undefined && shown?.enabled === undefined;
  const isSame = flagOf(as.value) !== undefined && flagOf(as.value) === flagOf(shown?.value);
  const facts = {
    value: isSame ? as.value : shown?.value,
    enabled: isFlag ? flagOf(shown?.value) : shown?.enabled,
  };
  const hidden = (["value", "enabled"] as const).filter(
    (key) => as[key] !== undefined && facts[key] === undefined && (key === "enabled" || shown === undefined),
  );
  return { facts, hidden, isMissing: settings !== undefined && shown === undefined };
}

/** Refuses, before anything is changed, a setting that cannot be read: destroy could not restore it. */
export function assertReadable({ hidden: [hidden], isMissing }: Reading): void {
  // A setting that is missing from a readable list may not exist: the appliance says so in its own words.
  if (hidden === undefined || isMissing) return;
  throw new Refusal(
    `show/settings does not show its ${hidden}, so destroy could not restore it. To set it anyway, add: ` +
      'onDestroy: "leave".',
  );
}

/**
 * Refuses to forget what was found at creation while the replicator does not show the setting: someone else may have
 * changed it since, so it is not restored either.
 */
export function assertShown({ hidden }: Reading, found: Facts): void {
  const lost = hidden.filter((key) => (found[key] ?? "") !== "");
  if (lost.length === 0) return;
  throw new Refusal(
    `show/settings does not show its ${lost.join(" and ")} now, so whether to restore it is not known. Run pulumi ` +
      'again. To keep the current setting, set onDestroy: "leave" and run pulumi up before you remove it.',
  );
}

/** What to restore: only parts that are still as they were set, and that the API can set. */
export function restorable(
  state: Facts,
  live: Facts,
  found: Facts,
  { info }: Pick<Progress<never, never>, "info">,
): Facts {
  const isOurs = (key: keyof Facts): boolean => state[key] !== undefined && live[key] === state[key];
  const value = isOurs("value") ? found.value : undefined;
  if (isOurs("value") && (value === undefined || value === "")) {
    info("its value was empty before, which the API cannot set: the current value stays.");
  }
  return { value: value === "" ? undefined : value, enabled: isOurs("enabled") ? found.enabled : undefined };
}

/** Sends the parts that differ. The appliance refuses an unknown name in its own words. */
export async function converge(
  replicator: ReplicatorAppliance,
  name: string,
  want: Facts,
  live: Facts,
  report: (done: Facts) => void,
): Promise<void> {
  const done: Facts = { ...live };
  const send = async (key: keyof Facts, command: Command): Promise<void> => {
    const isDone = async (): Promise<boolean> => (await readSetting(replicator, name, want)).facts[key] === want[key];
    const outcome = await outcomeOf(replicator.configuration.send(command, isDone));
    // A part that may have been set is ours to restore. The next run compares it with the live value.
    if (outcome.is !== "refused") {
      Object.assign(done, { [key]: want[key] });
      report(done);
    }
    resultOf(outcome);
  };
  if (want.value !== undefined && want.value !== live.value) {
    await send("value", { verb: "setting/set", name, value: want.value });
  }
  if (want.enabled !== undefined && want.enabled !== live.enabled) {
    await send("enabled", { verb: want.enabled ? "setting/enable" : "setting/disable", name });
  }
}
