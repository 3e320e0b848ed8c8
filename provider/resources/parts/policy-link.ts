import type { z } from "zod";
import type { ReplicatorAppliance } from "../../appliance/replicator/appliance";
import type { ReplicatorState } from "../../appliance/replicator/state";
import { type Made, madeOf, outcomeOf } from "../../errors/outcome";
import { Refusal } from "../../errors/refusal";
import { outputsOf } from "../../resource";
import { splitCidr } from "../../values/addresses";
import { policy as policyThing, type Thing } from "../../values/things";
import { linkOutputs } from "./links";

export const outputs = outputsOf(linkOutputs);
type Outputs = z.output<typeof outputs>;

interface Want {
  cidr: string;
  kind: "include" | "exclude";
  profile: string;
  onExisting?: string | undefined;
}

export function wasThere({ profile }: Want): string {
  return `it stays in profile "${profile}": it was there before this program declared it.`;
}

export function isTakenOver({ onExisting }: Want): boolean {
  return onExisting === "adopt" || onExisting === "adoptIfEqual";
}

/** The outputs for a policy that existed before it was added: it belongs to others, unless the program adopts it. */
export function found({ ledger }: ReplicatorAppliance, want: Want, info: (message: string) => void): Outputs {
  // A resource that gives up the policy in this run knows who created it.
  const former = outputs.safeParse(ledger.outputsOf(thingOf(want))).data;
  if (former !== undefined) return former;
  if (isTakenOver(want)) return {};
  info(
    "already exists; destroy leaves it, because another program may manage it. If this program should manage it, " +
      'add: onExisting: "adopt".',
  );
  return { origin: { existed: true } };
}

/** Adds a policy that no reading has shown. The response may say that it already exists. */
export async function add(
  replicator: ReplicatorAppliance,
  want: Want,
  inDoubt: () => void,
  info: (message: string) => void,
): Promise<Outputs> {
  const outcome = await outcomeOf(send(replicator, "policies/add", want));
  if (outcome.is === "inDoubt") inDoubt();
  return madeOf(outcome) === "existed" ? found(replicator, want, info) : {};
}

export function thingOf({ kind, cidr: network, profile }: Want): Thing {
  return policyThing(kind, network, profile);
}

/** The policy under the current name of its profile: a renamed profile keeps its policies. */
export function whereItIs<State extends Want>(replicator: ReplicatorAppliance, state: State): State {
  return { ...state, profile: replicator.ledger.names.now({ profile: state.profile }) };
}

/** Removes a policy that no other resource holds. Returns whether it existed, as far as the replicator shows. */
export async function remove(replicator: ReplicatorAppliance, want: Want): Promise<boolean> {
  const thing = thingOf(want);
  const { configuration } = replicator;
  const command = commandFor("policies/remove", want);
  const state = await configuration.state();
  const isThere = (await configuration.has(command)) || configuration.lists.lackOf({ state }, "policy") !== undefined;
  if (isThere) await replicator.ledger.release([thing], () => configuration.remove(command));
  // Its profile may have been renamed, which this run may learn later.
  else replicator.ledger.removals.giveUp(thing);
  return isThere;
}

/** The form in which a user names a policy for an import. */
export const FORM = "<include or exclude>|<network>|<profile>";

/** Decodes a part of an id. Also accepts what a person may write: text that is not encoded. */
export function decoded(part: string): string {
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

export function placeOf({ kind, cidr: network }: Pick<Want, "cidr" | "kind">): string {
  return [kind, network].map(encodeURIComponent).join("|");
}

/** Whether a reading shows the policy. */
export function shows({ configuration }: ReplicatorAppliance, state: ReplicatorState, want: Want): boolean {
  return configuration.shows(commandFor("policies/add", want), state);
}

/** The policy in the profile that it cannot have beside this one; undefined if there is none. */
export function oppositeTo<Own extends Want>(
  replicator: ReplicatorAppliance,
  state: ReplicatorState,
  want: Own,
): Own | undefined {
  const opposite: Own = { ...want, kind: want.kind === "include" ? "exclude" : "include" };
  return shows(replicator, state, opposite) ? opposite : undefined;
}

/** Removes the opposite policy of the profile if the program takes over what exists. Otherwise refuses. */
export async function makeRoom(replicator: ReplicatorAppliance, state: ReplicatorState, want: Want): Promise<void> {
  const opposite = oppositeTo(replicator, state, want);
  if (opposite === undefined) return;
  if (want.onExisting !== "adopt") {
    throw new Refusal(
      `the profile already has the opposite policy, ${opposite.kind}, for that network, and can have only one. ` +
        'Remove it, or replace it with: onExisting: "adopt".',
    );
  }
  await send(replicator, "policies/remove", opposite);
}

export function send(
  { configuration }: ReplicatorAppliance,
  verb: "policies/add" | "policies/remove",
  want: Want,
): Promise<Made> {
  return configuration.send(commandFor(verb, want));
}

function commandFor<Verb extends "policies/add" | "policies/remove">(verb: Verb, { cidr, profile, kind }: Want) {
  const { address: network, prefix } = splitCidr(cidr);
  return { verb, network, prefix, profile, kind } as const;
}
