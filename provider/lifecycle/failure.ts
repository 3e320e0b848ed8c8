import type { Facades } from "../appliance/facades";
import type { Identity } from "../appliance/identity";
import type { ApplianceKind, ToSet } from "../errors";
import type { World } from "../world";
import { forAll, messageOf, sameMessage } from "../message";

/** A call that failed: what it was about and how far it came. */
export interface FailedCall {
  readonly kind: ApplianceKind;
  readonly site: string | undefined;
  /** What was tried. */
  readonly what: string;
  /** What messages call the resource: on this appliance, or without one, as others point to it. */
  readonly title: (identity: Identity | undefined) => string;
  readonly identity: Identity | undefined;
  /** Undefined where the configuration has no such appliance. */
  readonly facade?: Facades[ApplianceKind] | undefined;
}

/**
 * The message of a failed call. What every resource of an appliance meets is shown in full for the first one in a command,
 * and the others point to it.
 */
export function failureMessage(
  world: Pick<World, "toSet" | "reported">,
  error: unknown,
  { kind, site, what, title, identity, facade }: FailedCall,
): string {
  const toSet: ToSet = (key, value) => world.toSet(kind, site, key, value);
  const text = forAll(error, toSet);
  const first = text === undefined ? undefined : world.reported.before(facade, text, title(undefined));
  if (first !== undefined) return sameMessage(error, title(identity), first);
  return messageOf(error, title(identity), what, toSet);
}
