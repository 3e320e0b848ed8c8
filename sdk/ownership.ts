import * as pulumi from "@pulumi/pulumi";
import { sameName } from "../provider/values/identities";
import { withoutStack } from "./errors";

/** Owners of objects: the title of the declaring resource, by the identity of the object. */
type Owners = Map<string, string>;

/** The inputs that identify an object, with all values known. */
export type IdentityInputs = Readonly<Record<string, unknown>>;

/** Something that only one resource of a program may own. */
export interface UniqueThing {
  /** Kind of the thing. Claims of different kinds never conflict. */
  thing: string;
  /** The inputs that identify it; may hold outputs. */
  identity: IdentityInputs;
  /** One spelling for equal identities. Undefined if there is nothing to claim. */
  spell(identity: IdentityInputs): readonly unknown[] | undefined;
  /** Error message for a second claim: what is wrong, and what to do. */
  conflict(owner: string): string;
}

/** By stack, because a process may run several programs (the Automation API does), one stack each. */
const ownersByStack = new WeakMap<pulumi.Resource, Owners>();

/**
 * Throws if a second resource claims the same thing, in the preview and before any request. Each resource would be
 * valid on its own, but every `up` would undo one with the other. Unknown values are compared as soon as they are
 * known. In unit tests of programs, which have no stack, nothing is claimed: every test declares its objects anew.
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

/** Like `claim`, for many objects that one resource declares by name, as the keys of one of its inputs. */
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
      const conflict = (owner: string): string => sameName(title, thing, name, owner);
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

/**
 * Returns the same text for equal values: a number equals its text, and the order of an object's keys does not matter.
 */
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
