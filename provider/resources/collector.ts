import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { ReplicatorAppliance } from "../appliance/replicator/appliance";
import { threshold as thresholdThing } from "../values/things";
import { defineResource, inputsOf } from "../resource";
import { threshold } from "../values/numbers";
import { holdingsOf, memberInputs, memberOutputs, Members, type MembersSoFar, type MemberWant } from "./parts/members";
import { remember, rememberAdopted, sharedValues, toPutBack, type Original } from "./parts/shared-values";
import { otherThan } from "./parts/ids";

const inputs = inputsOf({
  ...memberInputs,
  /** Warning threshold in replicated packets per second; 0 means none. Unset: not managed. */
  threshold: threshold.optional(),
});

/**
 * A collector: receives the packets of the profiles it is a member of. Only declared memberships are managed unless
 * `exclusive` is set. Replication service, `/collector/...` and `/notate/ip/...`.
 */
export const collector = defineResource({
  kind: "Collector",
  appliance: "replicator",
  inputs,
  outputs: z.object({
    ...memberOutputs,
    /** What destroy restores: values of the address that were found when this resource first set its own. */
    original: sharedValues.optional(),
  }),
  replaceOn: ["address"],
  label: ({ address }) => address,
  misfit: ({ id, inputs: { address } }) => otherThan(address, id),
  holds: (want) => holdingsOf("collector", want),

  async find(replicator, want) {
    const { address } = want;
    const members = new Members("collector", replicator, address);
    const { memberOf, description } = await members.observe();
    if (!memberOf.some((profile) => want.profiles.includes(profile))) return undefined;
    const live = {
      profiles: members.ours(memberOf, want),
      description,
      threshold: await shownThreshold(replicator, address),
    };
    const original = rememberAdopted(live, want, replicator.ledger.outputsOf(thresholdThing(address)));
    return { id: address, inputs: { address, ...live }, outputs: { memberOf, original } };
  },

  async create(replicator, want, { recordPartial, info }) {
    const { address } = want;
    const members = new Members("collector", replicator, address);
    const { description, memberOf: others } = await members.observe();
    // If others use this collector, they may have set a threshold that show/config does not list.
    const isAsked = want.threshold !== undefined && others.length > 0;
    const threshold = await (isAsked ? shownThreshold : thresholdOf)(replicator, address);
    const live = { description, threshold };
    const original = remember(live, want, undefined, info);
    const report = ({ inputs: done, outputs }: MembersSoFar): void => {
      recordPartial({ id: address, inputs: done, outputs: { ...outputs, original } });
    };
    const existed = await members.converge(want, undefined, report, info);
    await setThreshold(replicator, address, want.threshold, undefined);
    const { memberOf } = await members.observe();
    return { id: address, outputs: { memberOf, ...existed, original } };
  },

  // `show/collectors` reflects the appliance more directly than `show/config`, which lists the commands to recreate it.
  async read(replicator, { id, inputs: state, outputs }, { info }) {
    const shown = await replicator.shownCollector(state.address);
    const members = new Members("collector", replicator, state.address);
    const memberOf =
      shown?.in_profiles === undefined ? (await members.observe()).memberOf : shown.in_profiles.toSorted();
    const profiles = members.ours(memberOf, state);
    if (!state.exclusive && (await members.mayHaveMoved(memberOf, state, outputs))) {
      return { id, inputs: {}, outputs: { ...outputs, memberOf }, unsure: true };
    }
    if (profiles.length === 0) {
      const { memberOf: listed } = await members.observe();
      if (members.ours(listed, state).length > 0) {
        info("show/collectors does not list its memberships, but show/config does: it is not treated as removed.");
        return { id, inputs: {}, outputs };
      }
      const mayHide = await replicator.configuration.lists.mayHide("collector", info);
      return mayHide ? { id, inputs: {}, outputs } : undefined;
    }
    const threshold = shown?.threshold ?? (await thresholdOf(replicator, state.address));
    const facts = shown === undefined ? {} : { threshold, description: shown.description };
    return { id, inputs: { profiles, ...facts }, outputs: { ...outputs, memberOf } };
  },

  async lookUp(replicator, address) {
    const { memberOf, description } = await new Members("collector", replicator, address).observe();
    if (memberOf.length === 0) {
      await replicator.configuration.lists.assertWhole("collector");
      return undefined;
    }
    return {
      id: address,
      inputs: {
        address,
        profiles: memberOf,
        threshold: (await shownThreshold(replicator, address)) || undefined,
        description,
      },
      outputs: { memberOf },
    };
  },

  async update(replicator, { id, inputs: before, outputs }, want, { recordPartial, info }) {
    for (const key of ["threshold", "description"] as const) {
      if (before[key] !== undefined && want[key] === undefined)
        info(`${key} is no longer managed; its current value stays.`);
    }
    const members = new Members("collector", replicator, want.address);
    const { description, memberOf: found } = await members.observe();
    const live = { description, threshold: await thresholdOf(replicator, want.address) };
    const original = remember(live, want, { declared: before, original: outputs.original }, info);
    // Record the originals before anything is overwritten: the next run would find what this one has written.
    if (!isDeepStrictEqual(original, outputs.original)) {
      recordPartial({ id, inputs: { profiles: before.profiles }, outputs: { ...outputs, memberOf: found, original } });
    }
    const report = ({ inputs: done, outputs: soFar }: MembersSoFar): void => {
      recordPartial({ id, inputs: done, outputs: { ...soFar, original } });
    };
    const existed = await members.converge(want, { before, outputs }, report, info);
    await setThreshold(replicator, want.address, want.threshold, before.threshold);
    const { memberOf } = await members.observe();
    return { id, outputs: { memberOf, ...existed, original } };
  },

  async remove(replicator, { inputs: state, outputs }, { info }) {
    const { original } = outputs;
    const members = new Members("collector", replicator, state.address);
    await members.settled(state);
    await members.putBackDescription(state, original);
    await putBackThreshold(replicator, members, { state, outputs, original });
    await members.leave(state, outputs, info);
  },
});

interface Leaving {
  state: MemberWant & { threshold?: number | undefined };
  outputs: { existedIn?: string[] | undefined };
  original: Original;
}

/**
 * Takes back the threshold if the live one is still ours: restores the original if others use the collector too,
 * otherwise clears it. Must run before the memberships are removed: an appliance may refuse it for an address in no
 * profile, and may keep the threshold until the address is added again.
 */
async function putBackThreshold(
  replicator: ReplicatorAppliance,
  members: Members,
  { state, outputs, original }: Leaving,
): Promise<void> {
  const threshold = await thresholdOf(replicator, state.address);
  const { memberOf } = await members.observe();
  if (threshold === 0 || threshold !== state.threshold || memberOf.length === 0) return;
  if ((await replicator.ledger.holderOf(thresholdThing(state.address))) !== undefined) return;
  const remaining = await members.remaining(memberOf, state, outputs);
  const found = remaining.length === 0 ? 0 : (toPutBack("threshold", { threshold }, state, original) ?? 0);
  await setThreshold(replicator, state.address, found, undefined);
}

/** The live threshold, even if `show/config` does not list it. */
async function shownThreshold(replicator: ReplicatorAppliance, address: string): Promise<number> {
  const listed = await thresholdOf(replicator, address);
  return listed === 0 ? ((await replicator.shownCollector(address))?.threshold ?? 0) : listed;
}

async function thresholdOf({ configuration }: ReplicatorAppliance, address: string): Promise<number> {
  return (await configuration.state()).collectors.get(address)?.threshold ?? 0;
}

/** Sets the threshold if it is managed and differs from the live one or from the one in the state. */
async function setThreshold(
  replicator: ReplicatorAppliance,
  address: string,
  wanted: number | undefined,
  remembered: number | undefined,
): Promise<void> {
  const live = await thresholdOf(replicator, address);
  if (wanted === undefined || (wanted === live && (remembered === undefined || wanted === remembered))) return;
  const command = { verb: "collector/threshold", address, threshold: wanted } as const;
  await replicator.configuration.send(command, async () => (await thresholdOf(replicator, address)) === wanted);
}
