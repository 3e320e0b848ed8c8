import type { Item, Refactoring } from "./refactoring";

/** Kinds that cannot be read, so that `adoptIfEqual` cannot be decided. */
const stateOnly: ReadonlySet<string> = new Set([
  "UserGroup",
  "User",
  "UserPreferences",
  "Membership",
  "Permission",
  "PermissionSet",
]);

/** The user who makes the refactoring and writes `onExisting` and `aliases`. */
export class User {
  readonly #adopted = new Set<string>();
  #aliases = false;

  constructor(private readonly refactoring: Refactoring) {}

  /** The former name of each renamed resource, by its new Pulumi name. Empty until the user has written the aliases. */
  get aliases(): Readonly<Record<string, string>> {
    return this.#aliases ? this.refactoring.formerly : {};
  }

  /** The `onExisting` line of a resource. */
  onExisting(slot: string, { kind, inputs }: Pick<Item, "kind" | "inputs">): { onExisting?: string } {
    const { mode } = this.refactoring;
    if (inputs["onExisting"] !== undefined) return {};
    if (this.#adopted.has(slot)) return { onExisting: "adopt" };
    if (mode === "none" || (mode === "adoptIfEqual" && stateOnly.has(kind))) return {};
    return { onExisting: mode };
  }

  /**
   * Reacts to errors that name existing objects. A user who reads that one object exists knows what else was renamed,
   * or may have been created by a killed run. So the user adds the lines for the whole program at once.
   */
  follow(): void {
    const { after, formerly, reaction } = this.refactoring;
    const says = reaction === "aliases" && !this.#aliases;
    const rest = Object.keys(after).filter((slot) => !(says && Object.hasOwn(formerly, slot)));
    for (const slot of rest) this.#adopted.add(slot);
    this.#aliases ||= says;
  }
}
