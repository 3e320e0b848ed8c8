import { z } from "zod";
import type { PolicyState } from "../appliance/replicator/state";
import { Refusal } from "../errors/refusal";
import { defineResource, inputsOf } from "../resource";
import { anyCidr, hostBitsFault, splitCidr } from "../values/addresses";
import { profileName } from "../values/names";
import { asDoubtful } from "../values/origin";
import { across } from "../values/schema";
import { otherThan } from "./parts/ids";
import {
  add,
  decoded,
  FORM,
  found,
  isTakenOver,
  makeRoom,
  oppositeTo,
  outputs,
  placeOf,
  policyId,
  remove,
  shows,
  thingOf,
  wasThere,
  whereItIs,
} from "./parts/policy-link";

const inputs = across(
  inputsOf({
    /**
     * Network of the exporters, as `<address>/<prefix length>`; without host bits unless `verbatim` is set. A change
     * replaces.
     */
    cidr: anyCidr,
    /**
     * Profile that the policy belongs to, by name. Changes in place.
     *
     * @remarks The profile may be given as its resource.
     */
    profile: profileName,
    /** Whether the network is included or excluded; includes are checked before excludes. A change replaces. */
    kind: z.enum(["include", "exclude"], { error: 'must be "include" or "exclude"' }),
    /** Accepts host bits in `cidr`, for a policy that has them on the replicator. Default false. */
    verbatim: z.boolean().optional(),
  }),
  hostBits,
);

/** The fault of a network that has host bits although `verbatim` is not set; undefined if there is none. */
export function hostBits({ cidr: network, verbatim }: Readonly<Record<string, unknown>>) {
  const fault = typeof network === "string" && verbatim !== true ? hostBitsFault(network) : undefined;
  return fault === undefined ? undefined : { path: "cidr", message: fault };
}

type Want = z.output<typeof inputs>;

/**
 * A policy: decides which exporters a profile takes packets from. A link: it either exists or not, and adding an
 * existing one succeeds. A policy that existed before stays on destroy unless `onExisting` adopted it. A profile has at
 * most one policy per network. Replication service, `/policies/...`.
 */
export const policy = defineResource({
  kind: "Policy",
  appliance: "replicator",
  inputs,
  outputs,
  replaceOn: ["cidr", "kind"],
  label: ({ kind, cidr: network, profile }) => `${kind} ${network} in ${profile}`,
  // The profile may have changed since the id was assigned, so it is not compared.
  misfit: ({ id, inputs: state }) => (id.startsWith(`${placeOf(state)}|`) ? undefined : otherThan(policyId(state), id)),
  holds: (want) => [thingOf(want)],
  // The user followed the info line about an existing policy and set `onExisting`.
  needsRepair: ({ outputs: known }, want) => known.origin?.existed === true && isTakenOver(want),

  idOf: policyId,

  async rival(replicator, want) {
    const opposite = oppositeTo(replicator, await replicator.configuration.state(), want);
    return opposite && { id: policyId(opposite), inputs: opposite };
  },

  async create(replicator, want, { recordPartial, info }) {
    const id = policyId(want);
    const live = await replicator.configuration.state();
    if (shows(replicator, live, want)) return { id, outputs: found(replicator, want, info) };
    await makeRoom(replicator, live, want);
    return { id, outputs: await add(replicator, want, () => recordPartial({ id, outputs: {} }), info) };
  },

  async read(replicator, { id, inputs: state, outputs: known }, { info }) {
    const there = whereItIs(replicator, state);
    const live = await replicator.configuration.state();
    if (shows(replicator, live, there)) return { id, inputs: { profile: there.profile }, outputs: known };
    if (replicator.configuration.lists.mayHide({ state: live }, "policy", info))
      return { id, inputs: {}, outputs: known };
    // The profile may have been renamed in a run that ended before it updated this resource.
    const { profiles, policies } = live;
    const { address: network, prefix } = splitCidr(state.cidr);
    const isSame = (one: PolicyState): boolean =>
      one.network === network && one.prefix === prefix && one.kind === state.kind;
    if (profiles.has(there.profile) || ![...policies.values()].some(isSame)) return undefined;
    return { id, inputs: {}, outputs: asDoubtful(known) };
  },

  async lookUp(replicator, reference) {
    const [kind, cidr = "", profile = "", ...rest] = reference.split("|").map(decoded);
    const isComplete = anyCidr.safeParse(cidr).success && profile !== "" && rest.length === 0;
    if (!isComplete || (kind !== "include" && kind !== "exclude")) {
      throw new Refusal(`write the policy as ${FORM}`);
    }
    const verbatim = hostBitsFault(cidr) === undefined ? {} : { verbatim: true };
    const want: Want = { kind, cidr: anyCidr.parse(cidr), profile, ...verbatim };
    const live = await replicator.configuration.state();
    if (shows(replicator, live, want)) return { id: policyId(want), inputs: want, outputs: {} };
    replicator.configuration.lists.assertWhole({ state: live }, "policy");
    return undefined;
  },

  async update(replicator, { id, inputs: state, outputs: known }, want, { recordPartial, info }) {
    // A renamed profile keeps its policies.
    if (state.profile !== want.profile) await replicator.ledger.names.settled({ profile: state.profile });
    const before = whereItIs(replicator, state);
    const isMoved = before.profile !== want.profile;
    const live = await replicator.configuration.state();
    const isThere = shows(replicator, live, want);
    if (!isThere) await makeRoom(replicator, live, want);
    // Removed first: if the rest fails, the next run finds nothing at the old place that it could not distinguish from
    // others.
    if (isMoved && known.origin?.existed === true) info(wasThere(before));
    else if (isMoved && (await remove(replicator, before))) recordPartial({ id, outputs: {} });
    if (!isThere) return { id, outputs: await add(replicator, want, () => undefined, info) };
    if (isMoved) return { id, outputs: found(replicator, want, info) };
    return { id, outputs: isTakenOver(want) ? {} : known };
  },

  async remove(replicator, { inputs: state, outputs: known }, { info }) {
    await replicator.ledger.names.settled({ profile: state.profile });
    const there = whereItIs(replicator, state);
    if (known.origin?.existed !== true) {
      return (await remove(replicator, there)) ? undefined : "gone";
    }
    if (shows(replicator, await replicator.configuration.state(), there)) info(wasThere(there));
    return undefined;
  },
});
