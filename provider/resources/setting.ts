import { z } from "zod";
import type { ReplicatorAppliance } from "../appliance/replicator/appliance";
import { setting as settingThing } from "../values/things";
import { isInDoubt, Refusal } from "../errors/refusal";
import type { Command } from "../replicator/commands";
import { flagOf } from "../values/flag";
import { defineResource, inputsOf, type Progress } from "../resource";
import { profileName, settingValue } from "../values/names";
import { across } from "../values/schema";
import { otherThan } from "./parts/ids";

const inputs = across(
  inputsOf({
    /** Exact name of the setting, e.g. `flowStopAlert`. A change replaces. */
    name: profileName,
    /** Value, as text or number; URI-compatible ASCII. Unset: not managed. */
    value: z.union([z.number().transform(String), settingValue], { error: "must be text or a number" }).optional(),
    /** Whether the setting is on. Unset: not managed. */
    enabled: z.boolean().optional(),
    /** What destroy does: `restore` what was found (default), `leave` what is set, or `disable` the setting. */
    onDestroy: z
      .enum(["restore", "leave", "disable"], { error: 'must be "restore", "leave" or "disable"' })
      .default("restore"),
  }),
  nothingManaged,
);

/** The fault of a setting with neither `value` nor `enabled`; undefined if there is none. */
export function nothingManaged({ value, enabled }: Readonly<Record<string, unknown>>) {
  if (value !== undefined || enabled !== undefined) return undefined;
  return { path: "value", message: "is required if enabled is not set: otherwise nothing would be managed" };
}

interface Facts {
  value?: string | undefined;
  enabled?: boolean | undefined;
}

/**
 * A setting of the replicator. A singleton: it always exists. Create sets it, and destroy restores what was found if
 * the live value is still the one that was set. Replication service, `/setting/...`.
 */
export const setting = defineResource({
  kind: "Setting",
  appliance: "replicator",
  inputs,
  outputs: z.object({
    /** What was found at creation; destroy restores it. */
    original: z.object({
      /** Value that was found. */
      value: z.string().optional(),
      /** Whether the setting was on. */
      enabled: z.boolean().optional(),
    }),
  }),
  replaceOn: ["name"],
  keepsWhenUnset: ["value", "enabled"],
  label: ({ name }) => name,
  misfit: ({ id, inputs: { name } }) => otherThan(name, id),
  holds: ({ name }) => [settingThing(name)],

  async create(replicator, want, progress) {
    if (want.onDestroy === "restore") await assertReadable(replicator, want);
    const live = await factsOf(replicator, want.name, want);
    // A resource that gives up the setting in this run knows what was there before it.
    const known = replicator.ledger.outputsOf(settingThing(want.name))?.["original"] as Facts | undefined;
    const original = known ?? live;
    const result = { id: want.name, outputs: { original } };
    await converge(replicator, want.name, want, live, (done) => {
      progress.recordPartial({ ...result, inputs: done });
    });
    return result;
  },

  async read(replicator, { id, inputs: state, outputs: { original } }, { info }) {
    const facts = await factsOf(replicator, state.name, state);
    const hidden = hiddenOf(state, facts, await replicator.shownSettings());
    if (hidden.length > 0)
      info(`the replicator does not show its ${hidden.join(" and ")}: the state keeps what was set last.`);
    const live = Object.fromEntries(Object.entries(facts).filter(([key]) => !hidden.includes(key as keyof Facts)));
    return { id, inputs: live, outputs: { original } };
  },

  async lookUp(replicator, name) {
    const shown = await replicator.shownSettings();
    if (shown === undefined)
      throw new Refusal("show/settings cannot be read, so the current value of the setting is not known");
    const found = shown.get(name);
    const value = found?.value === "" ? undefined : found?.value;
    // A setting that is only on or off may show that as its value. A number stays a value.
    const flag = found?.enabled === undefined && !/^\d*$/u.test(value ?? "") ? flagOf(value) : undefined;
    const facts = { value: flag === undefined ? value : undefined, enabled: found?.enabled ?? flag };
    if (facts.value === undefined && facts.enabled === undefined) return undefined;
    return { id: name, inputs: { name, ...facts }, outputs: { original: facts } };
  },

  foresee: (_want, state) => ({ original: state?.outputs.original }),

  async update(replicator, { id, outputs: { original } }, want, { recordPartial }) {
    await converge(replicator, want.name, want, await factsOf(replicator, want.name, want), (done) => {
      recordPartial({ id, outputs: { original }, inputs: done });
    });
    return { id, outputs: { original } };
  },

  async remove(replicator, { inputs: state, outputs: { original } }, progress) {
    const { name } = state;
    if (state.onDestroy === "leave") return;
    const live = await factsOf(replicator, name, state);
    if (state.onDestroy === "disable") {
      await converge(replicator, name, { enabled: false }, live, () => undefined);
      return;
    }
    assertShown(state, live, original, (await replicator.shownSettings())?.has(name) === true);
    await converge(replicator, name, restorable(state, live, original, progress), live, () => undefined);
  },
});

/**
 * Refuses to forget what was found at creation while the replicator does not show the setting: someone else may have
 * changed it since, so it is not restored either. A setting that is listed without a value has none.
 */
function assertShown(state: Facts, live: Facts, original: Facts, isListed: boolean): void {
  const parts = isListed ? (["enabled"] as const) : (["value", "enabled"] as const);
  const hidden = parts.filter(
    (key) => state[key] !== undefined && live[key] === undefined && (original[key] ?? "") !== "",
  );
  if (hidden.length === 0) return;
  throw new Refusal(
    `show/settings does not show its ${hidden.join(" and ")} now, so whether to restore it is not known. Run pulumi ` +
      'again. To keep the current setting, set onDestroy: "leave" and run pulumi up before you remove it.',
  );
}

/** What to restore: only parts that are still as they were set, and that the API can set. */
function restorable(state: Facts, live: Facts, original: Facts, { info }: Pick<Progress<never, never>, "info">): Facts {
  const isOurs = (key: keyof Facts): boolean => state[key] !== undefined && live[key] === state[key];
  const value = isOurs("value") ? original.value : undefined;
  if (isOurs("value") && (value === undefined || value === "")) {
    info("its value was empty before, which the API cannot set: the current value stays.");
  }
  return { value: value === "" ? undefined : value, enabled: isOurs("enabled") ? original.enabled : undefined };
}

/**
 * What the replicator shows of a setting. A setting that is only on or off may show that as its value, and a flag may
 * be spelled differently from how it was set. `as` holds the parts to look for, in the spelling to compare with.
 */
async function factsOf(replicator: ReplicatorAppliance, name: string, as: Facts): Promise<Facts> {
  const shown = (await replicator.shownSettings())?.get(name);
  const isFlag = as.value === undefined && shown?.enabled === undefined;
  const isSame = flagOf(as.value) !== undefined && flagOf(as.value) === flagOf(shown?.value);
  return {
    value: isSame ? as.value : shown?.value,
    enabled: isFlag ? flagOf(shown?.value) : shown?.enabled,
  };
}

/** Declared parts of a setting that the replicator does not show. A setting that never had a value shows none. */
function hiddenOf(declared: Facts, live: Facts, shown: ReadonlyMap<string, unknown> | undefined): (keyof Facts)[] {
  const parts = (["value", "enabled"] as const).filter((key) => declared[key] !== undefined && live[key] === undefined);
  return shown === undefined ? parts : parts.filter((key) => key === "enabled");
}

/** Refuses, before anything is changed, a setting that cannot be read: destroy could not restore it. */
async function assertReadable(replicator: ReplicatorAppliance, want: Facts & { name: string }): Promise<void> {
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
async function converge(
  replicator: ReplicatorAppliance,
  name: string,
  want: Facts,
  live: Facts,
  report: (done: Facts) => void,
): Promise<void> {
  const done: Facts = { ...live };
  const send = async (key: keyof Facts, command: Command): Promise<void> => {
    const isDone = async (): Promise<boolean> => (await factsOf(replicator, name, want))[key] === want[key];
    const [sent] = await Promise.allSettled([replicator.configuration.send(command, isDone)]);
    // A part that may have been set is ours to restore. The next run compares it with the live value.
    if (sent.status === "fulfilled" || isInDoubt(sent.reason)) {
      Object.assign(done, { [key]: want[key] });
      report(done);
    }
    if (sent.status === "rejected") throw sent.reason;
  };
  if (want.value !== undefined && want.value !== live.value) {
    await send("value", { verb: "setting/set", name, value: want.value });
  }
  if (want.enabled !== undefined && want.enabled !== live.enabled) {
    await send("enabled", { verb: want.enabled ? "setting/enable" : "setting/disable", name });
  }
}
