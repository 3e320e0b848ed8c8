import * as pulumi from "@pulumi/pulumi";
import { withoutStack } from "./errors";

/** Who declared what: the identity of an object, and the Pulumi name of the resource that has it. */
type Owners = Map<string, string>;

/** A process may run several programs (the Automation API does), one stack each. */
const ownersByStack = new WeakMap<object, Owners>();
/** Stands for the stack where there is none, as in unit tests of programs. */
const noStack = {};

/**
 * Makes a second resource for the same object an error, in the preview and before any request: both would be right on
 * their own, and each `up` would undo one with the other. Values that are not known yet are compared once they are.
 */
export function claim(resource: pulumi.Resource, kind: string, name: string, identity: readonly unknown[]): void {
  const owners = ownersOfThisProgram();
  pulumi.all(identity as pulumi.Input<string | number | undefined>[]).apply((values) => {
    const key = JSON.stringify([kind, ...values.map((value) => (value === undefined ? null : String(value)))]);
    const owner = owners.get(key);
    if (owner !== undefined) {
      const words = `${kind} "${name}" declares the same object as ${kind} "${owner}" in this program. Remove one of them.`;
      throw withoutStack(new pulumi.ResourceError(words, resource, true));
    }
    owners.set(key, name);
  });
}

function ownersOfThisProgram(): Owners {
  const stack = pulumi.runtime.getStackResource() ?? noStack;
  const owners = ownersByStack.get(stack) ?? new Map<string, string>();
  ownersByStack.set(stack, owners);
  return owners;
}
