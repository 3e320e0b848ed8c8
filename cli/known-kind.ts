import { kinds, type Kind } from "../site/kinds";
import { kindOfType } from "./pulumi-text";

/** The kind of a resource by its type; undefined for components and the resources of other packages. */
export function knownKind(type: string): Kind | undefined {
  const name = kindOfType(type);
  return kinds.find((kind) => kind === name);
}
