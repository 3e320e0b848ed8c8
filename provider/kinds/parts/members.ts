import { z } from "zod";
import { TO_REMOVE_TOO } from "../../errors/adoption";
import type { Live, Progress, State } from "../definition";
import type { Replicator } from "../../replicator/replicator";
import type { Member } from "../../replicator/state";
import { ipv4 } from "../../values/addresses";
import { present } from "../../values/collections";
import { description, profileName } from "../../values/names";
import { marks, takesOver } from "../../values/origin";
import { quoted } from "../../values/quoted";
import { setOf } from "../../values/schema";
import { assertProfile, noteMissing } from "./profiles";

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
  /** Whether to remove memberships that others added. Default false. */
  exclusive: z.boolean().default(false),
};

/** Outputs that collectors and exporters share. */
export const memberOutputs = {
  /** All profiles that the address is a member of. */
  memberOf: z.array(z.string()),
  /** Where the object comes from. Not set if the program created it. */
  origin: z
    .object({
      ...marks.origin.unwrap().shape,
      /** Profiles that the address was a member of before: destroy leaves these memberships. */
      existed: z.array(z.string()).optional(),
      /** Threshold that a shared address had before: destroy restores it. */
      threshold: z.number().optional(),
    })
    .optional(),
};

export interface Want {
  address: string;
  profiles: string[];
  description?: string | undefined;
  exclusive: boolean;
  threshold?: number | undefined;
  onExisting?: "fail" | "adopt" | "adoptIfEqual" | undefined;
}
export interface Out {
  memberOf: string[];
  origin?: { adopted?: true | undefined; existed?: string[] | undefined; threshold?: number | undefined } | undefined;
}
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

    find: (replicator: Replicator, want: Want) => findMember(entity, replicator, want),

    async create(replicator: Replicator, want: Want, progress: AnyProgress): Promise<Live<Want, Out>> {
      const before: Want = { address: want.address, profiles: [], exclusive: false };
      const state: AnyState = { id: want.address, inputs: before, outputs: { memberOf: [] }, isOpen: false };
      return converge(entity, replicator, state, want, progress);
    },

    async read(replicator: Replicator, { id, inputs, outputs }: AnyState): Promise<Live<Want, Out> | undefined> {
      const { address = id, profiles: declared, exclusive = true } = inputs as Partial<Want>;
      const isImport = declared === undefined;
      const state: Want = { ...inputs, address, profiles: declared ?? [], exclusive };
      let live = await liveOf(entity, replicator, address);
      if (ours([...live.profiles], state).length === 0) live = await liveOf(entity, replicator, address, true);
      const profiles = ours([...live.profiles], state);
      if (profiles.length === 0) return undefined;
      const { threshold, description: note } = await valuesOf(entity, replicator, address, live);
      // No threshold is the threshold 0.
      const values = { threshold: isImport && threshold === 0 ? undefined : threshold, description: note };
      const read = { address, profiles, ...(entity === "collector" ? values : { description: note }) };
      return { id: address, inputs: read, outputs: { ...outputs, memberOf: [...live.profiles].sort() } };
    },

    update: (replicator: Replicator, state: AnyState, want: Want, progress: AnyProgress) =>
      converge(entity, replicator, state, want, progress),

    async remove(
      replicator: Replicator,
      { inputs, outputs }: AnyState,
      { info, isOfOther }: Pick<AnyProgress, "info" | "isOfOther">,
    ): Promise<"gone" | undefined> {
      const { address } = inputs;
      let live = await liveOf(entity, replicator, address);
      if (!inputs.profiles.some((profile) => live.profiles.has(profile))) {
        live = await liveOf(entity, replicator, address, true);
      }
      const existed = outputs.origin?.existed ?? [];
      const there = inputs.profiles.filter((profile) => live.profiles.has(profile));
      const leaving = there.filter((one) => !existed.includes(one) && !isOfOther(keyOf(entity, address, one)));
      for (const profile of there.filter((one) => existed.includes(one))) {
        info(`stays in profile "${profile}": it was there before.`);
      }
      if (there.length === 0) await noteMissing(replicator, inputs.profiles, info);
      if (leaving.length === 0) return there.length === 0 ? "gone" : undefined;
      if (entity === "collector") await putBackThreshold(replicator, { inputs, outputs }, live, leaving);
      for (const profile of leaving) await replicator.send({ verb: `${entity}/remove`, address, profile });
      return undefined;
    },
  };
}

async function findMember(entity: Entity, replicator: Replicator, want: Want): Promise<Live<Want, Out> | undefined> {
  const { address } = want;
  const live = await liveOf(entity, replicator, address);
  const profiles = ours([...live.profiles], want);
  if (!profiles.some((profile) => want.profiles.includes(profile))) return undefined;
  const values = await valuesOf(entity, replicator, address, live);
  const origin = (values.threshold ?? 0) === 0 ? {} : { origin: { threshold: values.threshold } };
  const outputs = { memberOf: [...live.profiles].sort(), ...origin };
  return { id: address, inputs: { address, profiles, ...values }, outputs };
}

function keyOf(entity: Entity, address: string, profile: string): string {
  return `${entity}|${address}|${profile}`;
}

/** The memberships of an address; `isFresh`: in a reading that begins now. */
async function liveOf(entity: Entity, replicator: Replicator, address: string, isFresh = false): Promise<Member> {
  const member = (await replicator.members(entity, isFresh)).get(address);
  return { profiles: new Set(member?.profiles), threshold: member?.threshold };
}

/** The memberships that a resource is responsible for. */
function ours(memberOf: readonly string[], { exclusive, profiles }: Want): string[] {
  return memberOf.filter((profile) => exclusive || profiles.includes(profile)).sort();
}

/** The values of an address. `show/collectors` may show a threshold that `show/config` does not list. */
async function valuesOf(
  entity: Entity,
  replicator: Replicator,
  address: string,
  { threshold: listed, profiles }: Member,
): Promise<Pick<Want, "threshold" | "description">> {
  const note = (await replicator.config()).notes.get(address);
  if (entity === "exporter") return { description: note };
  if (profiles.size === 0) return { description: note, threshold: 0 };
  return { description: note, threshold: listed ?? (await replicator.shownCollector(address))?.threshold ?? 0 };
}

/** Says which values of others a change overwrites. */
function announce(info: AnyProgress["info"], want: Want, { threshold, description: note }: Partial<Want>): void {
  if (want.description !== undefined && note !== undefined && note !== want.description) {
    info(`description ${quoted(note)} -> ${quoted(want.description)}; the API cannot restore the old value.`);
  }
  if (threshold !== undefined && threshold !== want.threshold) {
    info(`threshold ${String(threshold)} -> ${String(want.threshold)}; destroy restores the old value.`);
  }
}

/** Sends what differs between state and program. If the state is open, what differs from the live object too. */
async function converge(
  entity: Entity,
  replicator: Replicator,
  { id, inputs: before, outputs, isOpen }: AnyState,
  want: Want,
  { keep, info, isOfOther }: AnyProgress,
): Promise<Live<Want, Out>> {
  const { address } = want;
  const live = await liveOf(entity, replicator, address);
  // Without a declared threshold, the live one does not matter.
  const needed = want.threshold === undefined ? { ...live, threshold: live.threshold ?? 0 } : live;
  const shown = await valuesOf(entity, replicator, address, needed);
  const isTaken = takesOver(want);
  const existed = new Set(isTaken ? [] : outputs.origin?.existed);
  const held = new Set(before.profiles);
  const values = { threshold: before.threshold, description: before.description };
  // Others use the address too, and may have set a threshold of their own.
  const isFirst = want.threshold !== undefined && before.threshold === undefined;
  const found = isFirst && (shown.threshold ?? 0) > 0 ? shown.threshold : undefined;
  const result = (): Live<Want, Out> => {
    const origin = present({
      ...outputs.origin,
      existed: existed.size === 0 ? undefined : [...existed].sort(),
      threshold: want.threshold === undefined ? undefined : (outputs.origin?.threshold ?? found),
    });
    const outputsNow = { memberOf: [...live.profiles].sort(), ...(Object.keys(origin).length === 0 ? {} : { origin }) };
    return { id, inputs: { profiles: [...held].sort(), ...present(values) }, outputs: outputsNow };
  };
  for (const profile of want.profiles) {
    const isNew = !held.has(profile);
    if (!isNew && !(isOpen && !live.profiles.has(profile))) continue;
    if (live.profiles.has(profile)) {
      if (!isTaken && !isOpen) existed.add(profile);
      if (existed.has(profile)) info(`was in profile "${profile}" already; destroy leaves it there. ${TO_REMOVE_TOO}`);
    } else {
      await assertProfile(replicator, profile);
      await replicator.send({ verb: `${entity}/add`, address, profile });
      live.profiles.add(profile);
    }
    held.add(profile);
    keep(result());
  }
  const left = [...held].filter((profile) => !want.profiles.includes(profile));
  const surplus = want.exclusive && !before.exclusive ? [...live.profiles].filter((one) => !held.has(one)) : [];
  for (const profile of [...left, ...surplus]) {
    const isKept = existed.has(profile) || isOfOther(keyOf(entity, address, profile));
    if (live.profiles.has(profile) && !isKept) {
      await replicator.send({ verb: `${entity}/remove`, address, profile });
      live.profiles.delete(profile);
    }
    existed.delete(profile);
    held.delete(profile);
    keep(result());
  }
  const note = before.description === undefined ? shown.description : undefined;
  announce(info, want, { threshold: found, description: note });
  await setValues(entity, replicator, { inputs: before, isOpen }, want, shown, (done) => {
    Object.assign(values, done);
    keep(result());
  });
  return { id, outputs: result().outputs };
}

/** Sends the note and the threshold that differ from the state or, if that does not know them, from the live ones. */
async function setValues(
  entity: Entity,
  replicator: Replicator,
  { inputs: before, isOpen }: Pick<AnyState, "inputs" | "isOpen">,
  { address, description: text, threshold }: Want,
  shown: Pick<Want, "threshold" | "description">,
  report: (done: Pick<Want, "threshold" | "description">) => void,
): Promise<void> {
  const differs = (key: "threshold" | "description", wanted: unknown): boolean =>
    wanted !== undefined && (wanted !== (before[key] ?? shown[key]) || (isOpen && wanted !== shown[key]));
  if (text !== undefined && differs("description", text)) {
    await replicator.send({ verb: "notate/ip", address, description: text });
    report({ description: text });
  }
  if (entity === "exporter" || threshold === undefined || !differs("threshold", threshold)) return;
  await replicator.send({ verb: "collector/threshold", address, threshold });
  report({ threshold });
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
  const { threshold = 0 } = await valuesOf("collector", replicator, address, live);
  if (threshold === 0 || threshold !== set) return;
  const isShared = [...live.profiles].some((profile) => !leaving.includes(profile));
  const back = isShared ? (outputs.origin?.threshold ?? 0) : 0;
  if (back !== threshold) await replicator.send({ verb: "collector/threshold", address, threshold: back });
}
