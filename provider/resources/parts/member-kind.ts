import { isDeepStrictEqual } from "node:util";
import type { ReplicatorAppliance } from "../../appliance/replicator/appliance";
import type { Live, Progress, RemovalProgress, Result, State } from "../../resource";
import { member, note, threshold as thresholdThing, type Thing } from "../../values/things";
import { asDoubtful } from "../../values/origin";
import { otherThan } from "./ids";
import { Members, type Member, type MembersSoFar, type MemberWant } from "./members";
import { remember, rememberAdopted, toPutBack, type MemberOrigin, type Original } from "./shared-values";

type Want = MemberWant & { threshold?: number | undefined };

interface Outputs {
  memberOf: string[];
  origin?: MemberOrigin | undefined;
}

type AnyLive = Live<Want, Outputs>;
type AnyState = State<Want, Outputs>;
type AnyProgress = Progress<Want, Outputs>;

type Entity = "collector" | "exporter";

/** The thing whose former resource knows what was found at an address before it set its own values. */
const shares: Readonly<Record<Entity, (address: string) => Thing>> = { collector: thresholdThing, exporter: note };

interface Shown {
  in_profiles?: readonly string[] | undefined;
  threshold?: number | undefined;
  description?: string | undefined;
}

/** The part of a definition that all kinds of members of profiles share. */
export function memberKind(entity: Entity) {
  const at = (replicator: ReplicatorAppliance, { address }: { address: string }): Members =>
    new Members(entity, replicator, address);
  return {
    replaceOn: ["address"] as const,
    label: ({ address }: Want) => address,
    misfit: ({ id, inputs: { address } }: State<Want, Partial<Outputs>>) => otherThan(address, id),
    holds: (want: Want) => holdingsOf(entity, want),
    find: (replicator: ReplicatorAppliance, want: Want) => find(at(replicator, want), want),
    create: (replicator: ReplicatorAppliance, want: Want, progress: AnyProgress) =>
      create(at(replicator, want), want, progress),
    read: (replicator: ReplicatorAppliance, state: AnyState, { info }: Pick<AnyProgress, "info">) =>
      read(at(replicator, state.inputs), state, info),
    lookUp: (replicator: ReplicatorAppliance, address: string) => lookUp(at(replicator, { address })),
    update: (replicator: ReplicatorAppliance, state: AnyState, want: Want, progress: AnyProgress) =>
      update(at(replicator, want), state, want, progress),
    remove: (replicator: ReplicatorAppliance, state: AnyState, { info }: RemovalProgress<Want, Outputs>) =>
      remove(at(replicator, state.inputs), state, info),
  };
}

async function find(members: Members, want: Want): Promise<AnyLive | undefined> {
  const { entity, replicator, address } = members;
  const seen = await members.observe();
  const { memberOf, description } = seen;
  if (!memberOf.some((profile) => want.profiles.includes(profile))) return undefined;
  const live = { profiles: members.ours(memberOf, want), description, ...(await thresholdOf(members, seen)) };
  const found = rememberAdopted(live, want, replicator.ledger.outputsOf(shares[entity](address)));
  return { id: address, inputs: { address, ...live }, outputs: outputsOf(memberOf, undefined, found) };
}

async function create(
  members: Members,
  want: Want,
  { recordPartial, info }: AnyProgress,
): Promise<Result<Want, Outputs>> {
  const { address } = want;
  const seen = await members.observe();
  // If others use this member, they may have set a threshold that show/config does not list.
  const isAsked = want.threshold !== undefined && seen.memberOf.length > 0;
  const live = isAsked ? { ...seen, ...(await thresholdOf(members, seen)) } : seen;
  const found = remember(live, want, undefined, info);
  const report = (soFar: MembersSoFar): void => {
    recordPartial({ id: address, inputs: soFar.inputs, outputs: outputsOf(soFar.memberOf, soFar.existed, found) });
  };
  const existed = await members.converge(want, undefined, report, info);
  await setThreshold(members, want);
  return { id: address, outputs: outputsOf((await members.observe()).memberOf, existed, found) };
}

/**
 * What the appliance reports about one address reflects it more directly than `show/config`, which lists the commands
 * to recreate it.
 */
async function read(
  members: Members,
  { id, inputs: state, outputs }: AnyState,
  info: (message: string) => void,
): Promise<AnyLive | undefined> {
  // No action reads one exporter in a documented form.
  const direct = members.entity === "collector" ? await members.replicator.shownCollector(state.address) : undefined;
  const listed = await members.observe();
  const memberOf = direct?.in_profiles?.toSorted() ?? listed.memberOf;
  if (!state.exclusive && members.mayHaveMoved(listed, memberOf, state, outputs)) {
    return { id, inputs: {}, outputs: asDoubtful(outputs) };
  }
  const profiles = members.ours(memberOf, state);
  if (profiles.length === 0) {
    return (await members.mayBeHidden(listed, state, info)) ? { id, inputs: {}, outputs } : undefined;
  }
  const inputs = { profiles, ...valuesIn(direct, listed) };
  return { id, inputs, outputs: { ...outputs, memberOf } };
}

/** The values of an address besides its profiles, as the most direct reading of its kind shows them. */
function valuesIn(
  direct: Shown | undefined,
  { description, threshold, reading }: Member,
): Pick<Want, "threshold" | "description"> {
  if (reading.exporters !== undefined) return { description };
  return direct === undefined ? {} : { description: direct.description, threshold: direct.threshold ?? threshold };
}

async function lookUp(members: Members): Promise<AnyLive | undefined> {
  const { address } = members;
  const seen = await members.observe();
  const { memberOf, description } = seen;
  if (memberOf.length === 0) {
    members.replicator.configuration.lists.assertWhole(seen.reading, members.entity);
    return undefined;
  }
  const { threshold } = await thresholdOf(members, seen);
  const inputs = { address, profiles: memberOf, threshold: threshold === 0 ? undefined : threshold, description };
  return { id: address, inputs, outputs: { memberOf } };
}

async function update(
  members: Members,
  { id, inputs: before, outputs }: AnyState,
  want: Want,
  { recordPartial, info }: AnyProgress,
): Promise<Result<Want, Outputs>> {
  const live = await members.observe();
  const found = remember(live, want, { declared: before, original: outputs.origin?.found }, info);
  // Record the originals before anything is overwritten: the next run would find what this one has written.
  if (!isDeepStrictEqual(found, outputs.origin?.found)) {
    const so = outputsOf(live.memberOf, outputs.origin?.existed, found);
    recordPartial({ id, inputs: { profiles: before.profiles }, outputs: so });
  }
  const report = (soFar: MembersSoFar): void => {
    recordPartial({ id, inputs: soFar.inputs, outputs: outputsOf(soFar.memberOf, soFar.existed, found) });
  };
  const existed = await members.converge(want, { before, origin: outputs.origin }, report, info);
  await setThreshold(members, want, before.threshold);
  return { id, outputs: outputsOf((await members.observe()).memberOf, existed, found) };
}

async function remove(members: Members, state: AnyState, info: (message: string) => void): Promise<"gone" | undefined> {
  const { inputs, outputs } = state;
  await members.settled(inputs);
  await members.putBackDescription(inputs, outputs.origin?.found);
  await putBackThreshold(members, state);
  return members.leave(inputs, outputs.origin, info);
}

function outputsOf(memberOf: string[], existed: string[] | undefined, found: Original): Outputs {
  const isNone = existed === undefined && found === undefined;
  return { memberOf, origin: isNone ? undefined : { ...(existed && { existed }), ...(found && { found }) } };
}

/** The live threshold as an input, even if `show/config` does not list it: nothing for an exporter, which has none. */
async function thresholdOf(
  { replicator, address }: Members,
  { threshold: listed }: Member,
): Promise<{ threshold?: number }> {
  if (listed === undefined) return {};
  return { threshold: listed !== 0 ? listed : ((await replicator.shownCollector(address))?.threshold ?? 0) };
}

/** Sets the threshold if it is managed and differs from the live one or from the one in the state. */
async function setThreshold(members: Members, { address, threshold }: Want, remembered?: number): Promise<void> {
  if (threshold === undefined) return;
  const live = await members.observe();
  if (threshold === live.threshold && (remembered === undefined || threshold === remembered)) return;
  await members.replicator.configuration.send({ verb: "collector/threshold", address, threshold });
}

/**
 * Takes back the threshold if the live one is still ours: restores the original if others use the member too, otherwise
 * clears it. Must run before the memberships are removed: an appliance may refuse it for an address in no profile, and
 * may keep the threshold until the address is added again.
 */
async function putBackThreshold(members: Members, { inputs: state, outputs }: AnyState): Promise<void> {
  const { entity, replicator, address } = members;
  const { threshold: live = 0, memberOf } = await members.observe();
  if (live === 0 || live !== state.threshold || memberOf.length === 0) return;
  if ((await replicator.ledger.holderOf(shares[entity](address))) !== undefined) return;
  const remaining = await members.remaining(memberOf, state, outputs.origin);
  const original = toPutBack("threshold", { threshold: live }, state, outputs.origin?.found) ?? 0;
  const threshold = remaining.length === 0 ? 0 : original;
  if (threshold !== live) await replicator.configuration.send({ verb: "collector/threshold", address, threshold });
}

/** What a collector or exporter holds: its place in each profile, and the note and threshold of its address. */
function holdingsOf(entity: Entity, { address, profiles, ...values }: Want): Thing[] {
  return [
    ...profiles.map((profile) => member(entity, address, profile)),
    ...(values.description === undefined ? [] : [note(address, values.description)]),
    ...(values.threshold === undefined ? [] : [thresholdThing(address)]),
  ];
}
