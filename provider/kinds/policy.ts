import { z } from "zod";
import { TO_REMOVE_TOO } from "./adoption";
import { Refusal } from "../errors/refusal";
import { policyKey, type PolicyState } from "../replicator/state";
import { cidr, splitCidr } from "../values/addresses";
import { profileName } from "../values/names";
import { originWith, takesOver } from "../values/origin";
import { defineKind, inputsOf, outputsOf } from "./definition";

const inputs = inputsOf({
  /** Network of the exporters, as `<address>/<prefix length>`, without host bits. A change replaces. */
  cidr,
  /**
   * Profile that the policy belongs to, by name. Changes in place.
   *
   * @remarks The profile may be given as its resource.
   */
  profile: profileName,
  /** Whether the network is included or excluded; includes are checked before excludes. A change replaces. */
  kind: z.enum(["include", "exclude"], { error: 'must be "include" or "exclude"' }),
});

type Want = z.output<typeof inputs>;
type Place = Pick<Want, "cidr" | "profile" | "kind">;

/**
 * A policy: decides which exporters a profile takes packets from. A link: it either exists or not, and adding an
 * existing one succeeds. A policy that existed before stays on destroy unless `onExisting` adopted it. A profile has at
 * most one policy per network. Replication service, `/policies/...`.
 */
export const policy = defineKind({
  kind: "Policy",
  appliance: "replicator",
  inputs,
  outputs: outputsOf({
    /** Where the object comes from. Not set if the program created it. */
    origin: originWith({
      /** True if the policy existed before: destroy leaves it. */
      existed: z.literal(true).optional(),
    }),
  }),
  replaceOn: ["cidr", "kind"],
  refersTo: { profile: ["profile"] },
  label: ({ kind, cidr: network, profile }) => `${kind} ${network} in ${profile}`,
  identity: ({ cidr: network, profile }) => [`policy for ${network} in ${profile}`],
  // A profile has at most one policy per network, so one of the other kind cannot stand beside it.
  keys: (want) => [placeKey(want), `network|${want.cidr}|${want.profile}`],

  async create(replicator, want, { info, isOfOther }) {
    const { policies } = await replicator.config();
    const id = idOf(want);
    if (policies.has(policyKey(commandOf(want)))) {
      if (takesOver(want) || isOfOther(placeKey(want))) return { id, outputs: {} };
      info(`already exists; destroy leaves it. ${TO_REMOVE_TOO}`);
      return { id, outputs: { origin: { existed: true as const } } };
    }
    const opposite: Place = { ...want, kind: want.kind === "include" ? "exclude" : "include" };
    if (policies.has(policyKey(commandOf(opposite)))) {
      if (want.onExisting !== "adopt") throw oppositeExists(opposite);
      await replicator.send({ verb: "policies/remove", ...commandOf(opposite) });
    }
    await replicator.assertProfile(want.profile);
    await replicator.send({ verb: "policies/add", ...commandOf(want) });
    return { id, outputs: {} };
  },

  async read(replicator, { id, inputs: state, outputs }) {
    const place = (state as Partial<Want>).cidr === undefined ? placeIn(id) : state;
    const there = await replicator.look(({ policies }) => policies.get(policyKey(commandOf(place))));
    if (there === undefined) return undefined;
    const { kind, cidr: network, profile } = place;
    return { id: idOf(place), inputs: { kind, cidr: network, profile }, outputs };
  },

  async update(replicator, { id, inputs: before, outputs, isOpen }, want, { keep, info, isOfOther }) {
    const isMoved = before.profile !== want.profile;
    const { policies } = await replicator.config();
    const isThere = policies.has(policyKey(commandOf(want)));
    if (!isThere && (isMoved || isOpen)) {
      await replicator.assertProfile(want.profile);
      await replicator.send({ verb: "policies/add", ...commandOf(want) });
    }
    if (!isMoved) return { id, outputs: takesOver(want) ? {} : outputs };
    // After an update that failed half-way, the policy at the new place is ours.
    const isTheirs = isThere && !isOpen && !takesOver(want);
    const now = isTheirs ? { origin: { existed: true as const } } : {};
    keep({ id, inputs: { profile: before.profile }, outputs: now });
    const isOurs = outputs.origin?.existed !== true && !isOfOther(placeKey(before));
    if (isOurs && policies.has(policyKey(commandOf(before)))) {
      await replicator.send({ verb: "policies/remove", ...commandOf(before) });
    }
    if (!isOurs) info(`it stays in the profile "${before.profile}", because it was there before.`);
    return { id, outputs: now };
  },

  async remove(replicator, { inputs: state, outputs }, { info }) {
    const key = policyKey(commandOf(state));
    if ((await replicator.look(({ policies }) => policies.get(key))) === undefined) return "gone";
    if (outputs.origin?.existed === true) {
      info("it stays on the replicator, because it was there before.");
      return undefined;
    }
    await replicator.send({ verb: "policies/remove", ...commandOf(state) });
    return undefined;
  },
});

function commandOf({ cidr: network, profile, kind }: Place): PolicyState {
  const { address, prefix } = splitCidr(network);
  return { network: address, prefix, profile, kind };
}

function placeKey({ kind, cidr: network, profile }: Place): string {
  return `policy|${kind}|${network}|${profile}`;
}

/** The id that a policy gets at creation. */
export function idOf({ kind, cidr: network, profile }: Place): string {
  return [kind, network, profile].map(encodeURIComponent).join("|");
}

/** The policy that an id names, as a user writes it for an import. */
function placeIn(id: string): Place {
  const [kind, network = "", profile = "", ...rest] = id.split("|").map((part) => decodeURIComponent(part));
  const isKind = kind === "include" || kind === "exclude";
  if (!isKind || !cidr.safeParse(network).success || profile === "" || rest.length > 0) {
    throw new Refusal("write the policy as <include or exclude>|<network>|<profile>");
  }
  return { kind, cidr: network, profile };
}

function oppositeExists({ kind }: Place): Refusal {
  return new Refusal(
    `the profile already has the opposite policy, ${kind}, for that network, and can have only one. Remove it, or ` +
      'replace it with: onExisting: "adopt".',
  );
}
