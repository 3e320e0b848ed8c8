import type { DeletionLimit } from "../config/environment";
import { deletionText, MAX_DELETES_VARIABLE } from "../errors/deletions";
import { Refusal } from "../errors/refusal";
import type { AnyDefinition, State } from "../resource";
import type { Values } from "../values/inputs";
import { namePattern } from "../values/names";
import { spelled, type Thing } from "../values/things";

/** Things that count one by one, although a resource may hold many of them. */
const rights = ["permission", "membership"];

/**
 * The names of the objects that a change takes away: groups of an `IpGroups`, and rights, one by one. Otherwise the
 * object itself. What existed before its resource stays. Pure.
 *
 * @param want undefined if the whole resource is deleted
 * @param isMoved whether another resource declares the object of a name, which keeps it
 */
function lossesOf(
  definition: AnyDefinition,
  state: State<Values, Values>,
  want: Values | undefined,
  isMoved: (name: string) => boolean,
): readonly string[] {
  const { inputs } = state;
  const things = definition.holds?.(inputs, state) ?? [];
  const isOurs = inputs["onExisting"] === "adopt";
  const isRight = ({ what }: Thing): boolean => rights.includes(what);
  const held = things.filter((thing) => isRight(thing) && (isOurs || thing.existed !== true));
  if (want === undefined) {
    const parts = definition.parts?.(inputs);
    if (parts !== undefined) return parts.map(({ label }) => label);
    const isOfRights = things.length > 0 && things.every(isRight);
    return isOfRights ? held.map(({ title }) => title) : [definition.label(inputs)];
  }
  const kept = new Set((definition.holds?.(want, state) ?? []).map(spelled));
  const withdrawn = held.filter((thing) => !kept.has(spelled(thing)));
  const dropped = (definition.drops?.(state, want) ?? []).filter(({ name }) => !isMoved(name));
  return [...dropped.map(({ name }) => name), ...withdrawn.map(({ title }) => title)];
}

/**
 * Limits what one command deletes. An object counts once: its resource asks for the diff, and again for the change
 * itself. A deletion that was allowed and not made still counts.
 */
export class Guard {
  readonly #protected: readonly RegExp[];

  constructor(
    private readonly limit: DeletionLimit,
    /** The objects that this command may delete. All guards of a process share them. */
    private readonly allowed: Set<string>,
  ) {
    this.#protected = limit.protect.map(namePattern);
  }

  /** Throws a Refusal if a resource must not delete what a change of it takes away. Sends nothing. */
  check(
    definition: AnyDefinition,
    state: State<Values, Values>,
    want?: Values,
    isMoved: (name: string) => boolean = () => false,
  ): void {
    const { most, from, protectedBy } = this.limit;
    if (most === undefined && this.#protected.length === 0) return;
    const names = lossesOf(definition, state, want, isMoved);
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
