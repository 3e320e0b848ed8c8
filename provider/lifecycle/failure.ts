import type { Facades } from "../appliance/appliances";
import type { Identity } from "../appliance/identity";
import type { ApplianceKind, ToSet } from "../errors/errors";
import type { World } from "./world";
import { forAll, messageOf, sameMessage } from "../errors/message";
import { Refusal } from "../errors/refusal";
import type { AnyDefinition } from "../resource";
import type { Values } from "../values/inputs";

export type Facade = Facades[ApplianceKind];

/** One call about a resource, for messages. */
export interface Attempt {
  readonly kind: ApplianceKind;
  readonly site: string | undefined;
  /** What is attempted. */
  readonly what: string;
  /** How messages name the resource: on this appliance or, when others refer to it, without one. */
  readonly title: (identity: Identity | undefined) => string;
}

/**
 * The error of a failed attempt. What concerns every resource of an appliance is said in full for the first resource in
 * a command, and the others refer to that one. `facade` is undefined if the configuration has no such appliance.
 */
export function failureOf(
  world: Pick<World, "toSet" | "reported">,
  { kind, site, what, title }: Attempt,
  error: unknown,
  identity: Identity | undefined,
  facade?: Facade,
): Refusal {
  const toSet: ToSet = (key, value) => world.toSet(kind, site, key, value);
  const text = forAll(error, toSet);
  const first = text === undefined ? undefined : world.reported.before(facade, text, title(undefined));
  const message =
    first === undefined ? messageOf(error, title(identity), what, toSet) : sameMessage(error, title(identity), first);
  return new Refusal(message, { cause: error });
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
