import { groupOf } from "../../lib/site/bulk";
import { listOf, type Values } from "../../provider/values/inputs";
import { changeOf, make, memberAt, type Form, type Obstacle } from "./change";
import { mentions } from "./model-paths";
import type { Placed } from "./run";
import type { Draft, Piece } from "./source";
import { keyText } from "./typescript";
import { objectOf, type Change, type Wish } from "./wish";

/** The groups of an `IpGroups` in a program. */
export class GroupSet {
  /** Names of the groups by their number, as the edited program has them. */
  readonly #names: Map<string, { label: string }>;
  readonly #groups: Readonly<Record<string, Values>>;

  private readonly draft: Draft;
  private readonly placed: Placed;

  constructor(
    { draft, placed }: { readonly draft: Draft; readonly placed: Placed },
    private readonly root: Piece,
    wishes: readonly Wish[],
    private readonly form: Form,
  ) {
    [this.draft, this.placed] = [draft, placed];
    this.#groups = (placed.inputs["groups"] ?? {}) as Readonly<Record<string, Values>>;
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
    const groups = memberAt(this.root, ["groups"])?.member.value;
    if (groups?.members === undefined) return { at: this.root.start, why: "its groups are not literals here" };
    const { name: _, rules, ...rest } = groupOf(objectOf(wish), this.#names);
    const own = listOf(rules).map((one) => this.form("rules", one));
    const value = { ...(own.length === 0 ? {} : { rules: own }), ...rest };
    this.draft.add(groups, this.draft.source.spell(groups, wish.label, value));
    return undefined;
  }

  change({ kind, label, status, changes, live = {} }: Wish): Obstacle | undefined {
    const found = memberAt(this.root, ["groups", label]);
    if (found === undefined) return { at: this.root.start, why: `"${label}" is not a literal here` };
    if (status === "missing") {
      this.draft.remove(found.around, found.member);
      return undefined;
    }
    const inputs = this.#groups[label] ?? {};
    for (const one of changes.flatMap((change) => this.#byInput(change, inputs))) {
      const change = changeOf(kind, one, { inputs, above: ["groups", label], form: this.form });
      const isRename = one.input === "name";
      const obstacle = isRename
        ? this.#rename(label, String(live["name"]))
        : make(this.draft, this.root, one.input === "children" ? { ...change, ...this.#childForm } : change);
      if (obstacle !== undefined) return obstacle;
    }
    return undefined;
  }

  /** The number of a group by its name here, or the text of a child that is a number itself. */
  #idOf(name: unknown): string {
    const ids = this.placed.outputs["groupIds"] as Values;
    return String(ids[String(name)] ?? name);
  }

  get #childForm(): { textOf: (child: unknown) => string; form: (id: unknown) => unknown } {
    const form = (id: unknown): unknown => this.#names.get(String(id))?.label ?? Number(id);
    return { textOf: (child) => this.#idOf(child), form };
  }

  /** A change of rules: child groups of the set, and those that it lists by number, are children and no rules. */
  #byInput(change: Change, inputs: Values): Change[] {
    const { missing, added } = change;
    if (missing === undefined || added === undefined) return [change];
    const listed = listOf(inputs["children"]).map((child) => this.#idOf(child));
    const childIn = (rule: unknown): string[] => {
      const { type, groupId } = rule as Values;
      const id = String(groupId);
      return type === "child" && (this.#names.has(id) || listed.includes(id)) ? [id] : [];
    };
    const isRule = (rule: unknown): boolean => childIn(rule).length === 0;
    const rules = { input: change.input, missing: missing.filter(isRule), added: added.filter(isRule) };
    const children = { input: "children", missing: missing.flatMap(childIn), added: added.flatMap(childIn) };
    return [rules, children].filter((one) => one.missing.length + one.added.length > 0);
  }

  /** Renames a group and what names it. Its former name keeps it the same group. */
  #rename(label: string, name: string): Obstacle | undefined {
    const groups = memberAt(this.root, ["groups"])?.member.value;
    const { around, member } = memberAt(this.root, ["groups", label]) ?? {};
    const named = member?.named;
    if (groups === undefined || around === undefined || named === undefined || named.start === member?.value.start) {
      return { at: this.root.start, why: `"${label}" is not a key here` };
    }
    this.draft.replace(named, keyText(name), around);
    for (const one of mentions(groups, "children", label)) {
      this.draft.replace(one.member, this.draft.source.spell(one.around, undefined, name), one.around);
    }
    const now = listOf(this.#groups[label]?.["formerNames"]);
    const path = ["groups", label, "formerNames"];
    return make(this.draft, this.root, { path, missing: [], added: [label], now, textOf: String });
  }
}
