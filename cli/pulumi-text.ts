/** A resource as its URN names it. */
export interface Named {
  readonly stack: string;
  readonly project: string;
  /** E.g. `pulumi-nodejs:dynamic/flowgate:IpGroup`. */
  readonly type: string;
  /** The name in the program. */
  readonly name: string;
}

/** The parts of `urn:pulumi:<stack>::<project>::<parent types>$<type>::<name>`. */
export function namedBy(urn: string): Named {
  const [head = "", project = "", types = "", ...name] = urn.split("::");
  const stack = head.replace(/^urn:pulumi:/u, "");
  return { stack, project, type: types.split("$").at(-1) ?? "", name: name.join("::") };
}

/** The kind in the type of a resource of this package: a dynamic one, or one that the provider plugin serves. */
export function kindOfType(type: string): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/flowgate|flowgate:index):(\w+)$/u.exec(type)?.[1];
}

/** The type of the dynamic resources of a kind. */
export function dynamicType(kind: string): string {
  return `pulumi-nodejs:dynamic/flowgate:${kind}`;
}

/** The type of the resources of a kind that the provider plugin serves. */
export function pluginType(kind: string): string {
  return `flowgate:index:${kind}`;
}

/** The text that leads a state to the provider of a kind. */
export function providerText(kind: string): string {
  return `exports.handler = () => require("pulumi-flowgate/provider").kind("${kind}")`;
}

/** JSON as data; undefined for what is none, which a schema then refuses like any other value of another form. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
