import { z } from "zod";
import type { ReplicatorAppliance } from "../appliance/replicator/appliance";
import type { Sent } from "../appliance/replicator/configuration";
import type { PolicyState } from "../appliance/replicator/state";
import { policy as policyThing, type Thing } from "../values/things";
import { isInDoubt, Refusal } from "../refusal";
import { defineResource, inputsOf } from "../resource";
import { anyCidr, hostBitsFault, splitCidr } from "../values/addresses";
import { profileName } from "../values/names";
import { across } from "../values/schema";
import { otherThan } from "./parts/ids";
import { linkOutputs } from "./parts/links";

const inputs = across(
  inputsOf({
    /** Network of the exporters, `<address>/<prefix length>`; without host bits unless `verbatim`. A change replaces. */
    cidr: anyCidr,
    /** Profile that the policy belongs to, by name or as resource. Changes in place. */
    profile: profileName,
    /** Whether the network is taken in or left out; includes are checked before excludes. A change replaces. */
    kind: z.enum(["include", "exclude"], { error: 'must be "include" or "exclude"' }),
    /** Takes host bits in `cidr` as they are, for a policy that is on the replicator with them. Default false. */
    verbatim: z.boolean().optional(),
  }),
  hostBits,
);

/** What is wrong with a network that has host bits by mistake. */
export function hostBits({ cidr: network, verbatim }: Readonly<Record<string, unknown>>) {
  const fault = typeof network === "string" && verbatim !== true ? hostBitsFault(network) : undefined;
  return fault === undefined ? undefined : { path: "cidr", message: fault };
}

/** `existed`: it was there before this program declared it, and destroy leaves it. */
const outputs = z.object(linkOutputs);

type Want = z.output<typeof inputs>;
type Outputs = z.output<typeof outputs>;

/**
 * A policy: which exporters a profile takes packets from. A link: it exists or not, and one that is there already is
 * success. One that was there before stays on destroy unless `onExisting` took it over. At most one exists for a network
 * in a profile. Replication service, `/policies/...`.
 */
export const policy = defineResource({
  kind: "Policy",
  appliance: "replicator",
  inputs,
  outputs,
  replaceOn: ["cidr", "kind"],
  label: ({ kind, cidr: network, profile }) => `${kind} ${network} in ${profile}`,
  // The profile may have changed since the id was given.
  misfit: ({ id, inputs: state }) => (id.startsWith(`${placeOf(state)}|`) ? undefined : otherThan(policyId(state), id)),
  holds: (want) => [thingOf(want)],
  // What the info line about a policy that was found asks for.
  needsRepair: ({ outputs: known }, want) => known.existed === true && isTakenOver(want),

  idOf: policyId,

  async create(replicator, want, { recordPartial, info }) {
    const id = policyId(want);
    if (await exists(replicator, want)) return { id, outputs: found(replicator, want, info) };
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
    return { id, outputs: await add(replicator, want, () => recordPartial({ id, outputs: {} }), info) };
  },

  async read(replicator, { id, inputs: state, outputs: known }) {
    const there = whereItIs(replicator, state);
    if (await exists(replicator, there)) return { id, inputs: { profile: there.profile }, outputs: known };
    await replicator.configuration.assertListed("policy");
    // The profile may have been renamed in a run that ended before this resource followed.
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
    await replicator.configuration.assertListed("policy");
    return undefined;
  },

  async update(replicator, { id, inputs: state, outputs: known }, want, { recordPartial, info }) {
    // A renamed profile has taken the policy along.
    if (state.profile !== want.profile) await replicator.ledger.profiles.settled(state.profile);
    const before = whereItIs(replicator, state);
    const isMoved = before.profile !== want.profile;
    // Removed first: if the rest fails, the next run finds nothing at the old place that it could not tell from others.
    if (isMoved && known.existed === true) info(wasThere(before));
    else if (isMoved && (await remove(replicator, before))) recordPartial({ id, outputs: {} });
    if (!(await exists(replicator, want))) return { id, outputs: await add(replicator, want, () => undefined, info) };
    if (isMoved) return { id, outputs: found(replicator, want, info) };
    return { id, outputs: isTakenOver(want) ? {} : known };
  },

  async remove(replicator, { inputs: state, outputs: known }, { info }) {
    await replicator.ledger.profiles.settled(state.profile);
    const there = whereItIs(replicator, state);
    if (known.existed !== true) await remove(replicator, there);
    else if (await exists(replicator, there)) info(wasThere(there));
  },
});

function wasThere({ profile }: Want): string {
  return `it stays in profile "${profile}": it was there before this program declared it.`;
}

function isTakenOver({ onExisting }: Want): boolean {
  return onExisting === "adopt" || onExisting === "adoptIfEqual";
}

/** What is known of a policy that is there before it is added: whose it is, unless the program takes it over. */
function found({ ledger }: ReplicatorAppliance, want: Want, info: (message: string) => void): Outputs {
  // A resource that gives it up in this run knows who made it.
  const former = outputs.safeParse(ledger.outputsOf(thingOf(want))).data;
  if (former !== undefined) return former;
  if (isTakenOver(want)) return {};
  info(
    "exists already; destroy leaves it, because another program may hold it. If it is to belong to this one, " +
      'add: onExisting: "adopt".',
  );
  return { existed: true };
}

/** Adds a policy that no reading has shown; the answer may say that it exists already. */
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

/** A profile that was renamed has taken its policies along. */
function whereItIs(replicator: ReplicatorAppliance, state: Want): Want {
  return { ...state, profile: replicator.ledger.profiles.now(state.profile) };
}

/** Removes a policy that no other resource holds. Gives whether it was there. */
async function remove(replicator: ReplicatorAppliance, want: Want): Promise<boolean> {
  const thing = thingOf(want);
  const isThere = await exists(replicator, want);
  const leave = async (): Promise<void> => {
    await send(replicator, "policies/remove", want);
  };
  if (isThere) await replicator.ledger.release([thing], leave);
  // Its profile may have another name, which becomes known later in this run.
  else replicator.ledger.removals.giveUp(thing);
  if (!isThere) await replicator.configuration.assertListed("policy");
  return isThere;
}

/** How a policy is named for an import. */
const FORM = "<include or exclude>|<network>|<profile>";

/** A part of an id, also as a person may write it. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The id of a policy when it is created. */
export function policyId(want: Pick<Want, "cidr" | "kind" | "profile">): string {
  return `${placeOf(want)}|${encodeURIComponent(want.profile)}`;
}

function placeOf({ kind, cidr: network }: Pick<Want, "cidr" | "kind">): string {
  return [kind, network].map(encodeURIComponent).join("|");
}

function exists({ configuration }: ReplicatorAppliance, { cidr: network, profile, kind }: Want): Promise<boolean> {
  const { address, prefix } = splitCidr(network);
  return configuration.hasPolicy({ network: address, prefix, profile, kind });
}

function send(replicator: ReplicatorAppliance, verb: "policies/add" | "policies/remove", want: Want): Promise<Sent> {
  const { address: network, prefix } = splitCidr(want.cidr);
  const command = { verb, network, prefix, profile: want.profile, kind: want.kind } as const;
  return replicator.configuration.send(
    command,
    async () => (await exists(replicator, want)) === (verb === "policies/add"),
  );
}
