import { definitionOf, kinds } from "../registry";

/** The kind in `urn:pulumi:<stack>::<project>::<parent type>$<package>:index:<Kind>::<name>`. */
export function kindIn(urn: string): string {
  return /:([^:$]+)$/u.exec(urn.split("::")[2] ?? "")?.[1] ?? "";
}

/** The Pulumi name of the resource. */
export function nameIn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** The resource that a message of the engine is about; empty where it is about none. */
export function urnOf(request: unknown): string {
  if (typeof request !== "object" || request === null || !("getUrn" in request)) return "";
  return (request as { getUrn(): string | undefined }).getUrn() ?? "";
}

/** The inputs that are secret of the resource that an URN names. */
export function secretsOf(urn: string): readonly string[] {
  const kind = kinds.find((one) => one === kindIn(urn));
  return kind === undefined ? [] : (definitionOf(kind).secrets ?? []);
}
