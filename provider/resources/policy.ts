import { z } from "zod";
import type { ReplicatorAppliance } from "../appliance/replicator/appliance";
import { policyKey } from "../appliance/replicator/state";
import type { PolicyKind } from "../replicator/commands";
import { Refusal } from "../refusal";
import { defineResource, inputsOf } from "../resource";
import { cidr, splitCidr } from "../values/addresses";
import { profileName } from "../values/names";

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

  async create(replicator, want) {
    const found = await kindOf(replicator, want);
    if (found !== undefined && found !== want.kind) {
      if (want.onExisting !== "adopt") {
        throw new Refusal(
          `the profile has the opposite policy, ${found}, for that network already, and can have only one. Remove it, ` +
            'or replace it with: onExisting: "adopt".',
        );
      }
      await send(replicator, "policies/remove", { ...want, kind: found });
    }
    if (found !== want.kind) await send(replicator, "policies/add", want);
    return { id: [want.kind, want.cidr, want.profile].map(encodeURIComponent).join("|"), outputs: {} };
  },

  async read(replicator, { id, inputs: state }) {
    const live = await kindOf(replicator, state);
    return live === state.kind ? { id, inputs: {}, outputs: {} } : undefined;
  },

  async update(replicator, { id, inputs: before }, want) {
    const followed = (await kindOf(replicator, want)) === want.kind;
    if (!followed) await send(replicator, "policies/add", want);
    // A renamed profile has taken the policy along; another one of that old name is not ours.
    const left = before.profile !== want.profile && !followed && (await kindOf(replicator, before)) === before.kind;
    if (left) await send(replicator, "policies/remove", before);
    return { id, outputs: {} };
  },

  async remove(replicator, { inputs: state }) {
    if ((await kindOf(replicator, state)) === state.kind) await send(replicator, "policies/remove", state);
  },
});

async function kindOf({ configuration }: ReplicatorAppliance, want: Want): Promise<PolicyKind | undefined> {
  return (await configuration.state()).policies.get(keyOf(want))?.kind;
}

function send(
  { configuration }: ReplicatorAppliance,
  verb: "policies/add" | "policies/remove",
  want: Want,
): Promise<void> {
  const { address: network, prefix } = splitCidr(want.cidr);
  return configuration.send({ verb, network, prefix, profile: want.profile, kind: want.kind }, ({ policies }) => {
    const present = policies.get(keyOf(want))?.kind === want.kind;
    return verb === "policies/add" ? present : !present;
  });
}

function keyOf({ cidr: network, profile }: Want): string {
  const { address, prefix } = splitCidr(network);
  return policyKey({ network: address, prefix, profile });
}
