import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { note as noteThing } from "../values/things";
import { defineResource, inputsOf } from "../resource";
import { holdingsOf, memberInputs, memberOutputs, Members, type MembersSoFar } from "./parts/members";
import { remember, rememberAdopted, sharedValues } from "./parts/shared-values";
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
  outputs: z.object({
    ...memberOutputs,
    /** What destroy restores: values of the address that were found when this resource first set its own. */
    original: sharedValues.pick({ description: true }).optional(),
  }),
  replaceOn: ["address"],
  label: ({ address }) => address,
  misfit: ({ id, inputs: { address } }) => otherThan(address, id),
  holds: (want) => holdingsOf("exporter", want),

  async find(replicator, want) {
    const { address } = want;
    const members = new Members("exporter", replicator, address);
    const { memberOf, description } = await members.observe();
    if (!memberOf.some((profile) => want.profiles.includes(profile))) return undefined;
    return {
      id: address,
      inputs: { address, profiles: members.ours(memberOf, want), description },
      outputs: {
        memberOf,
        original: rememberAdopted({ description }, want, replicator.ledger.outputsOf(noteThing(address))),
      },
    };
  },

  async create(replicator, want, { recordPartial, info }) {
    const { address } = want;
    const members = new Members("exporter", replicator, address);
    const { description } = await members.observe();
    const live = { description };
    const original = remember(live, want, undefined, info);
    const report = ({ inputs: done, outputs }: MembersSoFar): void => {
      recordPartial({ id: address, inputs: done, outputs: { ...outputs, original } });
    };
    const existed = await members.converge(want, undefined, report, info);
    const { memberOf } = await members.observe();
    return { id: address, outputs: { memberOf, ...existed, original } };
  },

  async read(replicator, { id, inputs: state, outputs }) {
    const members = new Members("exporter", replicator, state.address);
    const { memberOf, description } = await members.observe();
    if (!state.exclusive && (await members.mayHaveMoved(memberOf, state, outputs))) {
      return { id, inputs: {}, outputs: { ...outputs, memberOf }, unsure: true };
    }
    const profiles = members.ours(memberOf, state);
    if (profiles.length === 0) return undefined;
    return { id, inputs: { profiles, description }, outputs: { ...outputs, memberOf } };
  },

  async lookUp(replicator, address) {
    const { memberOf, description } = await new Members("exporter", replicator, address).observe();
    if (memberOf.length === 0) return undefined;
    return { id: address, inputs: { address, profiles: memberOf, description }, outputs: { memberOf } };
  },

  async update(replicator, { id, inputs: before, outputs }, want, { recordPartial, info }) {
    if (before.description !== undefined && want.description === undefined) {
      info("description is no longer managed; its current value stays.");
    }
    const members = new Members("exporter", replicator, want.address);
    const { description, memberOf: found } = await members.observe();
    const live = { description };
    const original = remember(live, want, { declared: before, original: outputs.original }, info);
    // Record the originals before anything is overwritten: the next run would find what this one has written.
    if (!isDeepStrictEqual(original, outputs.original)) {
      recordPartial({ id, inputs: { profiles: before.profiles }, outputs: { ...outputs, memberOf: found, original } });
    }
    const report = ({ inputs: done, outputs: soFar }: MembersSoFar): void => {
      recordPartial({ id, inputs: done, outputs: { ...soFar, original } });
    };
    const existed = await members.converge(want, { before, outputs }, report, info);
    const { memberOf } = await members.observe();
    return { id, outputs: { memberOf, ...existed, original } };
  },

  async remove(replicator, { inputs: state, outputs }, { info }) {
    const members = new Members("exporter", replicator, state.address);
    await members.settled(state);
    await members.putBackDescription(state, outputs.original);
    await members.leave(state, outputs, info);
  },
});
