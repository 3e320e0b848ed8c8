import * as pulumi from "@pulumi/pulumi";
import { withoutStack } from "./errors";

/** Who declared what: the identity of an object, and the title of the resource that has it. */
type Owners = Map<string, string>;

/** What names an object, by input, once all of it is known. */
export type IdentityInputs = Readonly<Record<string, unknown>>;

/** Something that only one resource of a program may have. */
export interface UniqueThing {
  /** What it is, so that claims of different things never meet. */
  thing: string;
  /** The inputs that name it; may hold outputs. */
  identity: IdentityInputs;
  /** One spelling for identities that mean the same; undefined where nothing is claimed after all. */
  spell(identity: IdentityInputs): readonly unknown[] | undefined;
  /** What is wrong with a second claim, and what to do. */
  conflict(owner: string): string;
}

/** A process may run several programs (the Automation API does), one stack each. */
const ownersByStack = new WeakMap<pulumi.Resource, Owners>();

/**
 * Makes a second resource for the same thing an error, in the preview and before any request: both would be right on
 * their own, and each `up` would undo one with the other. Values that are not known yet are compared once they are. In
 * unit tests of programs, which have no stack, nothing is claimed: every test declares its objects anew.
 */
export function claim(
  resource: pulumi.Resource,
  title: string,
  { thing, identity, spell, conflict }: UniqueThing,
): void {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined) return;
  const owners = ownersOf(stack);
  pulumi.output(identity).apply((values) => {
    const words = spell(values);
    if (words !== undefined) take(owners, [thing, ...words], { resource, title, conflict });
  });
}

/** The same for many objects that one resource declares by name, as the keys of one of its inputs. */
export function claimNames(
  resource: pulumi.Resource,
  title: string,
  { thing, site, names }: { thing: string; site: unknown; names: unknown },
): void {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined) return;
  const owners = ownersOf(stack);
  const identity: IdentityInputs = { site, names };
  pulumi.output(identity).apply((values) => {
    for (const name of Object.keys(Object(values["names"]) as object)) {
      const conflict = (owner: string): string =>
        `${title} declares the ${thing} ${JSON.stringify(name)}, and so does ${owner} in this program. Remove one of them.`;
      take(owners, [thing, values["site"], name], { resource, title, conflict });
    }
  });
}

function take(
  owners: Owners,
  words: readonly unknown[],
  { resource, title, conflict }: { resource: pulumi.Resource; title: string; conflict: (owner: string) => string },
): void {
  const key = JSON.stringify(words.map(textOf));
  const owner = owners.get(key);
  if (owner !== undefined) throw withoutStack(new pulumi.ResourceError(conflict(owner), resource, true));
  owners.set(key, title);
}

/** One text for equal values: numbers and their texts are one, and so are objects with their keys in any order. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "object") return typeof value === "string" ? value : JSON.stringify(value);
  const entries = Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1));
  return JSON.stringify(entries.map(([key, item]) => [key, textOf(item)]));
}

function ownersOf(stack: pulumi.Resource): Owners {
  const owners = ownersByStack.get(stack) ?? new Map<string, string>();
  ownersByStack.set(stack, owners);
  return owners;
}
