import { z } from "#zod";
import { TO_REMOVE_TOO } from "../adoption";
import type { Command } from "../../replicator/commands";
import type { Replicator } from "../../replicator/replicator";
import type { Member } from "../../replicator/state";
import { ipv4 } from "../../values/addresses";
import { present } from "../../values/collections";
import { valueText } from "../../values/differences";
import { description, profileName } from "../../values/names";
import { originWith, takesOver } from "../../values/origin";
import { setOf } from "../../values/schema";
import type { CommonInputs, Live, Progress, State } from "../definition";

/** Inputs that collectors and exporters share: an address that is a member of profiles. */
export const memberInputs = {
  /** IPv4 address. A change replaces. */
  address: ipv4,
  /**
   * Profiles that the address is a member of, by name; a set of at least one.
   *
   * @remarks A profile may be given as its resource.
   */
  profiles: setOf(profileName, "profile"),
  /**
   * Note on the address, URI-compatible ASCII. A collector and an exporter with the same address share it. Unset: not
   * managed.
   */
  description: description.optional(),
};

/** Outputs that collectors and exporters share. */
export const memberOutputs = {
  /** All profiles that the address is a member of. */
  memberOf: z.array(z.string()),
  /** Where the object comes from. Not set if the program created it. */
  origin: originWith({
    /** Profiles that the address was a member of before: destroy leaves these memberships. */
    existed: z.array(z.string()).optional(),
    /** Threshold that a shared address had before: destroy restores it. */
    threshold: z.number().optional(),
  }),
};

interface Values {
  description?: string | undefined;
  threshold?: number | undefined;
}
export type Want = CommonInputs & { address: string; profiles: string[] } & Values;
export type Out = z.output<z.ZodObject<typeof memberOutputs>>;
type AnyState = State<Want, Out>;
type AnyProgress = Progress<Want, Out>;
export type Entity = "collector" | "exporter";

/** What the kinds of members of profiles share. Collectors have a threshold too. */
export function memberKind(entity: Entity) {
  return {
    replaceOn: ["address"] as const,
    refersTo: { profile: ["profiles"] as const },
    mayChange: ["memberOf"] as const,
    label: ({ address }: Want) => address,
    idOf: ({ address }: Want) => address,
    keys: ({ address, profiles }: Want) => profiles.map((profile) => keyOf(entity, address, profile)),
    values: ({ address, description: note, threshold }: Want) =>
      present({ [`description of ${address}`]: note, [`threshold of ${address}`]: threshold }),

    async find(replicator: Replicator, { address, profiles: declared }: Want): Promise<Live<Want, Out> | undefined> {
      const live = await liveOf(entity, replicator, address);
      const profiles = declared.filter((profile) => live.profiles.has(profile));
      if (profiles.length === 0) return undefined;
      const values = await valuesOf(entity, replicator, address, live);
      const origin = (values.threshold ?? 0) === 0 ? {} : { origin: { threshold: values.threshold } };
      return { id: address, inputs: { address, profiles, ...values }, outputs: { ...memberOf(live), ...origin } };
    },

    create(replicator: Replicator, want: Want, progress: AnyProgress): Promise<Live<Want, Out>> {
      const { address } = want;
      const state = { id: address, inputs: { address, profiles: [] }, outputs: { memberOf: [] }, isOpen: false };
      return converge(entity, replicator, state, want, progress);
    },

    async read(replicator: Replicator, { id, inputs, outputs }: AnyState): Promise<Live<Want, Out> | undefined> {
      const { address = id, profiles: declared } = inputs as Partial<Want>;
      const live = await liveOf(entity, replicator, address, declared ?? []);
      const profiles = [...live.profiles].filter((profile) => declared?.includes(profile) !== false).sort();
      if (profiles.length === 0) return undefined;
      const values = await valuesOf(entity, replicator, address, live);
      // No threshold is the threshold 0.
      if (declared === undefined && values.threshold === 0) delete values.threshold;
      return { id: address, inputs: { address, profiles, ...values }, outputs: { ...outputs, ...memberOf(live) } };
    },

    update: (replicator: Replicator, state: AnyState, want: Want, progress: AnyProgress) =>
      converge(entity, replicator, state, want, progress),

    async remove(
      replicator: Replicator,
      { inputs, outputs, isOpen }: AnyState,
      { info, isOfOther }: Pick<AnyProgress, "info" | "isOfOther">,
    ): Promise<"gone" | undefined> {
      const { address, profiles } = inputs;
      const live = await liveOf(entity, replicator, address, profiles);
      // Some replicators show only what the last rebuild made effective.
      const there = profiles.filter((profile) => isOpen || live.profiles.has(profile));
      const existed = there.filter((profile) => outputs.origin?.existed?.includes(profile) === true);
      const leaving = there.filter((one) => !existed.includes(one) && !isOfOther(keyOf(entity, address, one)));
      for (const profile of existed) info(`stays in profile "${profile}": it was there before.`);
      if (entity === "collector" && leaving.length > 0) {
        await putBackThreshold(replicator, { inputs, outputs }, live, leaving);
      }
      for (const profile of leaving) await replicator.send({ verb: `${entity}/remove`, address, profile });
      return there.length === 0 ? "gone" : undefined;
    },
  };
}

function keyOf(entity: Entity, address: string, profile: string): string {
  return `${entity}|${address}|${profile}`;
}

function memberOf({ profiles }: Member): { memberOf: string[] } {
  return { memberOf: [...profiles].sort() };
}

/** The memberships of an address; if they have none of `some` profiles, in a reading that begins now. */
async function liveOf(
  entity: Entity,
  replicator: Replicator,
  address: string,
  some?: readonly string[],
): Promise<Member> {
  const known = (await replicator.members(entity, false)).get(address);
  const isThere = some?.some((profile) => known?.profiles.has(profile)) !== false;
  const member = isThere ? known : (await replicator.members(entity, true)).get(address);
  return { profiles: new Set(member?.profiles), threshold: member?.threshold };
}

/** The values of an address. `show/collectors` may show a threshold that `show/config` does not list. */
async function valuesOf(
  entity: Entity,
  replicator: Replicator,
  address: string,
  { threshold: listed, profiles }: Member,
): Promise<Values> {
  const note = (await replicator.config()).notes.get(address);
  if (entity === "exporter") return { description: note };
  if (profiles.size === 0) return { description: note, threshold: 0 };
  return { description: note, threshold: listed ?? (await replicator.shownCollector(address))?.threshold ?? 0 };
}

/** Sends what differs between state and program. If the state is open, what differs from the live object. */
async function converge(
  entity: Entity,
  replicator: Replicator,
  { id, inputs: before, outputs, isOpen }: AnyState,
  want: Want,
  { keep, info, isOfOther }: AnyProgress,
): Promise<Live<Want, Out>> {
  const { address, threshold } = want;
  const live = await liveOf(entity, replicator, address);
  // Without a declared threshold, the live one does not matter.
  const shown = await valuesOf(threshold === undefined ? "exporter" : entity, replicator, address, live);
  const existed = new Set(takesOver(want) ? [] : outputs.origin?.existed);
  const held = new Set(before.profiles);
  const values: Values = { threshold: before.threshold, description: before.description };
  // Others use the address too, and may have set a threshold of their own.
  const found = before.threshold === undefined && (shown.threshold ?? 0) > 0 ? shown.threshold : undefined;
  const now = () => {
    const origin = present({
      ...outputs.origin,
      existed: existed.size === 0 ? undefined : [...existed].sort(),
      threshold: threshold === undefined ? undefined : (outputs.origin?.threshold ?? found),
    });
    const marks = Object.keys(origin).length === 0 ? {} : { origin };
    const profiles = [...held].sort();
    return { id, inputs: { profiles, ...present(values) }, outputs: { ...memberOf(live), ...marks } };
  };
  for (const profile of want.profiles) {
    if (held.has(profile) && (!isOpen || live.profiles.has(profile))) continue;
    held.add(profile);
    if (!live.profiles.has(profile)) {
      await replicator.assertProfile(profile);
      keep(now(), true);
      await replicator.send({ verb: `${entity}/add`, address, profile });
      live.profiles.add(profile);
    } else if (!takesOver(want) && !isOpen) {
      existed.add(profile);
      info(`was in profile "${profile}" already; destroy leaves it there. ${TO_REMOVE_TOO}`);
    }
    keep(now());
  }
  for (const profile of held) {
    if (want.profiles.includes(profile)) continue;
    if (!existed.has(profile) && live.profiles.has(profile) && !isOfOther(keyOf(entity, address, profile))) {
      await replicator.send({ verb: `${entity}/remove`, address, profile });
      live.profiles.delete(profile);
    }
    existed.delete(profile);
    held.delete(profile);
    keep(now());
  }
  for (const [key, command, advice] of settersOf(want)) {
    if (want[key] === (isOpen ? shown[key] : (before[key] ?? shown[key]))) continue;
    const theirs = before[key] === undefined && shown[key] !== 0 ? shown[key] : undefined;
    if (theirs !== undefined) info(`${key} ${valueText(theirs)} -> ${valueText(want[key])}; ${advice}.`);
    await replicator.send(command);
    Object.assign(values, { [key]: want[key] });
    keep(now());
  }
  return { id, outputs: now().outputs };
}

/** The values that are declared, how to set each, and what becomes of another value that is there. */
function* settersOf({ address, description: text, threshold }: Want): Iterable<[keyof Values, Command, string]> {
  if (text !== undefined) {
    yield ["description", { verb: "notate/ip", address, description: text }, "the API cannot restore the old value"];
  }
  if (threshold === undefined) return;
  yield ["threshold", { verb: "collector/threshold", address, threshold }, "destroy restores the old value"];
}

/**
 * Takes back a threshold that is still ours, before the last membership goes: a replicator may keep it until the address
 * is added again. Restores what was found if others use the address too.
 */
async function putBackThreshold(
  replicator: Replicator,
  { inputs: { address, threshold: set }, outputs }: Pick<AnyState, "inputs" | "outputs">,
  live: Member,
  leaving: readonly string[],
): Promise<void> {
  if (set === undefined || set === 0) return;
  const back = [...live.profiles].every((one) => leaving.includes(one)) ? 0 : (outputs.origin?.threshold ?? 0);
  const { threshold } = await valuesOf("collector", replicator, address, live);
  if (threshold !== set || back === set) return;
  await replicator.send({ verb: "collector/threshold", address, threshold: back });
}
