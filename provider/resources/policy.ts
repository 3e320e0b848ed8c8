import { z } from "zod";
import type { ReplicatorAppliance } from "../appliance/replicator/appliance";
import type { Sent } from "../appliance/replicator/configuration";
import type { PolicyState } from "../appliance/replicator/state";
import { policy as policyThing, type Thing } from "../values/things";
import { isInDoubt, Refusal } from "../errors/refusal";
import { defineResource, inputsOf } from "../resource";
import { anyCidr, hostBitsFault, splitCidr } from "../values/addresses";
import { profileName } from "../values/names";
import { across } from "../values/schema";
import { otherThan } from "./parts/ids";
import { linkOutputs } from "./parts/links";

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

/** `existed` is true if the policy existed before this program declared it: destroy leaves it. */
const outputs = z.object(linkOutputs);

type Want = z.output<typeof inputs>;
type Outputs = z.output<typeof outputs>;

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
  needsRepair: ({ outputs: known }, want) => known.existed === true && isTakenOver(want),

  idOf: policyId,

  async create(replicator, want, { recordPartial, info }) {
    const id = policyId(want);
    if (await exists(replicator, want)) return { id, outputs: found(replicator, want, info) };
    const opposite = { ...want, kind: want.kind === "include" ? "exclude" : "include" } as const;
    if (await exists(replicator, opposite)) {
      if (want.onExisting !== "adopt") {
        throw new Refusal(
          `the profile already has the opposite policy, ${opposite.kind}, for that network, and can have only one. ` +
            'Remove it, or replace it with: onExisting: "adopt".',
        );
      }
      await send(replicator, "policies/remove", opposite);
    }
    return { id, outputs: await add(replicator, want, () => recordPartial({ id, outputs: {} }), info) };
  },

  async read(replicator, { id, inputs: state, outputs: known }, { info }) {
    const there = whereItIs(replicator, state);
    if (await exists(replicator, there)) return { id, inputs: { profile: there.profile }, outputs: known };
    if (await replicator.configuration.lists.mayHide("policy", info)) return { id, inputs: {}, outputs: known };
    // The profile may have been renamed in a run that ended before it updated this resource.
    const { profiles, policies } = await replicator.configuration.state();
    const { address: network, prefix } = splitCidr(state.cidr);
    const isSame = (one: PolicyState): boolean =>
      one.network === network && one.prefix === prefix && one.kind === state.kind;
    if (profiles.has(there.profile) || ![...policies.values()].some(isSame)) return undefined;
    return { id, inputs: {}, outputs: known, unsure: true };
  },

  async lookUp(replicator, reference) {
    const [kind, cidr = "", profile = "", ...rest] = reference.split("|").map(decoded);
    const isComplete = anyCidr.safeParse(cidr).success && profile !== "" && rest.length === 0;
    if (!isComplete || (kind !== "include" && kind !== "exclude")) {
      throw new Refusal(`write the policy as ${FORM}`);
    }
    const verbatim = hostBitsFault(cidr) === undefined ? {} : { verbatim: true };
    const want: Want = { kind, cidr: anyCidr.parse(cidr), profile, ...verbatim };
    if (await exists(replicator, want)) return { id: policyId(want), inputs: want, outputs: {} };
    await replicator.configuration.lists.assertWhole("policy");
    return undefined;
  },

  async update(replicator, { id, inputs: state, outputs: known }, want, { recordPartial, info }) {
    // A renamed profile keeps its policies.
    if (state.profile !== want.profile) await replicator.ledger.profiles.settled(state.profile);
    const before = whereItIs(replicator, state);
    const isMoved = before.profile !== want.profile;
    // Removed first: if the rest fails, the next run finds nothing at the old place that it could not distinguish from
    // others.
    if (isMoved && known.existed === true) info(wasThere(before));
    else if (isMoved && (await remove(replicator, before))) recordPartial({ id, outputs: {} });
    if (!(await exists(replicator, want))) return { id, outputs: await add(replicator, want, () => undefined, info) };
    if (isMoved) return { id, outputs: found(replicator, want, info) };
    return { id, outputs: isTakenOver(want) ? {} : known };
  },

  async remove(replicator, { inputs: state, outputs: known }, { info }) {
    await replicator.ledger.profiles.settled(state.profile);
    const there = whereItIs(replicator, state);
    if (known.existed !== true) {
      if (!(await remove(replicator, there))) info("it was already gone.");
    } else if (await exists(replicator, there)) info(wasThere(there));
  },
});

function wasThere({ profile }: Want): string {
  return `it stays in profile "${profile}": it was there before this program declared it.`;
}

function isTakenOver({ onExisting }: Want): boolean {
  return onExisting === "adopt" || onExisting === "adoptIfEqual";
}

/** The outputs for a policy that existed before it was added: it belongs to others, unless the program adopts it. */
function found({ ledger }: ReplicatorAppliance, want: Want, info: (message: string) => void): Outputs {
  // A resource that gives up the policy in this run knows who created it.
  const former = outputs.safeParse(ledger.outputsOf(thingOf(want))).data;
  if (former !== undefined) return former;
  if (isTakenOver(want)) return {};
  info(
    "already exists; destroy leaves it, because another program may manage it. If this program should manage it, " +
      'add: onExisting: "adopt".',
  );
  return { existed: true };
}

/** Adds a policy that no reading has shown. The response may say that it already exists. */
async function add(
  replicator: ReplicatorAppliance,
  want: Want,
  inDoubt: () => void,
  info: (message: string) => void,
): Promise<Outputs> {
  const sent = await send(replicator, "policies/add", want).catch((error: unknown) => {
    if (isInDoubt(error)) inDoubt();
    throw error;
  });
  return sent === "wasSo" ? found(replicator, want, info) : {};
}

function thingOf({ kind, cidr: network, profile }: Want): Thing {
  return policyThing(kind, network, profile);
}

/** The policy under the current name of its profile: a renamed profile keeps its policies. */
function whereItIs(replicator: ReplicatorAppliance, state: Want): Want {
  return { ...state, profile: replicator.ledger.profiles.now(state.profile) };
}

/** Removes a policy that no other resource holds. Returns whether it existed, as far as the replicator shows. */
async function remove(replicator: ReplicatorAppliance, want: Want): Promise<boolean> {
  const thing = thingOf(want);
  const isThere =
    (await exists(replicator, want)) || (await replicator.configuration.lists.lackOf("policy")) !== undefined;
  const leave = async (): Promise<void> => {
    await send(replicator, "policies/remove", want);
  };
  if (isThere) await replicator.ledger.release([thing], leave);
  // Its profile may have been renamed, which this run may learn later.
  else replicator.ledger.removals.giveUp(thing);
  return isThere;
}

/** The form in which a user names a policy for an import. */
const FORM = "<include or exclude>|<network>|<profile>";

/** Decodes a part of an id. Also accepts what a person may write: text that is not encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The id that a policy gets at creation. */
export function policyId(want: Pick<Want, "cidr" | "kind" | "profile">): string {
  return `${placeOf(want)}|${encodeURIComponent(want.profile)}`;
}

function placeOf({ kind, cidr: network }: Pick<Want, "cidr" | "kind">): string {
  return [kind, network].map(encodeURIComponent).join("|");
}

function exists({ configuration }: ReplicatorAppliance, { cidr: network, profile, kind }: Want): Promise<boolean> {
  const { address, prefix } = splitCidr(network);
  return configuration.has({ verb: "policies/remove", network: address, prefix, profile, kind });
}

function send(replicator: ReplicatorAppliance, verb: "policies/add" | "policies/remove", want: Want): Promise<Sent> {
  const { address: network, prefix } = splitCidr(want.cidr);
  const command = { verb, network, prefix, profile: want.profile, kind: want.kind } as const;
  return replicator.configuration.send(
    command,
    async () => (await exists(replicator, want)) === (verb === "policies/add"),
  );
}
