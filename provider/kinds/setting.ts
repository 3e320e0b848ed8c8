import { z } from "#zod";
import { Refusal } from "../errors/refusal";
import type { Command } from "../replicator/commands";
import type { Replicator } from "../replicator/replicator";
import { isSameValue } from "../replicator/state";
import { present } from "../values/collections";
import { misspelt } from "../values/misspelling";
import { asciiFault, flagOf, nameFault, segmentText } from "../values/names";
import { across, checkedText, oneOf } from "../values/schema";
import { defineKind, inputsOf, outputsOf, type Live, type Progress } from "./definition";

/** Names that the documents of the replicator mention. It may know others. */
export const knownSettings = [
  "downDisplayHour",
  "flowStopAlert",
  "highCPUThreshold",
  "noRepWhenDown",
  "notificationSent",
  "pingCollectors",
] as const;

const inputs = across(
  inputsOf({
    /** Exact name of the setting, e.g. `flowStopAlert`. A change replaces. */
    name: checkedText(nameFault, asciiFault, misspelt("setting", knownSettings)),
    /** Value, as text or number; URI-compatible ASCII. Unset: not managed. */
    value: z
      .union([z.number().transform(String), segmentText], {
        error: "must be text or a number; what switches a setting is enabled: true",
      })
      .optional(),
    /** Whether the setting is on. Unset: not managed. */
    enabled: z.boolean().optional(),
    /** What destroy does: `restore` what was found (default), or `leave` what is set. */
    onDestroy: oneOf(["restore", "leave"]).default("restore"),
  }),
  nothingManaged,
);

/** The fault of a setting with neither `value` nor `enabled`; undefined if there is none. */
export function nothingManaged({ value, enabled }: Readonly<Record<string, unknown>>) {
  if (value !== undefined || enabled !== undefined) return undefined;
  return { path: "value", message: "is required if enabled is not set: otherwise nothing would be managed" };
}

type Facts = Partial<Pick<z.output<typeof inputs>, "value" | "enabled">>;

/**
 * A setting of the replicator, e.g. `flowStopAlert`. A setting always exists: create sets its value. Destroy restores
 * the previous value (output `origin.found`), but only if the live value is still that of the state. A change of `name`
 * replaces the resource.
 *
 * Known names: `downDisplayHour` (hours), `flowStopAlert` (minutes), `highCPUThreshold` (percent), `notificationSent`
 * (`<ip> <port>`), `noRepWhenDown`, `pingCollectors`. Replication service, `/setting/...`.
 */
export const setting = defineKind({
  kind: "Setting",
  appliance: "replicator",
  inputs,
  outputs: outputsOf({
    /** What was there before. */
    origin: z.object({
      /** What was found at creation; destroy restores it. */
      found: z.object({
        /** Value that was found. */
        value: z.string().optional(),
        /** Whether the setting was on. */
        enabled: z.boolean().optional(),
      }),
    }),
  }),
  replaceOn: ["name"],
  tries: ["enabled"],
  keepsWhenUnset: ["value", "enabled"],
  label: ({ name }) => name,
  idOf: ({ name }) => name,
  keys: (want) => declaredIn(want).map((key) => partKey(key, want.name)),
  identity: () => [],
  values: ({ name, value, enabled }) =>
    present({ [partKey("value", name)]: value, [partKey("enabled", name)]: enabled }),

  async create(replicator, want, progress) {
    const found = await factsOf(replicator, want.name, want, true);
    const unknown = declaredIn(want).filter((key) => found[key] === undefined);
    // What is not listed at all is left to the replicator, which refuses it in its own words.
    const isListed = (await replicator.shown.settings.get())?.has(want.name) === true;
    if (want.onDestroy !== "leave" && isListed && unknown.length > 0) {
      throw new Refusal(
        `show/settings shows no ${unknown.join(" and ")} of it, so destroy could not restore what is there now. Declare ` +
          'only what it shows, or add: onDestroy: "leave".',
      );
    }
    return converge(replicator, found, want, { origin: { found: present(found) } }, progress);
  },

  async read(replicator, { id, inputs: state, outputs }) {
    const live = present(await factsOf(replicator, id, state, false));
    const isImport = (state as Partial<typeof state>).name === undefined;
    const unknown = declaredIn(state).filter((key) => live[key] === undefined);
    if (unknown.length > 0) replicator.noteUnread(`the ${unknown.join(" and ")} of all settings`);
    if (live.value === undefined && live.enabled === undefined) return isImport ? undefined : { id, outputs };
    return { id, inputs: { name: id, ...live }, outputs: isImport ? { origin: { found: live } } : outputs };
  },

  async update(replicator, { inputs: { value, enabled }, outputs, doubt }, want, progress) {
    const before = doubt === undefined ? present({ value, enabled }) : await factsOf(replicator, want.name, want, true);
    return converge(replicator, before, want, outputs, progress);
  },

  stays: ({ inputs: { onDestroy } }) => onDestroy === "leave",

  async remove(replicator, { inputs: state, outputs, doubt }, { info, isOfOther }) {
    if (state.onDestroy === "leave") return undefined;
    const { found } = outputs.origin;
    const live = await factsOf(replicator, state.name, state, true);
    const managed = declaredIn(state).filter((key) => !isOfOther(partKey(key, state.name)));
    const lost = managed.filter((key) => found[key] !== undefined && live[key] === undefined);
    if (lost.length > 0) throw notShown(lost.join(" and "));
    const back: Facts = {};
    for (const key of managed) {
      const isOurs = live[key] === state[key] || (key === "enabled" && live.enabled === doubt?.tried?.enabled);
      const since = doubt === undefined ? "it was changed since" : "a change of it was interrupted";
      const why = isOurs ? whyNotRestored(key, found) : `its ${nouns[key]} stays as it is, because ${since}.`;
      if (live[key] === found[key] && found[key] !== undefined) continue;
      if (why === undefined) Object.assign(back, { [key]: found[key] });
      else info(why);
    }
    await converge(replicator, live, { name: state.name, ...back }, outputs);
    return undefined;
  },
});

function declaredIn(want: Facts): (keyof Facts)[] {
  return (["value", "enabled"] as const).filter((key) => want[key] !== undefined);
}

/** Why destroy leaves a part that is still as it was set; undefined if it restores it. */
function whyNotRestored(key: keyof Facts, found: Facts): string | undefined {
  if (key === "value" && found.value === "") {
    return "its value was empty before, which the API cannot set: the current value stays.";
  }
  return found[key] === undefined
    ? `its ${nouns[key]} stays, because no reading showed what it was before.`
    : undefined;
}

const nouns = { value: "value", enabled: "state" } as const;

/** The key under which several resources may declare a part, if they declare it equally. */
function partKey(key: keyof Facts, name: string): string {
  return `${nouns[key]} of ${name}`;
}

/**
 * What `show/settings` shows of a setting. A setting that is only on or off may show that as its value, and a flag may be
 * spelled differently from how it was set. `isFresh`: in a reading that begins now, as others change settings too.
 */
async function factsOf(replicator: Replicator, name: string, as: Facts, isFresh: boolean): Promise<Facts> {
  const reading = replicator.shown.settings;
  const settings = await (isFresh ? reading.fresh() : reading.get());
  if (settings === null) throw notShown("settings");
  const shown = settings.get(name);
  const isFlag = as.value === undefined && shown?.enabled === undefined;
  return {
    value: isSameValue(shown?.value, as.value) ? as.value : shown?.value,
    enabled: isFlag ? flagOf(shown?.value) : shown?.enabled,
  };
}

function notShown(what: string): Refusal {
  const cure = 'Run pulumi again. To keep the current setting, run pulumi up with onDestroy: "leave" first.';
  return new Refusal(`show/settings does not show its ${what} now, which is needed to restore it. ${cure}`);
}

/** Sends the parts that differ. Reports a part as soon as it may have been set: it is ours to restore then. */
async function converge(
  replicator: Replicator,
  before: Facts,
  { name, ...want }: Facts & { name: string },
  outputs: { origin: { found: Facts } },
  progress?: Pick<Progress<Facts, typeof outputs>, "begin" | "keep">,
): Promise<Live<Facts, typeof outputs>> {
  let soFar = { id: name, inputs: before, outputs };
  for (const key of declaredIn(want)) {
    if (want[key] === before[key]) continue;
    const done = { ...soFar, inputs: { ...soFar.inputs, [key]: want[key] } };
    // Of a flag, the state names both what it was and what was tried.
    progress?.begin(key === "value" || before.enabled === undefined ? done : soFar);
    await replicator.send(commandFor(key, name, want));
    soFar = done;
    progress?.keep(soFar);
  }
  return { id: name, outputs };
}

function commandFor(key: keyof Facts, name: string, { value = "", enabled }: Facts): Command {
  if (key === "value") return { verb: "setting/set", name, value };
  return { verb: enabled === true ? "setting/enable" : "setting/disable", name };
}
