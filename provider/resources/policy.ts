import { z } from "zod";
import type { ReplicatorAppliance } from "../appliance/replicator/appliance";
import type { PolicyState } from "../appliance/replicator/state";
import { policy as policyThing } from "../values/things";
import { isInDoubt, Refusal } from "../refusal";
import { defineResource, inputsOf } from "../resource";
import { cidr, splitCidr } from "../values/addresses";
import { profileName } from "../values/names";
import { otherThan } from "./parts/ids";

const inputs = inputsOf({
  /** Network of the exporters, `<address>/<prefix length>` without host bits. A change replaces. */
  cidr,
  /** Profile that the policy belongs to, by name or as resource. Changes in place. */
  profile: profileName,
  /** Whether the network is taken in or left out; includes are checked before excludes. A change replaces. */
  kind: z.enum(["include", "exclude"], { error: 'must be "include" or "exclude"' }),
});

type Want = z.output<typeof inputs>;

/**
 * A policy: which exporters a profile takes packets from. A link: it exists or not, and one that is there already is
 * success. At most one exists for a network in a profile. Replication service, `/policies/...`.
 */
export const policy = defineResource({
  kind: "Policy",
  appliance: "replicator",
  inputs,
  outputs: z.object({}),
  replaceOn: ["cidr", "kind"],
  label: ({ kind, cidr: network, profile }) => `${kind} ${network} in ${profile}`,
  // The profile may have changed since the id was given.
  misfit: ({ id, inputs: state }) => (id.startsWith(`${placeOf(state)}|`) ? undefined : otherThan(idOf(state), id)),
  holds: ({ kind, cidr: network, profile }) => [policyThing(kind, network, profile)],

  async create(replicator, want, { made }) {
    const result = { id: idOf(want), outputs: {} };
    if (await exists(replicator, want)) return result;
    const opposite = { ...want, kind: want.kind === "include" ? "exclude" : "include" } as const;
    if (await exists(replicator, opposite)) {
      if (want.onExisting !== "adopt") {
        throw new Refusal(
          `the profile has the opposite policy, ${opposite.kind}, for that network already, and can have only one. ` +
            'Remove it, or replace it with: onExisting: "adopt".',
        );
      }
      await send(replicator, "policies/remove", opposite);
    }
    await send(replicator, "policies/add", want).catch((error: unknown) => {
      if (isInDoubt(error)) made(result);
      throw error;
    });
    return result;
  },

  async read(replicator, { id, inputs: state }) {
    const there = whereItIs(replicator, state);
    if (await exists(replicator, there)) return { id, inputs: { profile: there.profile }, outputs: {} };
    // The profile may have been renamed in a run that ended before this resource followed.
    const { profiles, policies } = await replicator.configuration.state();
    const { address: network, prefix } = splitCidr(state.cidr);
    const isSame = (one: PolicyState): boolean =>
      one.network === network && one.prefix === prefix && one.kind === state.kind;
    if (profiles.has(there.profile) || ![...policies.values()].some(isSame)) return undefined;
    return { id, inputs: {}, outputs: {}, unsure: true };
  },

  async update(replicator, { id, inputs: state }, want, { made }) {
    const result = { id, outputs: {} };
    // A renamed profile has taken the policy along.
    if (state.profile !== want.profile) await replicator.ledger.profiles.settled(state.profile);
    const before = whereItIs(replicator, state);
    // Removed first: if the rest fails, the next run finds nothing at the old place that it could not tell from others.
    if (before.profile !== want.profile && (await remove(replicator, before))) made(result);
    if (!(await exists(replicator, want))) await send(replicator, "policies/add", want);
    return result;
  },

  async remove(replicator, { inputs: state }) {
    await replicator.ledger.profiles.settled(state.profile);
    await remove(replicator, whereItIs(replicator, state));
  },
});

/** A profile that was renamed has taken its policies along. */
function whereItIs(replicator: ReplicatorAppliance, state: Want): Want {
  return { ...state, profile: replicator.ledger.profiles.now(state.profile) };
}

/** Removes a policy that no other resource holds. Gives whether it was there. */
async function remove(replicator: ReplicatorAppliance, want: Want): Promise<boolean> {
  const thing = policyThing(want.kind, want.cidr, want.profile);
  const isThere = await exists(replicator, want);
  if (isThere) await replicator.ledger.release([thing], () => send(replicator, "policies/remove", want));
  // Its profile may have another name, which becomes known later in this run.
  else replicator.ledger.giveUp(thing);
  return isThere;
}

function idOf(want: Want): string {
  return `${placeOf(want)}|${encodeURIComponent(want.profile)}`;
}

function placeOf({ kind, cidr: network }: Want): string {
  return [kind, network].map(encodeURIComponent).join("|");
}

function exists({ configuration }: ReplicatorAppliance, { cidr: network, profile, kind }: Want): Promise<boolean> {
  const { address, prefix } = splitCidr(network);
  return configuration.hasPolicy({ network: address, prefix, profile, kind });
}

function send(replicator: ReplicatorAppliance, verb: "policies/add" | "policies/remove", want: Want): Promise<void> {
  const { address: network, prefix } = splitCidr(want.cidr);
  const command = { verb, network, prefix, profile: want.profile, kind: want.kind } as const;
  return replicator.configuration.send(
    command,
    async () => (await exists(replicator, want)) === (verb === "policies/add"),
  );
}
