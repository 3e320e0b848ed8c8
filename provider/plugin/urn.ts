import { definitionOf, kinds } from "../registry";

/** The kind in `urn:pulumi:<stack>::<project>::<parent type>$<package>:index:<Kind>::<name>`. */
export function kindIn(urn: string): string {
  return /:([^:$]+)$/u.exec(urn.split("::")[2] ?? "")?.[1] ?? "";
}

/** The Pulumi name of the resource. */
export function nameIn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** Type of the parent of the resource; undefined if that is the stack. */
export function parentTypeIn(urn: string): string | undefined {
  return urn.split("::")[2]?.split("$").at(-2);
}

/** The URN of the resource in a message of the engine; empty if the message has none. */
export function urnOf(request: unknown): string {
  if (typeof request !== "object" || request === null || !("getUrn" in request)) return "";
  return (request as { getUrn(): string | undefined }).getUrn() ?? "";
}

/** The secret inputs of the resource with this URN. */
export function secretsOf(urn: string): readonly string[] {
  const kind = kinds.find((one) => one === kindIn(urn));
  return kind === undefined ? [] : (definitionOf(kind).secrets ?? []);
}
