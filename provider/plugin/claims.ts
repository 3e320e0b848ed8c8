import { definitionOf, type Kind } from "../registry";
import { identities, sameName, sameObject } from "../values/identities";
import { Inputs, type Values } from "../values/inputs";
import { hasUnknown } from "../values/schema";

/** A resource of the program. */
interface Owner {
  readonly urn: string;
  readonly title: string;
}

/** Something that only one resource of a program may declare. */
interface Claim {
  readonly thing: readonly unknown[];
  /** The error message for a second resource. */
  conflict(title: string, owner: string): string;
}

/**
 * What the resources of a run declare. SDKs other than that for TypeScript cannot compare the resources of a program,
 * but the checks of all of them pass here. The check of a resource may run several times.
 */
export class Claims {
  readonly #owners = new Map<string, Owner>();

  /** Records what a resource declares. Returns an error for everything that another resource declares too. */
  conflicts(kind: Kind, urn: string, name: string, inputs: Values): string[] {
    const own: Owner = { urn, title: `${kind} "${name}"` };
    return claimsOf(kind, new Inputs(definitionOf(kind).inputs).canonical(inputs)).flatMap(({ thing, conflict }) => {
      if (hasUnknown(thing)) return [];
      const key = JSON.stringify(thing);
      const owner = this.#owners.get(key);
      if (owner !== undefined && owner.urn !== urn) return [conflict(own.title, owner.title)];
      this.#owners.set(key, own);
      return [];
    });
  }
}

/** What a resource with these inputs, in canonical form, declares. */
function claimsOf(kind: Kind, inputs: Values): Claim[] {
  const site = inputs["site"];
  if (kind === "IpGroups") {
    const names = Object.keys(Object(inputs["groups"]) as object);
    return names.map((name) => ({
      thing: ["IpGroup", site, name],
      conflict: (title, owner) => sameName(title, "IpGroup", name, owner),
    }));
  }
  return [{ thing: [kind, site, ...identities[kind].map((key) => inputs[key])], conflict: sameObject }];
}
