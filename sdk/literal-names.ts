import * as pulumi from "@pulumi/pulumi";
import { isMisspelling } from "../provider/values/misspelling";

/** The inputs that refer to objects of other resources, and the kind of these. */
export const references: Readonly<Record<string, string>> = {
  profile: "ReplicatorProfile",
  profiles: "ReplicatorProfile",
  members: "User",
  user: "User",
  userGroup: "UserGroup",
  userGroups: "UserGroup",
};

/** A text in a program that names an object. Pulumi does not know that the resource needs another one. */
interface Literal {
  readonly resource: pulumi.Resource;
  readonly input: string;
  readonly isList: boolean;
  readonly kind: string;
  readonly text: string;
  readonly site: unknown;
}

/** What one program declares and names by a text. */
interface Names {
  readonly declared: { readonly kind: string; readonly name: string; readonly site: unknown; readonly title: string }[];
  readonly literals: Literal[];
}

/** By stack, because a process may run several programs. */
const byStack = new WeakMap<pulumi.Resource, Names>();

/** A resource, as {@link noteDeclared} needs it. */
interface Noted {
  readonly given: object;
  readonly name: unknown;
  readonly site: unknown;
  /** Whether the program orders the resource itself, with `dependsOn`. */
  readonly isOrdered: boolean;
}

/**
 * Notes what a resource declares and names. At the end of the program, a text that names an object of the same program
 * is a mistake: nothing orders the two resources, so that an update works or fails by chance.
 */
export function noteDeclared(resource: pulumi.Resource, kind: string, { given, name, site, isOrdered }: Noted): void {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined) return;
  const names = byStack.get(stack) ?? begin(stack);
  const title = `${kind} "${String((resource as { __name?: string }).__name ?? name)}"`;
  if (typeof name === "string") names.declared.push({ kind, name, site, title });
  if (isOrdered) return;
  for (const [input, value] of Object.entries(given)) {
    const of = references[input];
    const texts = of === undefined ? [] : [value].flat().filter((one) => typeof one === "string");
    for (const text of texts) {
      const plain = text.replace(/^name:/u, "");
      names.literals.push({ resource, input, isList: Array.isArray(value), kind: of ?? "", text: plain, site });
    }
  }
}

function begin(stack: pulumi.Resource): Names {
  const names: Names = { declared: [], literals: [] };
  byStack.set(stack, names);
  // The outputs of a stack are known when its program has ended.
  const { outputs } = stack as unknown as { outputs?: pulumi.Output<string> };
  outputs?.apply(() => reportIn(names));
  return names;
}

function reportIn({ declared, literals }: Names): void {
  for (const { resource, input, isList, kind, text, site } of literals) {
    const known = declared.filter((one) => one.kind === kind && one.site === site);
    const exact = known.find(({ name }) => name === text);
    const constant = isList ? `[${text}]` : text;
    const quoted = JSON.stringify(text);
    if (exact !== undefined) {
      const words = `${input}: ${quoted} is ${exact.title} of this program: write ${input}: ${constant}, the resource itself.`;
      void (pulumi.runtime.isDryRun() ? pulumi.log.error(words, resource) : pulumi.log.warn(words, resource));
      continue;
    }
    const near = known.find(({ name }) => isMisspelling(text, name));
    if (near === undefined) continue;
    void pulumi.log.warn(`${input}: ${quoted} is no ${kind} of this program, did you mean ${near.title}?`, resource);
  }
}
