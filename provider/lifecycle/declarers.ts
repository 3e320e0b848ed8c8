import { createHash } from "node:crypto";
import type { Values } from "../values/inputs";

/** Name and place of a resource in the program. */
export interface Declared {
  /** Its Pulumi name. */
  readonly name: string;
  /** Type of its parent; undefined if it has none. */
  readonly parent?: string | undefined;
}

/**
 * The Pulumi names of the resources of one kind, by their inputs. The engine passes the name to `check` only. A later
 * call with the same inputs finds it here, for the messages of other resources that find the same object.
 */
export class Declarers {
  readonly #names = new Map<string, Declared>();

  constructor(private readonly kind: string) {}

  /** `inputs` must be in canonical form. */
  remember(inputs: Values, declared: Declared): void {
    this.#names.set(digest(inputs), declared);
  }

  /** How messages name the resource that declares these inputs; undefined if none was checked in this run. */
  titleOf(inputs: Values): string | undefined {
    const name = this.#names.get(digest(inputs))?.name;
    return name === undefined ? undefined : `${this.kind} "${name}"`;
  }

  /** Type of the parent of the resource that declares these inputs; undefined if it has none, or is not known. */
  parentOf(inputs: Values): string | undefined {
    return this.#names.get(digest(inputs))?.parent;
  }
}

/** Inputs may hold secrets and thousands of rules, so only a digest of them is kept. */
function digest(inputs: Values): string {
  return createHash("sha256").update(JSON.stringify(inputs)).digest("base64");
}
