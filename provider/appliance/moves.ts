import { setTimeout as sleep } from "node:timers/promises";
import { spelled, type Thing } from "../values/things";

/**
 * Milliseconds without a further registration after which those of a run count as complete, unless one waits for a
 * result. Measured: docs/internals/decisions/0039-moved-groups.md.
 */
const QUIET_MS = 500;

/** When the engine last registered a resource of the program, whatever its kind and appliance. */
export class Registrations {
  #last = Number.NEGATIVE_INFINITY;

  seen(): void {
    this.#last = performance.now();
  }

  /** Resolves when the engine has registered no resource for a while. */
  async atRest(): Promise<void> {
    for (;;) {
      const left = this.#last + QUIET_MS - performance.now();
      if (left <= 0) return;
      await sleep(left);
    }
  }
}

/**
 * What the resources of one run declare on one appliance, and what they no longer declare: an object that one resource
 * drops and another one declares is not deleted, and keeps its number.
 */
export class Moves {
  /** How messages name the resource that declares an object, by the name of the object. */
  readonly #declarers = new Map<string, string>();
  /** Numbered objects of a state that their resource no longer declares, by their spelling. */
  readonly #dropped = new Map<string, Dropped>();

  constructor(readonly registrations = new Registrations()) {}

  clear(): void {
    this.#declarers.clear();
    this.#dropped.clear();
  }

  /** Records that a checked resource declares an object. Returns the object if another resource has dropped it. */
  declare(name: string, holder: string): Dropped | undefined {
    this.#declarers.set(name, holder);
    return [...this.#dropped.values()].find((one) => one.name === name && one.holder !== holder);
  }

  /** The resource of the program that declares an object of this name. */
  declarerOf(name: string): string | undefined {
    return this.#declarers.get(name);
  }

  /** Records that a resource which stays in the program no longer declares an object of its state. */
  drop(dropped: Dropped): void {
    this.#dropped.set(spelled(dropped.thing), dropped);
  }

  isDropped(thing: Thing): boolean {
    return this.#dropped.has(spelled(thing));
  }
}

/** How messages name a numbered object: by its name and number. */
export function titled({ name, thing }: Pick<Dropped, "name" | "thing">): string {
  const [number] = thing.parts;
  return typeof number === "string" ? `${name} ${number}` : name;
}

/** An object of a state that its resource no longer declares. */
export interface Dropped {
  readonly name: string;
  readonly thing: Thing;
  /** How messages name the resource that drops it. */
  readonly holder: string;
}
