import type { Removal } from "../../appliance/gateway/accounts";
import type { Linked } from "../../appliance/gateway/links";
import type { Memberships } from "../../appliance/gateway/user-links";
import type { Progress, Result } from "../../resource";
import { accountText } from "../../values/numbers";
import type { MembershipThing } from "../../values/things";
import { linkedBy, linksOutputs, noteEntries, type LinksOutputs } from "./links";

/** A user or a user group of the state, with the other ends of its memberships. */
interface Account<Outputs> {
  readonly id: string;
  readonly outputs: Outputs;
  /** The other ends according to the state. */
  readonly others: readonly string[] | undefined;
  /** The membership with an other end. */
  readonly linkOf: (other: string) => MembershipThing;
}

/** Brings the memberships of an account to the wanted ones. `inputsOf` returns the inputs that describe them. */
export async function convergeMemberships<Want, Outputs extends LinksOutputs<string>>(
  memberships: Memberships,
  { id, outputs, others, linkOf }: Account<Outputs>,
  { wanted, onExisting }: { wanted: readonly string[]; onExisting: string | undefined },
  inputsOf: (others: string[]) => Partial<Want>,
  { recordPartial, info }: Pick<Progress<Want, Outputs>, "recordPartial" | "info">,
): Promise<Result<Want, Outputs>> {
  const outputsOf = (links: Linked<string>): Outputs => ({ ...outputs, ...linksOutputs(links) });
  const known = linkedBy(others, outputs);
  const now = await memberships.converge(known, { wanted, isOurs: onExisting === "adopt" }, linkOf, (soFar) => {
    recordPartial({ id, outputs: outputsOf(soFar), inputs: inputsOf([...soFar.items]) });
  });
  noteEntries(known.existed.map(accountText), now.existed.map(accountText), info, onExisting);
  return { id, outputs: outputsOf(now) };
}

/**
 * Says why the removal of an account left it, and returns whether it was gone already. An account that another resource
 * keeps loses the memberships of ours.
 */
export async function afterRemoval(
  memberships: Memberships,
  removal: Removal | "theirs",
  { outputs, others = [], linkOf }: Omit<Account<LinksOutputs<string>>, "id">,
  theirs: string,
  info: (message: string) => void,
): Promise<"gone" | undefined> {
  if (removal === "theirs") info(theirs);
  if (removal === "existed") return "gone";
  if (removal !== "kept") return undefined;
  const ours = others.filter((other) => outputs.origin?.existed?.includes(other) !== true);
  await Promise.all(ours.map((other) => memberships.remove(linkOf(other))));
  return undefined;
}
