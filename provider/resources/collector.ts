import { z } from "zod";
import type { ReplicatorAppliance } from "../appliance/replicator/appliance";
import { defineResource, inputsOf } from "../resource";
import { threshold } from "../values/numbers";
import { memberInputs, Members } from "./parts/members";
import { otherThan } from "./parts/ids";

const inputs = inputsOf({
  ...memberInputs,
  /** Warning threshold in replicated packets per second; 0 is none. Unset: not managed. */
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
  outputs: z.object({ memberOf: z.array(z.string()) }),
  replaceOn: ["address"],
  label: ({ address }) => address,
  misfit: ({ id, inputs: { address } }) => otherThan(address, id),

  async find(replicator, want) {
    const { address } = want;
    const members = new Members("collector", replicator, address);
    const { memberOf, description } = await members.observe();
    if (!memberOf.some((profile) => want.profiles.includes(profile))) return undefined;
    const live = {
      profiles: members.ours(memberOf, want),
      description,
      threshold: await thresholdOf(replicator, address),
    };
    return { id: address, inputs: { address, ...live }, outputs: { memberOf } };
  },

  async create(replicator, want, { made }) {
    const { address } = want;
    const members = new Members("collector", replicator, address);
    await members.converge(want, undefined, (soFar) => {
      made({ id: address, ...soFar });
    });
    await setThreshold(replicator, address, want.threshold, undefined);
    const { memberOf } = await members.observe();
    return { id: address, outputs: { memberOf } };
  },

  // `show/collectors` is nearer to the appliance than the commands of `show/config` that would recreate it.
  async read(replicator, { id, inputs: state }) {
    const shown = (await replicator.shownCollectors()).get(state.address);
    const members = new Members("collector", replicator, state.address);
    const memberOf = shown === undefined ? (await members.observe()).memberOf : [...shown.in_profiles].sort();
    const profiles = members.ours(memberOf, state);
    if (profiles.length === 0) return undefined;
    const facts = shown === undefined ? {} : { threshold: shown.threshold, description: shown.description };
    return { id, inputs: { profiles, ...facts }, outputs: { memberOf } };
  },

  async update(replicator, { id, inputs: before }, want, { made, note }) {
    for (const key of ["threshold", "description"] as const) {
      if (before[key] !== undefined && want[key] === undefined) note(`${key} is no longer managed; what is set stays.`);
    }
    const members = new Members("collector", replicator, want.address);
    await members.converge(want, before, (soFar) => {
      made({ id, ...soFar });
    });
    await setThreshold(replicator, want.address, want.threshold, before.threshold);
    const { memberOf } = await members.observe();
    return { id, outputs: { memberOf } };
  },

  async remove(replicator, { inputs: state }) {
    const members = new Members("collector", replicator, state.address);
    const { memberOf } = await members.observe();
    const ours = members.ours(memberOf, state);
    for (const profile of ours) await members.remove(profile);
    // The threshold goes with the last membership; where others remain, what we set is taken back.
    const isOurs = ours.length < memberOf.length && (await thresholdOf(replicator, state.address)) === state.threshold;
    if (isOurs) await setThreshold(replicator, state.address, 0, undefined);
  },
});

async function thresholdOf({ configuration }: ReplicatorAppliance, address: string): Promise<number> {
  return (await configuration.state()).collectors.get(address)?.threshold ?? 0;
}

/** Sets the threshold where it is managed and differs from what is observed, or from what the state remembers. */
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
