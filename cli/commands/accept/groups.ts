import { groupOf } from "../../../lib/site/bulk";
import { listOf, type Values } from "../../../provider/values/inputs";
import { changeOf, make, memberAt, type Change, type Form, type Obstacle } from "./change";
import { mentions } from "./model-paths";
import type { Placed } from "./run";
import type { Draft, Member, Piece } from "./source";
import { keyText } from "./typescript";
import { byChildren, objectOf, type Wish } from "./wish";

/** The groups of an `IpGroups` in a program. */
export class GroupSet {
  /** Names of the groups by their number, as the edited program has them. */
  readonly #names: Map<string, { label: string }>;
  readonly #groups: Readonly<Record<string, Values>>;
  readonly #draft: Draft;
  readonly #ids: Values;
  /** Where the program lists the groups. */
  readonly #listed: Piece | undefined;
  readonly #obstacle: Obstacle;

  constructor(
    { draft, placed }: { readonly draft: Draft; readonly placed: Placed },
    inputs: Piece | Obstacle,
    wishes: readonly Wish[],
    private readonly form: Form,
  ) {
    this.#draft = draft;
    this.#ids = placed.outputs["groupIds"] as Values;
    this.#groups = (placed.inputs["groups"] ?? {}) as Readonly<Record<string, Values>>;
    this.#listed = "why" in inputs ? undefined : memberAt(inputs, ["groups"])?.member.value;
    this.#obstacle = "why" in inputs ? inputs : { at: inputs.start, why: "its groups are not literals here" };
    this.#names = new Map(Object.keys(this.#groups).map((label) => [this.#idOf(label), { label }]));
    for (const { held, id, live } of wishes) {
      if (held?.urn === placed.urn && live !== undefined) this.#names.set(id, { label: String(live["name"]) });
    }
  }

  /** Makes a new group one of the set, so that others may name it. */
  join({ id, label }: Wish): void {
    this.#names.set(id, { label });
  }

  add(wish: Wish): Obstacle | undefined {
    if (this.#listed?.members === undefined) return this.#obstacle;
    const { name: _, rules, ...rest } = groupOf(objectOf(wish), this.#names);
    const own = listOf(rules).map((one) => this.form("rules", one));
    const value = { ...(own.length === 0 ? {} : { rules: own }), ...rest };
    this.#draft.add(this.#listed, this.#draft.source.spell(this.#listed, wish.label, value));
    return undefined;
  }

  change({ kind, label, status, changes, live = {} }: Wish): Obstacle | undefined {
    if (this.#listed?.members === undefined) return this.#obstacle;
    const found = memberAt(this.#listed, [label]);
    if (found === undefined) return { ...this.#obstacle, why: `"${label}" is not a literal here` };
    if (status === "missing") {
      this.#draft.remove(found.around, found.member);
      return undefined;
    }
    const inputs = this.#groups[label] ?? {};
    for (const one of changes.flatMap((change) => byChildren(change, (rule) => this.#childOf(rule, inputs)))) {
      const change = changeOf(kind, one, { inputs, above: [label], form: this.form });
      const obstacle =
        one.input === "name"
          ? this.#rename(found.member, this.#listed, { label, name: String(live["name"]) })
          : make(this.#draft, this.#listed, one.input === "children" ? this.#ofChildren(change) : change);
      if (obstacle !== undefined) return obstacle;
    }
    return undefined;
  }

  /** The number of a group by its name here, or the text of a child that is a number itself. */
  #idOf(name: unknown): string {
    return String(this.#ids[String(name)] ?? name);
  }

  /** Children are names here, and numbers in a wish. */
  #ofChildren(change: Change): Change {
    const form = (id: unknown): unknown => this.#names.get(String(id))?.label ?? Number(id);
    return { ...change, textOf: (child) => this.#idOf(child), form };
  }

  /** The number of a child that is a group of the set, or that the group lists by its number; else it is a rule. */
  #childOf(rule: unknown, { children }: Values): string | undefined {
    const { type, groupId } = rule as Values;
    const id = String(groupId);
    const isListed = this.#names.has(id) || listOf(children).some((child) => this.#idOf(child) === id);
    return type === "child" && isListed ? id : undefined;
  }

  /** Renames a group and what names it. Its former name keeps it the same group. */
  #rename(
    { named, value }: Member,
    listed: Piece,
    { label, name }: { label: string; name: string },
  ): Obstacle | undefined {
    if (named === undefined || named.start === value.start) {
      return { ...this.#obstacle, why: `"${label}" is not a key here` };
    }
    this.#draft.replace(named, keyText(name), listed);
    for (const { around, member } of mentions(listed, "children", label)) {
      this.#draft.replace(member, this.#draft.source.spell(around, undefined, name), around);
    }
    const now = listOf(this.#groups[label]?.["formerNames"]);
    return make(this.#draft, listed, {
      path: [label, "formerNames"],
      missing: [],
      added: [label],
      now,
      textOf: String,
    });
  }
}
