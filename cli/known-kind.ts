import { kinds, type Kind } from "../lib/site/kinds";
import { kindOfType } from "./pulumi-text";

/** The kind of a resource by its type. Undefined for components and for resources of other packages. */
export function knownKind(type: string): Kind | undefined {
  const name = kindOfType(type);
  return kinds.find((kind) => kind === name);
}
