import { kinds, type Kind } from "../../provider/registry";

/** The parts of a URN that identify a resource. */
export interface Named {
  readonly stack: string;
  readonly project: string;
  /** E.g. `pulumi-nodejs:dynamic/flowgate:IpGroup`. */
  readonly type: string;
  /** Its name in the program. */
  readonly name: string;
}

/** Parses `urn:pulumi:<stack>::<project>::<parent types>$<type>::<name>`. */
export function namedBy(urn: string): Named {
  const [head = "", project = "", types = "", ...name] = urn.split("::");
  const stack = head.replace(/^urn:pulumi:/u, "");
  return { stack, project, type: types.split("$").at(-1) ?? "", name: name.join("::") };
}

/** The kind in the type of a resource of this package, dynamic or of the provider plugin. */
export function kindOfType(type: string): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/flowgate|flowgate:index):(\w+)$/u.exec(type)?.[1];
}

/** The kind of a resource by its type. Undefined for components and for resources of other packages. */
export function knownKind(type: string): Kind | undefined {
  const name = kindOfType(type);
  return kinds.find((kind) => kind === name);
}
