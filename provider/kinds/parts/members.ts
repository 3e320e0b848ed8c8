import { z } from "#zod";
import { TO_REMOVE_TOO } from "../adoption";
import type { Command } from "../../replicator/commands";
import type { Replicator } from "../../replicator/replicator";
import type { Member, ReplicatorState } from "../../replicator/state";
import { ipv4 } from "../../values/addresses";
import { present } from "../../values/collections";
import { valueText } from "../../values/differences";
import { segmentText, profileName } from "../../values/names";
import { originWith, takesOver } from "../../values/origin";
import { setOf } from "../../values/schema";
import { listOf } from "../../values/inputs";
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
  description: segmentText.optional(),
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

interface MemberValues {
  description?: string | undefined;
  threshold?: number | undefined;
}
export type Want = CommonInputs & { address: string; profiles: string[] } & MemberValues;
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
    keys: ({ address, profiles }: Want) => profiles.map((profile) => addressKey(entity, address, profile)),
    // Several resources may hold one address, in different profiles.
    identity: ({ address, profiles }: Want) => profiles.map((profile) => `${entity} ${address} in profile ${profile}`),
    values: ({ address, description: note, threshold }: Want) =>
      present({ [`description of ${address}`]: note, [thresholdKey(address)]: threshold }),

    async find(replicator: Replicator, { address, profiles: declared }: Want): Promise<Live<Want, Out> | undefined> {
      const live = await liveOf(entity, replicator, address);
      const profiles = declared.filter((profile) => live.profiles.has(profile));
      if (profiles.length === 0) return undefined;
      const values = await addressValues(entity, replicator, address, live);
      const origin = (values.threshold ?? 0) === 0 ? {} : { origin: { threshold: values.threshold } };
      return { id: address, inputs: { address, profiles, ...values }, outputs: { ...within(live), ...origin } };
    },

    create(replicator: Replicator, want: Want, progress: AnyProgress): Promise<Live<Want, Out>> {
      const state = { id: want.address, inputs: { address: want.address, profiles: [] }, outputs: { memberOf: [] } };
      return converge(entity, replicator, state, want, progress);
    },

    async read(replicator: Replicator, { id, inputs, outputs }: AnyState): Promise<Live<Want, Out> | undefined> {
      const { address = id, profiles: declared } = inputs as Partial<Want>;
      const live = await liveOf(entity, replicator, address, declared ?? []);
      const profiles = [...live.profiles].filter((profile) => declared?.includes(profile) !== false).sort();
      if (profiles.length === 0) return undefined;
      const values = await addressValues(entity, replicator, address, live);
      if (entity === "collector" && !("threshold" in values)) replicator.noteUnread("the thresholds of all collectors");
      // No threshold is the threshold 0.
      if (declared === undefined && values.threshold === 0) delete values.threshold;
      return { id: address, inputs: { address, profiles, ...values }, outputs: { ...outputs, ...within(live) } };
    },

    update: (replicator: Replicator, state: AnyState, want: Want, progress: AnyProgress) =>
      converge(entity, replicator, state, want, progress),

    stays: allExisted,
    remove: (replicator: Replicator, state: AnyState, progress: Pick<AnyProgress, "info" | "isOfOther">) =>
      leaveAll(entity, replicator, state, progress),
  };
}

/** Whether all memberships were there before. */
function allExisted({ inputs: { profiles }, outputs: { origin } }: State<Want, Partial<Out>>): boolean {
  const [declared, existed] = [listOf(profiles), new Set<unknown>(origin?.existed)];
  return declared.length > 0 && declared.every((one) => existed.has(one));
}

async function leaveAll(
  entity: Entity,
  replicator: Replicator,
  { inputs, outputs, doubt }: AnyState,
  { info, isOfOther }: Pick<AnyProgress, "info" | "isOfOther">,
): Promise<"gone" | undefined> {
  const { address, profiles } = inputs;
  const live = await liveOf(entity, replicator, address, profiles);
  // Some replicators show only what the last rebuild made effective.
  const there = profiles.filter((profile) => doubt !== undefined || live.profiles.has(profile));
  const existed = there.filter((profile) => outputs.origin?.existed?.includes(profile) === true);
  const leaving = there.filter((one) => !existed.includes(one) && !isOfOther(addressKey(entity, address, one)));
  for (const profile of existed) info(`stays in profile "${profile}": it was there before.`);
  if (entity === "collector" && leaving.length + existed.length > 0 && !isOfOther(thresholdKey(address))) {
    await putBackThreshold(replicator, { inputs, outputs }, live, leaving);
  }
  for (const profile of leaving) await replicator.send({ verb: `${entity}/remove`, address, profile });
  return there.length === 0 ? "gone" : undefined;
}

function thresholdKey(address: string): string {
  return `threshold of ${address}`;
}

function addressKey(entity: Entity, address: string, profile: string): string {
  return `${entity}|${address}|${profile}`;
}

function within({ profiles }: Member): { memberOf: string[] } {
  return { memberOf: [...profiles].sort() };
}

/** The memberships of an address; if they have none of `some` profiles, in a reading that begins now. */
async function liveOf(
  entity: Entity,
  replicator: Replicator,
  address: string,
  some?: readonly string[],
): Promise<Member> {
  const reading = replicator.members[entity];
  const memberIn = (state: ReplicatorState): Member | undefined => state[`${entity}s`]?.get(address);
  const known = memberIn(await reading.get());
  const isThere = some?.some((profile) => known?.profiles.has(profile)) !== false;
  const member = isThere ? known : memberIn(await reading.fresh());
  return { profiles: new Set(member?.profiles), threshold: member?.threshold };
}

/**
 * The values of an address. `show/collectors` may show a threshold that `show/config` does not list. One that neither
 * shows is left out: it may be any.
 */
async function addressValues(
  entity: Entity,
  replicator: Replicator,
  address: string,
  { threshold: listed, profiles }: Member,
): Promise<MemberValues> {
  const note = (await replicator.config.get()).notes.get(address);
  if (entity === "exporter") return { description: note };
  if (profiles.size === 0) return { description: note, threshold: 0 };
  const threshold = listed ?? (await replicator.shown.collectors.get())?.get(address)?.threshold;
  return { description: note, ...(threshold !== undefined && { threshold }) };
}

/** Sends what differs between state and program. If the state is in doubt, what differs from the live object. */
async function converge(
  entity: Entity,
  replicator: Replicator,
  state: AnyState,
  want: Want,
  progress: AnyProgress,
): Promise<Live<Want, Out>> {
  const { address, description: text, threshold } = want;
  const live = await liveOf(entity, replicator, address);
  // Without a declared threshold, the live one does not matter.
  const shown = await addressValues(threshold === undefined ? "exporter" : entity, replicator, address, live);
  const standing = new AddressStanding(entity, replicator, state, want, live, shown, progress);
  for (const profile of want.profiles) {
    if ((await standing.join(profile)) !== "existed") continue;
    const { inputs, outputs } = standing.now();
    return converge(entity, replicator, { ...state, inputs: { ...state.inputs, ...inputs }, outputs }, want, progress);
  }
  for (const profile of state.inputs.profiles) if (!want.profiles.includes(profile)) await standing.leave(profile);
  if (text !== undefined) {
    const command = { verb: "notate/ip", address, description: text } as const;
    await standing.set("description", command, "the API cannot restore the old value");
  }
  if (threshold !== undefined) {
    const command = { verb: "collector/threshold", address, threshold } as const;
    await standing.set("threshold", command, "destroy restores the old value");
  }
  return { id: state.id, outputs: standing.now().outputs };
}

/** What is so of an address while a call changes it, step by step. */
class AddressStanding {
  /** The memberships of the resource, and those that were there before. */
  readonly #held: Set<string>;
  readonly #existed: Set<string>;
  readonly #values: MemberValues;
  readonly #isInDoubt: boolean;

  constructor(
    private readonly entity: Entity,
    private readonly replicator: Replicator,
    private readonly state: AnyState,
    private readonly want: Want,
    private readonly live: Member,
    private readonly shown: MemberValues,
    private readonly progress: AnyProgress,
  ) {
    const { threshold, description: note, profiles } = state.inputs;
    this.#held = new Set(profiles);
    this.#existed = new Set(takesOver(want) ? [] : state.outputs.origin?.existed);
    this.#values = { threshold, description: note };
    this.#isInDoubt = state.doubt !== undefined;
  }

  /** What the state gets now. */
  now(held: ReadonlySet<string> = this.#held): Live<Want, Out> & { outputs: Out } {
    const { id, inputs, outputs } = this.state;
    // A threshold of others: they use the address too.
    const isOurs = inputs.threshold !== undefined || this.progress.isOfOther(thresholdKey(this.want.address));
    const found = isOurs || this.shown.threshold === 0 ? undefined : this.shown.threshold;
    const origin = present({
      ...outputs.origin,
      existed: this.#existed.size === 0 ? undefined : [...this.#existed].sort(),
      threshold: this.want.threshold === undefined ? undefined : (outputs.origin?.threshold ?? found),
    });
    const marks = Object.keys(origin).length === 0 ? {} : { origin };
    const profiles = [...held].sort();
    return { id, inputs: { profiles, ...present(this.#values) }, outputs: { ...within(this.live), ...marks } };
  }

  /** Adds a membership that is missing; *existed* if others have added it since the reading. */
  async join(profile: string): Promise<"existed" | undefined> {
    const { entity, replicator, live, want, progress } = this;
    if (this.#held.has(profile) && (!this.#isInDoubt || live.profiles.has(profile))) return undefined;
    if (!live.profiles.has(profile)) {
      await replicator.assertProfile(profile);
      progress.begin(this.now(new Set([...this.#held, profile])));
      const sent = await replicator.send({ verb: `${entity}/add`, address: want.address, profile });
      if (sent === "existed" && !this.#isInDoubt) return sent;
      live.profiles.add(profile);
    } else if (!takesOver(want) && !this.#isInDoubt && !progress.isHeld(addressKey(entity, want.address, profile))) {
      this.#existed.add(profile);
      progress.info(`was in profile "${profile}" already; destroy leaves it there. ${TO_REMOVE_TOO}`);
    }
    this.#held.add(profile);
    progress.keep(this.now());
    return undefined;
  }

  async leave(profile: string): Promise<void> {
    const { entity, replicator, live, progress } = this;
    const { address } = this.want;
    const isOfOther = this.#existed.has(profile) || progress.isOfOther(addressKey(entity, address, profile));
    if (live.profiles.has(profile) && !isOfOther) {
      await replicator.send({ verb: `${entity}/remove`, address, profile });
      live.profiles.delete(profile);
    } else if (!live.profiles.has(profile)) progress.info(`was not in profile "${profile}" any more.`);
    for (const profiles of [this.#existed, this.#held]) profiles.delete(profile);
    progress.keep(this.now());
  }

  /** Sets a value, and says what was there before if that is of others. */
  async set(key: keyof MemberValues, command: Command, advice: string): Promise<void> {
    const { want, shown, progress } = this;
    const before = this.state.inputs[key];
    if (want[key] === (this.#isInDoubt ? shown[key] : (before ?? shown[key]))) return;
    const theirs = before === undefined && shown[key] !== 0 ? shown[key] : undefined;
    if (theirs !== undefined) progress.info(`${key} ${valueText(theirs)} -> ${valueText(want[key])}; ${advice}.`);
    await this.replicator.send(command);
    Object.assign(this.#values, { [key]: want[key] });
    progress.keep(this.now());
  }
}

/** Takes back a threshold that is still ours before the memberships go: a replicator may keep it until they come again. */
async function putBackThreshold(
  replicator: Replicator,
  { inputs: { address, threshold: set }, outputs }: Pick<AnyState, "inputs" | "outputs">,
  live: Member,
  leaving: readonly string[],
): Promise<void> {
  if (set === undefined || set === 0) return;
  const back = [...live.profiles].every((one) => leaving.includes(one)) ? 0 : (outputs.origin?.threshold ?? 0);
  const { threshold } = await addressValues("collector", replicator, address, live);
  if (threshold !== set || back === set) return;
  await replicator.send({ verb: "collector/threshold", address, threshold: back });
}
