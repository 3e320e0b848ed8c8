import * as pulumi from "@pulumi/pulumi";

/** Who declared what in this program: the identity of an object, and the Pulumi name of the resource that has it. */
const owners = new Map<string, string>();

/**
 * Makes a second resource for the same object an error, in the preview and before any request: both would be right on
 * their own, and each `up` would undo one with the other. Values that are not known yet are compared once they are.
 */
export function claim(resource: pulumi.Resource, kind: string, name: string, identity: readonly unknown[]): void {
  pulumi.all(identity as pulumi.Input<unknown>[]).apply((values) => {
    const key = JSON.stringify([kind, ...values.map((value) => (value === undefined ? null : String(value)))]);
    const owner = owners.get(key);
    if (owner !== undefined && owner !== name) {
      const words = `${kind} "${name}" declares the same object as ${kind} "${owner}" in this program. Remove one of them.`;
      throw new pulumi.ResourceError(words, resource, true);
    }
    owners.set(key, name);
  });
}
