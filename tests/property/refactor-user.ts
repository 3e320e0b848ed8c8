import type { Item, Refactoring } from "./refactoring";

/** Kinds that cannot be read, for which `adoptIfEqual` cannot be decided. */
const stateOnly: ReadonlySet<string> = new Set([
  "UserGroup",
  "User",
  "UserPreferences",
  "Membership",
  "Permission",
  "PermissionSet",
]);

/** Who makes the refactoring: writes the lines about existing objects and about former names. */
export class User {
  readonly #adopted = new Set<string>();
  #aliases = false;

  constructor(private readonly refactoring: Refactoring) {}

  /** By the Pulumi name of each resource that was renamed in the program the former one, once the user has said so. */
  get aliases(): Readonly<Record<string, string>> {
    return this.#aliases ? this.refactoring.formerly : {};
  }

  /** The line about existing objects that a resource has. */
  onExisting(slot: string, { kind, inputs }: Pick<Item, "kind" | "inputs">): { onExisting?: string } {
    const { mode } = this.refactoring;
    if (inputs["onExisting"] !== undefined) return {};
    if (this.#adopted.has(slot)) return { onExisting: "adopt" };
    if (mode === "none" || (mode === "adoptIfEqual" && stateOnly.has(kind))) return {};
    return { onExisting: mode };
  }

  /**
   * Follows errors that name what exists. Who reads that one object does knows what else was renamed, or may have been
   * made by a run that was killed, and says so for the whole program at once.
   */
  follow(): void {
    const { after, formerly, reaction } = this.refactoring;
    const says = reaction === "aliases" && !this.#aliases;
    const rest = Object.keys(after).filter((slot) => !(says && Object.hasOwn(formerly, slot)));
    for (const slot of rest) this.#adopted.add(slot);
    this.#aliases ||= says;
  }
}
