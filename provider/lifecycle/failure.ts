import type { Facades } from "../appliance/appliances";
import type { Identity } from "../appliance/identity";
import type { ApplianceKind, ToSet } from "../errors/errors";
import type { World } from "./world";
import { forAll, messageOf, sameMessage } from "../errors/message";
import { PartlyDoneError, Refusal } from "../errors/refusal";
import type { AnyDefinition } from "../resource";
import type { Values } from "../values/inputs";
import { redact } from "../values/secret";

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
 * Makes one attempt on its appliance. Its info lines and its failure name the resource. An object that was changed in
 * part has a message of its own.
 */
export async function onAppliance<T>(
  world: Pick<World, "appliance" | "info" | "toSet" | "reported">,
  attempt: Attempt,
  work: (facade: Facade, info: (message: string) => void) => Promise<T>,
): Promise<T> {
  let reached: Facade | undefined;
  try {
    const facade = world.appliance(attempt.kind, attempt.site);
    reached = facade;
    return await work(facade, (message) => {
      world.info(`${attempt.title(facade.identity)}: ${redact(message)}`);
    });
  } catch (error) {
    throw error instanceof PartlyDoneError ? error : failureOf(world, attempt, error, reached?.identity, reached);
  }
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
