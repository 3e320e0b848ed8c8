import { createHash } from "node:crypto";
import type { Values } from "./values/inputs";

/**
 * The Pulumi names of the resources of one kind, by what they declare. The engine says the name to `check` only; a later
 * call about the same inputs finds it here, for messages of others that meet the resource.
 */
export class Declarers {
  readonly #names = new Map<string, string>();

  constructor(private readonly kind: string) {}

  /** `inputs` in canonical form. */
  remember(inputs: Values, name: string): void {
    this.#names.set(digest(inputs), name);
  }

  /** What messages call the resource that declares these inputs; undefined where none was checked in this run. */
  titleOf(inputs: Values): string | undefined {
    const name = this.#names.get(digest(inputs));
    return name === undefined ? undefined : `${this.kind} "${name}"`;
  }
}

/** Inputs may hold secrets and thousands of rules, so they are not kept themselves. */
function digest(inputs: Values): string {
  return createHash("sha256").update(JSON.stringify(inputs)).digest("base64");
}
