import { z } from "zod";
import { defineResource, inputsOf } from "../resource";
import { memberInputs, Members } from "./parts/members";
import { otherThan } from "./parts/ids";

const inputs = inputsOf(memberInputs);

/**
 * An exporter: its packets go to the profiles it is a member of. Only declared memberships are managed unless
 * `exclusive` is set. Replication service, `/exporter/...` and `/notate/ip/...`.
 */
export const exporter = defineResource({
  kind: "Exporter",
  appliance: "replicator",
  inputs,
  outputs: z.object({ memberOf: z.array(z.string()) }),
  replaceOn: ["address"],
  label: ({ address }) => address,
  misfit: ({ id, inputs: { address } }) => otherThan(address, id),

  async find(replicator, want) {
    const { address } = want;
    const members = new Members("exporter", replicator, address);
    const { memberOf, description } = await members.observe();
    if (!memberOf.some((profile) => want.profiles.includes(profile))) return undefined;
    return {
      id: address,
      inputs: { address, profiles: members.ours(memberOf, want), description },
      outputs: { memberOf },
    };
  },

  async create(replicator, want, { made }) {
    const { address } = want;
    const members = new Members("exporter", replicator, address);
    await members.converge(want, undefined, (soFar) => {
      made({ id: address, ...soFar });
    });
    const { memberOf } = await members.observe();
    return { id: address, outputs: { memberOf } };
  },

  async read(replicator, { id, inputs: state }) {
    const members = new Members("exporter", replicator, state.address);
    const { memberOf, description } = await members.observe();
    const profiles = members.ours(memberOf, state);
    return profiles.length === 0 ? undefined : { id, inputs: { profiles, description }, outputs: { memberOf } };
  },

  async update(replicator, { id, inputs: before }, want, { made, note }) {
    if (before.description !== undefined && want.description === undefined) {
      note("description is no longer managed; what is set stays.");
    }
    const members = new Members("exporter", replicator, want.address);
    await members.converge(want, before, (soFar) => {
      made({ id, ...soFar });
    });
    const { memberOf } = await members.observe();
    return { id, outputs: { memberOf } };
  },

  async remove(replicator, { inputs: state }) {
    const members = new Members("exporter", replicator, state.address);
    const { memberOf } = await members.observe();
    for (const profile of members.ours(memberOf, state)) await members.remove(profile);
  },
});
