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

/**
 * Refuses to forget what was found at creation while the replicator does not show the setting: someone else may have
 * changed it since, so it is not restored either. A setting that is listed without a value has none.
 */
export function assertShown(state: Facts, live: Facts, found: Facts, isListed: boolean): void {
  const parts = isListed ? (["enabled"] as const) : (["value", "enabled"] as const);
  const hidden = parts.filter(
    (key) => state[key] !== undefined && live[key] === undefined && (found[key] ?? "") !== "",
  );
  if (hidden.length === 0) return;
  throw new Refusal(
    `show/settings does not show its ${hidden.join(" and ")} now, so whether to restore it is not known. Run pulumi ` +
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

/**
 * What the replicator shows of a setting. A setting that is only on or off may show that as its value, and a flag may
 * be spelled differently from how it was set. `as` holds the parts to look for, in the spelling to compare with.
 */
export async function factsOf(replicator: ReplicatorAppliance, name: string, as: Facts): Promise<Facts> {
  const shown = (await replicator.shownSettings())?.get(name);
  const isFlag = as.value === undefined && shown?.enabled === undefined;
  const isSame = flagOf(as.value) !== undefined && flagOf(as.value) === flagOf(shown?.value);
  return {
    value: isSame ? as.value : shown?.value,
    enabled: isFlag ? flagOf(shown?.value) : shown?.enabled,
  };
}

/** Declared parts of a setting that the replicator does not show. A setting that never had a value shows none. */
export function hiddenOf(
  declared: Facts,
  live: Facts,
  shown: ReadonlyMap<string, unknown> | undefined,
): (keyof Facts)[] {
  const parts = (["value", "enabled"] as const).filter((key) => declared[key] !== undefined && live[key] === undefined);
  return shown === undefined ? parts : parts.filter((key) => key === "enabled");
}

/** Refuses, before anything is changed, a setting that cannot be read: destroy could not restore it. */
export async function assertReadable(replicator: ReplicatorAppliance, want: Facts & { name: string }): Promise<void> {
  const shown = await replicator.shownSettings();
  // A setting that is missing from a readable list may not exist: the appliance says so in its own words.
  if (shown !== undefined && !shown.has(want.name)) return;
  const [hidden] = hiddenOf(want, await factsOf(replicator, want.name, want), shown);
  if (hidden === undefined) return;
  throw new Refusal(
    `show/settings does not show its ${hidden}, so destroy could not restore it. To set it anyway, add: ` +
      'onDestroy: "leave".',
  );
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
    const isDone = async (): Promise<boolean> => (await factsOf(replicator, name, want))[key] === want[key];
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
