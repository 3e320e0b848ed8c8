import type { Facades } from "../appliance/appliances";
import type { Identity } from "../appliance/identity";
import type { ApplianceKind, ToSet } from "../errors/errors";
import type { World } from "./world";
import { forAll, messageOf, sameMessage } from "../errors/message";
import type { AnyDefinition } from "../resource";
import type { Values } from "../values/inputs";

/** A failed call: what it was about and how far it got. */
export interface FailedCall {
  readonly kind: ApplianceKind;
  readonly site: string | undefined;
  /** What was attempted. */
  readonly what: string;
  /** How messages name the resource: on this appliance or, when others refer to it, without one. */
  readonly title: (identity: Identity | undefined) => string;
  readonly identity: Identity | undefined;
  /** Undefined if the configuration has no such appliance. */
  readonly facade?: Facades[ApplianceKind] | undefined;
}

/**
 * The message of a failed call. An error that concerns every resource of an appliance is shown in full for the first
 * resource in a command, and the others refer to that one.
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

/** How messages name a resource: `<Kind> "<name>" on <host> (site <site>)`. */
export function titleOf(
  { kind, label }: Pick<AnyDefinition, "kind" | "label">,
  subject: Values,
  identity: Identity | undefined,
): string {
  return placed(`${kind} "${label(subject)}"`, subject["site"], identity);
}

/** As `titleOf`, with a given title of the object. */
export function placed(title: string, site: unknown, identity: Identity | undefined): string {
  const host = identity === undefined ? "" : ` on ${identity.host}`;
  return `${title}${host}${typeof site === "string" ? ` (site ${site})` : ""}`;
}
