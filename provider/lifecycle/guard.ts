import type { DeletionLimit } from "../config/environment";
import { deletionText, MAX_DELETES_VARIABLE } from "../errors/message";
import { Refusal } from "../errors/refusal";
import type { AnyDefinition, State } from "../kinds/definition";
import type { Values } from "../values/inputs";
import { namePattern } from "../values/names";

/**
 * Limits what one command deletes. An object counts once: its resource asks for the diff, and again for the change
 * itself. A deletion that was allowed and not made still counts.
 */
export class Guard {
  readonly #protected: readonly ReturnType<typeof namePattern>[];

  constructor(
    private readonly limit: DeletionLimit,
    /** The objects that this command may delete. All guards of a process share them. */
    private readonly allowed: Set<string>,
  ) {
    this.#protected = limit.protect.map(namePattern);
  }

  /** Throws a Refusal if a resource must not delete what a change of it takes away. Sends nothing. */
  check(definition: AnyDefinition, state: State<Values, Values>, want?: Values): void {
    const { most, from, protectedBy } = this.limit;
    const isDeleted = want === undefined && definition.stays?.(state) !== true;
    const names = definition.losses?.(state, want) ?? (isDeleted ? [definition.label(state.inputs)] : []);
    const kept = names.filter((name) => this.#protected.some((pattern) => pattern.test(name)));
    if (kept.length > 0) {
      throw new Refusal(
        `${deletionText(kept)}, which ${protectedBy} protects. Nothing was sent. To delete, remove the pattern there.`,
      );
    }
    if (most === undefined || names.length === 0) return;
    const place = [state.outputs["appliance"], definition.kind, state.id];
    const keys = names.map((name) => JSON.stringify([...place, name]));
    const before = this.allowed.size - keys.filter((key) => this.allowed.has(key)).length;
    if (before + keys.length > most) {
      const already = before === 0 ? "" : ` besides ${String(before)} of other resources`;
      throw new Refusal(
        `${deletionText(names)}${already}, and ${from} allows ${String(most)} in one command. Nothing was sent. To ` +
          `allow it once, set ${MAX_DELETES_VARIABLE} to the number of deletions for one pulumi command.`,
      );
    }
    for (const key of keys) this.allowed.add(key);
  }
}
