import { unescape } from "node:querystring";
import { z } from "#zod";
import { TO_REMOVE_TOO } from "./adoption";
import { Refusal } from "../errors/refusal";
import type { Replicator } from "../replicator/replicator";
import { policyKey, type PolicyState, type ReplicatorState } from "../replicator/state";
import { cidr, splitCidr } from "../values/addresses";
import { profileName } from "../values/names";
import { asDoubtful, originWith, takesOver } from "../values/origin";
import { oneOf } from "../values/schema";
import { defineKind, inputsOf, outputsOf, type Doubt } from "./definition";
import type { LinkReports } from "./parts/links";

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
  kind: oneOf(["include", "exclude"]),
});

type Want = z.output<typeof inputs>;
type PolicyValues = Pick<Want, "cidr" | "profile" | "kind">;

/**
 * A policy: which exporters a profile accepts packets from. Includes are checked before excludes; a network has at
 * most one policy in a profile. Creation also succeeds if the policy already exists. `profile` changes in place; a
 * change of `cidr` or `kind` replaces the resource. Output `origin.existed` is true if the policy existed before;
 * destroy then leaves it, unless `onExisting` adopted it. Replication service, `/policies/...`.
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
  tries: ["profile"],
  refersTo: { profile: ["profile"] },
  label: ({ kind, cidr: network, profile }) => `${kind} ${network} in ${profile}`,
  identity: ({ cidr: network, profile }) => [`policy for ${network} in ${profile}`],
  // A profile has at most one policy per network, so one of the other kind cannot stand beside it.
  keys: (want) => [placeKey(want), `network|${want.cidr}|${want.profile}`],

  async create(replicator, want, progress) {
    const { begin, info } = progress;
    const now = await replicator.config.get();
    const id = idOf(want);
    if (existing(now, [want]).length > 0) return { id, outputs: asFound(want, progress) };
    const opposite: PolicyValues = { ...want, kind: want.kind === "include" ? "exclude" : "include" };
    if (existing(now, [opposite]).length > 0) {
      if (want.onExisting !== "adopt") {
        throw new Refusal('the profile already has the opposite policy. Remove it, or add: onExisting: "adopt".');
      }
      await removeFrom(replicator, [opposite]);
      info(`removed the opposite policy, ${opposite.kind} ${opposite.cidr}.`);
    }
    await replicator.assertProfile(want.profile);
    begin({ id, outputs: {} });
    const sent = await replicator.send({ verb: "policies/add", ...commandOf(want) });
    return { id, outputs: sent === "existed" ? asFound(want, progress) : {} };
  },

  async read(replicator, { id, inputs: state, outputs, doubt }) {
    const place = (state as Partial<Want>).cidr === undefined ? placeIn(id) : state;
    const there = await replicator.config.look((now) => existing(now, placesOf(place, doubt))[0]);
    if (there === undefined) return undefined;
    const { kind, cidr: network, profile } = there;
    // The place that a move leads to is the program's too.
    const here = doubt?.tried === undefined ? outputs : asDoubtful(outputs, doubt.tried);
    return { id: idOf(there), inputs: { kind, cidr: network, profile }, outputs: there === place ? here : {} };
  },

  async update(replicator, { id, inputs: before, outputs, doubt }, want, progress) {
    const { begin, keep, info } = progress;
    const existed = outputs.origin?.existed === true;
    const isMoved = before.profile !== want.profile;
    const [there] = existing(await replicator.config.get(), [want]);
    let isThere = there !== undefined;
    if (!isThere && (isMoved || doubt !== undefined)) {
      await replicator.assertProfile(want.profile);
      begin({ id, inputs: { profile: before.profile }, outputs });
      isThere = (await replicator.send({ verb: "policies/add", ...commandOf(want) })) === "existed";
      keep({ id, inputs: { profile: before.profile }, outputs });
    }
    const left = placesOf(before, doubt).filter(({ profile }) => profile !== want.profile);
    const found = existing(await replicator.config.get(), left);
    if (left.length > 0 && found.length === 0) info(`was not in profile "${before.profile}" any more.`);
    await removeFrom(replicator, found, stayingIn(existed ? before.profile : undefined, progress));
    if (!isMoved) return { id, outputs: existed && !takesOver(want) ? THERE_BEFORE : {} };
    const isFound = isThere && doubt?.tried?.profile !== want.profile;
    return { id, outputs: isFound ? asFound(want, progress) : {} };
  },

  stays: ({ outputs: { origin }, doubt }) => origin?.existed === true && doubt === undefined,

  async remove(replicator, { inputs: state, outputs, doubt }, progress) {
    const places = placesOf(state, doubt);
    const found = await replicator.config.look((now) => existing(now, places)[0]);
    const isInDoubt = doubt !== undefined;
    const stays = stayingIn(outputs.origin?.existed === true ? state.profile : undefined, progress);
    await removeFrom(replicator, isInDoubt ? places : existing(await replicator.config.get(), places), stays);
    return found === undefined && !isInDoubt ? "gone" : undefined;
  },
});

const THERE_BEFORE = { origin: { existed: true as const } };

/** The outputs of a policy that was found in its place: destroy leaves it, unless it belongs to the program. */
function asFound(want: Want, { info, isHeld }: LinkReports): Partial<typeof THERE_BEFORE> {
  if (takesOver(want) || isHeld(placeKey(want))) return {};
  info(`already exists; destroy leaves it. ${TO_REMOVE_TOO}`);
  return THERE_BEFORE;
}

/** Whether a policy stays: it was in that profile before, or another resource declares it. */
function stayingIn(theirs: string | undefined, { info, isOfOther }: LinkReports) {
  return (place: PolicyValues): boolean => {
    if (place.profile !== theirs) return isOfOther(placeKey(place));
    info(`it stays in the profile "${place.profile}", because it was there before.`);
    return true;
  };
}

/** Removes policies, each with the network as the replicator has it: others may have written one with host bits. */
async function removeFrom(
  replicator: Replicator,
  places: readonly PolicyValues[],
  stays = (_: PolicyValues) => false,
): Promise<void> {
  for (const place of places) {
    if (stays(place)) continue;
    const command = commandOf(place);
    const shown = (await replicator.config.get()).policies.get(policyKey(command)) ?? command;
    await replicator.send({ verb: "policies/remove", ...shown });
  }
}

function commandOf({ cidr: network, profile, kind }: PolicyValues): PolicyState {
  const { address, prefix } = splitCidr(network);
  return { network: address, prefix, profile, kind };
}

/** Where it may be: its place, and the one that a move which has not ended leads to. */
function placesOf(place: PolicyValues, doubt?: Doubt<PolicyValues>): PolicyValues[] {
  const profile = doubt?.tried?.profile;
  return profile === undefined || profile === place.profile ? [place] : [place, { ...place, profile }];
}

function existing({ policies }: ReplicatorState, places: readonly PolicyValues[]): PolicyValues[] {
  return places.filter((one) => policies.has(policyKey(commandOf(one))));
}

function placeKey({ kind, cidr: network, profile }: PolicyValues): string {
  return `policy|${kind}|${network}|${profile}`;
}

/** The id that a policy gets at creation. */
export function idOf({ kind, cidr: network, profile }: PolicyValues): string {
  return [kind, network, profile].map(encodeURIComponent).join("|");
}

/** The policy that an id names, as a user writes it for an import. */
function placeIn(id: string): PolicyValues {
  const [kind, network = "", profile = "", ...rest] = id.split("|").map(unescape);
  const isKind = kind === "include" || kind === "exclude";
  if (!isKind || !cidr.safeParse(network).success || profile === "" || rest.length > 0) {
    throw new Refusal("write the policy as <include or exclude>|<network>|<profile>");
  }
  return { kind, cidr: network, profile };
}
