import type { Identity } from "../appliance/identity";
import type { AnyDefinition } from "../resource";
import type { Values } from "../values/inputs";

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
