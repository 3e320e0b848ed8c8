import { groupInModel, refusedName } from "../../../lib/site/model";
import { listOf } from "../../../provider/values/inputs";
import { changeOf, make, memberAt, nameKeys, type Change, type Form, type Obstacle } from "./change";
import {
  emptyMap,
  has,
  inside,
  lists,
  mention,
  mentions,
  nestedPath,
  ruleInList,
  same,
  scalar,
  valuesOf,
  type Layer,
  type Rule,
} from "./model-paths";
import type { Plan } from "./plan";
import type { Placed } from "./run";
import type { Member, Piece } from "./source";
import { byChildren, objectOf, withItems, type Wish } from "./wish";
import type { YamlSource } from "./yaml";

/** Takes wishes into the layers of one site template. */
export class ModelEdit {
  readonly #layers: readonly Layer[];
  /** Keys of groups in the model by their number. */
  readonly #groups: Map<string, { label: string }>;

  constructor(
    private readonly plan: Plan<YamlSource>,
    files: readonly string[],
    private readonly resources: readonly Placed[],
    private readonly options: { readonly template: string; readonly isShared: boolean },
  ) {
    this.#layers = files.map((file) => plan.draft(file));
    const single = resources.flatMap(({ kind, id, name }) =>
      kind === "IpGroup" ? [[id, { label: this.#keyOf(name) }] as const] : [],
    );
    const bulk = resources.flatMap(({ kind, outputs }) =>
      kind === "IpGroups" ? Object.entries(outputs["groupIds"] as Readonly<Record<string, number>>) : [],
    );
    this.#groups = new Map([...single, ...bulk.map(([label, id]) => [String(id), { label }] as const)]);
  }

  /** Drafts the edits for all wishes of the template; notes those that need a person. */
  take(wishes: readonly Wish[]): void {
    const added = wishes.filter(({ status }) => status === "new");
    for (const { kind, id, label } of added) if (kind === "IpGroup") this.#groups.set(id, { label });
    for (const wish of wishes) {
      if (wish.status === "new") continue;
      const path = this.#pathOf(wish);
      const layer = path === undefined ? undefined : this.#layers.findLast(({ source }) => has(source.root, path));
      if (path === undefined || layer === undefined) {
        this.plan.leave(wish, this.#own.source, { at: 0, why: "no file of the model declares it" });
        continue;
      }
      const remove = (): Obstacle | undefined =>
        wish.doubt === undefined ? this.#remove(path) : { at: 0, why: wish.doubt };
      const obstacle = wish.status === "missing" ? remove() : this.#change(path, wish);
      const at = memberAt(layer.source.root as Piece, path)?.member.start ?? 0;
      if (obstacle !== undefined) this.plan.leave(wish, layer.source, { ...obstacle, at });
    }
    this.#add(added);
  }

  get #own(): Layer {
    return this.#layers.at(-1) as Layer;
  }

  /** The key of a resource in the model, from its Pulumi name. */
  #keyOf(name: string): string {
    return name.slice(this.options.template.length + 1);
  }

  /** Where the model declares the object of a wish, as keys and names in turn. */
  #pathOf({ kind, label, held }: Wish): string[] | undefined {
    const placed = this.resources.find(({ urn }) => urn === held?.urn);
    const key = placed?.kind === kind ? this.#keyOf(placed.name) : label;
    const list = lists[kind];
    if (list === undefined) return undefined;
    if (kind === "Policy") {
      const [, profile = "", cidr = ""] = /^(.*)\/([^/]+\/[^/]+)$/su.exec(key) ?? [];
      return ["profiles", profile, "policies", cidr];
    }
    if (kind !== "IpGroup") return [list, key];
    const found = this.#layers.map(({ source }) => nestedPath(source.root, ["ipGroups"], key));
    return found.find((path) => path !== undefined);
  }

  #change(path: readonly string[], wish: Wish): Obstacle | undefined {
    const { held, kind, label, live = {}, changes } = wish;
    const placed = this.resources.find(({ urn }) => urn === held?.urn);
    const now =
      held?.kind === kind ? placed?.inputs : (placed?.inputs["groups"] as Readonly<Record<string, object>>)[label];
    const values = (now ?? {}) as Readonly<Record<string, unknown>>;
    const childOf = (rule: unknown): string | undefined => this.#childOf(rule);
    const rules = listOf(values["rules"]).filter((rule) => childOf(rule) === undefined);
    const form: Form = (input, item, around) => (input === "rules" ? ruleInList(item, around) : item);
    for (const change of changes.flatMap((one) => byChildren(one, childOf))) {
      const { input, missing = [], added = [] } = change;
      const isKey = input === "name" && ["IpGroup", "ReplicatorProfile"].includes(kind);
      let obstacle: Obstacle | undefined;
      if (isKey) obstacle = this.#rename(path, String(live["name"]));
      else if (input === "children") obstacle = this.#children(path, missing.map(String), added.map(String));
      else obstacle = this.#set(changeOf(kind, change, { inputs: { ...values, rules }, above: path, form }));
      if (obstacle !== undefined) return obstacle;
    }
    return undefined;
  }

  /** Name of the group of a child rule, as far as the model declares it. */
  #childOf(rule: unknown): string | undefined {
    const { type, groupId } = rule as Rule;
    return type === "child" ? this.#groups.get(String(groupId))?.label : undefined;
  }

  /** The layer to change: the one that sets a value, or the site's own, which then overrides it. */
  #layerOf(path: readonly string[]): { layer: Layer; isSetHere: boolean } {
    const setting = this.#layers.findLast(({ source }) => has(source.root, path));
    const declaring = setting ?? this.#layers.findLast(({ source }) => has(source.root, path.slice(0, -1)));
    const layer = this.options.isShared ? (declaring ?? this.#own) : this.#own;
    return { layer, isSetHere: setting === layer };
  }

  #set(change: Change): Obstacle | undefined {
    const { layer, isSetHere } = this.#layerOf(change.path);
    if (isSetHere) return make(layer.draft, layer.source.root as Piece, change);
    const isSetElsewhere = this.#layers.some(({ source }) => has(source.root, change.path));
    if ("value" in change) return this.#put(layer, change.path, change.value ?? null);
    const { missing, added, now, textOf, form = same } = change;
    const whole = isSetElsewhere ? withItems(now, missing, added, textOf) : added;
    return this.#put(
      layer,
      change.path,
      whole.map((item) => form(item, undefined)),
    );
  }

  /** Sets a value in a layer that may not mention the thing yet. */
  #put({ draft, source }: Layer, path: readonly string[], value: unknown): Obstacle | undefined {
    if (source.root === undefined) {
      draft.insert(
        source.text.length,
        draft.source.spell(emptyMap, path[0], inside(path.slice(1), path[0], value)) + "\n",
      );
      return undefined;
    }
    let depth = path.length - 1;
    while (depth > 0 && !has(source.root, path.slice(0, depth))) depth -= 1;
    const around = depth === 0 ? source.root : memberAt(source.root, path.slice(0, depth))?.member.value;
    const [key = "", ...rest] = path.slice(depth);
    if (around?.members === undefined) return { at: around?.start ?? 0, why: `${path.join(".")} cannot be set here` };
    const isList = around.members.length > 0 ? around.members[0]?.key === undefined : source.text[around.start] === "[";
    const below = inside(rest, isList ? path[depth - 1] : key, value);
    const nameKey = nameKeys.get(path[depth - 1] ?? "") ?? "name";
    if (isList && below === null)
      return { at: around.start, why: "its layer has a list, in which nothing can remove it" };
    draft.add(
      around,
      isList
        ? draft.source.spell(around, undefined, { [nameKey]: key, ...(below as object) })
        : draft.source.spell(around, key, below),
    );
    return undefined;
  }

  #remove(path: readonly string[]): Obstacle | undefined {
    const layers = this.#layers.filter(({ source }) => has(source.root, path));
    const isOwn = layers.every((layer) => layer === this.#own);
    if (!isOwn && !this.options.isShared) {
      if (layers.includes(this.#own)) return { at: 0, why: "several layers declare it" };
      return this.#put(this.#own, path, null);
    }
    for (const { source, draft } of layers) {
      const found = memberAt(source.root as Piece, path);
      if (found !== undefined) draft.remove(found.around, found.member);
    }
    return undefined;
  }

  #children(path: readonly string[], missing: readonly string[], added: readonly string[]): Obstacle | undefined {
    const steps = [...path, "children"];
    for (const name of missing) {
      const layers = this.#layers.filter(
        ({ source }) => has(source.root, [...steps, name]) || mention(source.root, steps, name),
      );
      const mentions = layers.flatMap(({ source, draft }) => {
        const found = mention(source.root, steps, name);
        return found === undefined ? [] : [{ ...found, draft, source }];
      });
      const isOwn = mentions.every(({ source }) => source === this.#own.source);
      if (mentions.length < layers.length || mentions.length === 0 || (!isOwn && !this.options.isShared)) {
        return { at: 0, why: `"${name}" is declared below it: move it by hand` };
      }
      for (const { draft, around, member } of mentions) draft.remove(around, member);
    }
    if (added.length === 0) return undefined;
    const { layer, isSetHere } = this.#layerOf(steps);
    if (!isSetHere) return this.#put(layer, steps, added);
    const list = memberAt(layer.source.root as Piece, steps)?.member.value;
    if (list?.members?.every(({ key }) => key === undefined) !== true) {
      return { at: 0, why: "its children are not a list" };
    }
    for (const name of added) layer.draft.add(list, layer.draft.source.spell(list, undefined, name));
    return undefined;
  }

  /** Renames a thing and what mentions it. Its former name keeps its resource. */
  #rename(path: readonly string[], name: string): Obstacle | undefined {
    const [list = "", former = ""] = path.slice(-2);
    const layers = this.#layers.filter(({ source }) => has(source.root, path));
    if (!this.options.isShared && layers.some((layer) => layer !== this.#own)) {
      return { at: 0, why: "a shared layer names it: rename it there, or use --shared" };
    }
    for (const { source, draft } of layers) {
      const { around, member } = memberAt(source.root as Piece, path) as { around: Piece; member: Member };
      if (member.named !== undefined) draft.replace(member.named, draft.source.spell(scalar, undefined, name), around);
      else make(draft, member.value, { path: [nameKeys.get(list) ?? "name"], value: name });
    }
    const last = layers.at(-1) as Layer;
    const formerNames = { path: [...path, "formerNames"], missing: [], added: [former], now: [], textOf: String };
    const known = memberAt(last.source.root as Piece, formerNames.path)?.member.value;
    if (known?.members === undefined) make(last.draft, last.source.root as Piece, { ...formerNames });
    else last.draft.add(known, last.draft.source.spell(known, undefined, former));
    for (const { source, draft } of this.#layers) {
      for (const { around, member } of mentions(source.root, list === "profiles" ? "profiles" : "children", former)) {
        draft.replace(member, draft.source.spell(around, undefined, name), around);
      }
    }
    return undefined;
  }

  /** Declares new objects in the site's own layer, in the list of their kind. */
  #add(wishes: readonly Wish[]): void {
    const profiles = new Set(wishes.filter(({ kind }) => kind === "ReplicatorProfile").map(({ label }) => label));
    const isBelow = (wish: Wish, profile: unknown): boolean =>
      wish.kind === "Policy" && wish.live?.["profile"] === profile;
    const byList = new Map<string, { path: readonly string[]; things: object[] }>();
    const isBulk = this.resources.some((one) => one.kind === "IpGroups");
    for (const wish of wishes) {
      const { kind, label, live = {} } = wish;
      const list = lists[kind];
      if (list === undefined) {
        this.plan.leave(wish, this.#own.source, { at: 0, why: "a model has no list of these" });
        continue;
      }
      const why = refusedName(wish, isBulk);
      if (why !== undefined) {
        this.plan.leave(wish, this.#own.source, { at: 0, why });
        continue;
      }
      // A new profile is written with its policies.
      if (kind === "Policy" && profiles.has(String(live["profile"]))) continue;
      const policies = wishes.filter((one) => kind === "ReplicatorProfile" && isBelow(one, label)).map(valuesOf);
      const thing = kind === "IpGroup" ? groupInModel(objectOf(wish), this.#groups) : valuesOf(wish);
      const path = kind === "Policy" ? ["profiles", this.#profileKey(String(live["profile"])), list] : [list];
      const entry = byList.get(path.join("\n")) ?? { path, things: [] };
      entry.things.push(policies.length === 0 ? thing : { ...thing, policies });
      byList.set(path.join("\n"), entry);
    }
    for (const { path, things } of byList.values()) this.#addThings(path, things);
  }

  #addThings(path: readonly string[], things: readonly object[]): void {
    const { draft, source } = this.#own;
    const list = source.root === undefined ? undefined : memberAt(source.root, path)?.member.value;
    if (list?.members === undefined) {
      this.#put(this.#own, path, things);
      return;
    }
    const isMap = list.members.some(({ key }) => key !== undefined);
    const nameKey = nameKeys.get(path.at(-1) ?? "") ?? "name";
    for (const thing of things) {
      const { [nameKey]: name, ...rest } = thing as Readonly<Record<string, unknown>>;
      draft.add(
        list,
        isMap ? draft.source.spell(list, String(name), rest) : draft.source.spell(list, undefined, thing),
      );
    }
  }

  /** The key of a profile in the model, by its name on the appliance. */
  #profileKey(label: string): string {
    const placed = this.resources.find(({ kind, inputs }) => kind === "ReplicatorProfile" && inputs["name"] === label);
    return placed === undefined ? label : this.#keyOf(placed.name);
  }
}
