import type ts from "typescript";
import { isAlwaysSingle } from "../../../lib/site/bulk";
import { namesOf, type ProgramNames } from "../../../lib/site/names";
import type { SiteObject } from "../../../lib/site/object";
import { statementOf, type Program as Names } from "../../../lib/site/program";
import { textOf as statementText } from "../../../lib/site/syntax";
import type { Kind } from "../../../provider/registry";
import { changeOf, make, type Form, type Obstacle } from "./change";
import { GroupSet } from "./groups";
import type { Plan } from "./plan";
import type { Placed } from "./run";
import { lineEnd, type Piece } from "./source";
import { sitesOf, type Site } from "./sites";
import { Code, importsFrom, pieceOf, type CodeSource, type TypeScript } from "./typescript";
import { changesText, isParent, objectOf, type Wish } from "./wish";
import { listOf } from "../../../provider/values/inputs";

type Fields = Readonly<Record<string, unknown>>;

/** Takes wishes into the calls of a program that create resources. */
export class CodeEdit {
  /** By the URN of the resource. */
  readonly #sites: ReadonlyMap<string, Site>;
  readonly #sets = new Map<Site, GroupSet>();
  #wishes: readonly Wish[] = [];

  constructor(
    private readonly compiler: TypeScript,
    private readonly plan: Plan<CodeSource>,
    resources: readonly Placed[],
  ) {
    this.#sites = sitesOf(compiler, plan, resources);
  }

  /** Drafts the edits for all wishes; notes those that need a person. */
  take(wishes: readonly Wish[]): void {
    this.#wishes = wishes;
    this.#add(wishes.filter(({ status }) => status === "new"));
    const done = new Map<ts.NewExpression, string>();
    for (const wish of wishes.filter(({ status }) => status !== "new")) {
      const site = this.#sites.get(wish.held?.urn ?? "");
      if (site === undefined) {
        this.plan.leave(wish, undefined, {
          at: 0,
          why: "the program does not create it in a call that accept can find",
        });
        continue;
      }
      const at = site.call.getStart(site.source.tree);
      const alike = wishes.filter(({ held }) => this.#sites.get(held?.urn ?? "")?.call === site.call);
      const isShared =
        site.shared > 1 && (alike.length < site.shared || alike.some((one) => changesText(one) !== changesText(wish)));
      if (isShared) {
        this.plan.leave(wish, site.source, { at, why: `the same call creates ${String(site.shared)} resources` });
        continue;
      }
      // A call of several resources that all change in the same way is edited once.
      if (site.shared > 1 && done.has(site.call)) continue;
      const isRemoved = wish.status === "missing" && wish.held?.kind === wish.kind;
      const remove = (): Obstacle | undefined =>
        wish.doubt === undefined ? this.#remove(site) : { at, why: wish.doubt };
      const obstacle = isRemoved ? remove() : this.#change(site, wish);
      if (obstacle !== undefined) this.plan.leave(wish, site.source, obstacle);
      else done.set(site.call, wish.label);
    }
  }

  #remove({ source, draft, statement, call, constant }: Site): Obstacle | undefined {
    const member = source.root.members?.find(({ start }) => start === statement?.getStart(source.tree));
    if (member === undefined) return { at: call.getStart(source.tree), why: "it is not a statement of its own" };
    draft.remove(source.root, member);
    if (constant === undefined) return undefined;
    for (const file of this.plan.files) {
      const other = this.plan.draft(file);
      const names = importsFrom(this.compiler, other.source, source.file);
      const imported = names?.members?.find(({ key }) => key === constant);
      if (names !== undefined && imported !== undefined) other.draft.remove(names, imported);
    }
    return undefined;
  }

  #change(site: Site, { kind, held, ...wish }: Wish): Obstacle | undefined {
    if (held?.kind !== kind) return this.#setOf(site).change({ kind, ...wish });
    const root = this.#rootOf(site);
    if ("why" in root) return root;
    const form: Form = (input, item) => this.#form(site, input, item);
    for (const one of wish.changes) {
      const change = changeOf(kind, one, { inputs: site.placed.inputs, above: [], form });
      const obstacle = make(site.draft, root, change);
      if (obstacle !== undefined) return obstacle;
    }
    return undefined;
  }

  /** The inputs of a resource, if the call lists them. */
  #rootOf({ source, call }: Site): Piece | Obstacle {
    const args = call.arguments?.[1];
    if (args === undefined) return { at: call.getStart(source.tree), why: "the call gives no inputs" };
    const root = pieceOf(this.compiler, args, source);
    if (root.members !== undefined) return root;
    return { at: root.start, why: `its inputs come from ${args.getText(source.tree)}` };
  }

  #setOf(site: Site): GroupSet {
    const form: Form = (input, item) => this.#form(site, input, item);
    const set = this.#sets.get(site) ?? new GroupSet(site, this.#rootOf(site), this.#wishes, form);
    this.#sets.set(site, set);
    return set;
  }

  /** A value in the form of a program: rules by their builder, other resources by their constants. */
  #form({ source, call }: Site, input: string, item: unknown): unknown {
    const at = call.getStart(source.tree);
    if (["profile", "profiles"].includes(input))
      return this.#referenceTo("ReplicatorProfile", item, source, at) ?? item;
    const { type, ...fields } = (typeof item === "object" && item !== null ? item : {}) as Fields;
    if (typeof type !== "string" || source.builder === undefined) return item;
    if (type !== "child")
      return new Code(
        `${source.builder}.${type}(${Object.values(fields)
          .map((one) => JSON.stringify(one))
          .join(", ")})`,
      );
    const { groupId } = fields;
    const group = this.#referenceTo("IpGroup", groupId, source, at);
    return new Code(`${source.builder}.child(${group?.text ?? String(groupId)})`);
  }

  /** The constant of a resource, if it exists at this place. */
  #referenceTo(kind: Kind, id: unknown, source: CodeSource, at: number): Code | undefined {
    const added = this.#added.find((one) => one.kind === kind && one.id === String(id));
    if (added !== undefined) return added.file === source.file && added.at <= at ? new Code(added.constant) : undefined;
    const sites = [...this.#sites.values()];
    const found = sites.find(
      ({ placed }) => placed.kind === kind && (kind === "IpGroup" ? placed.id : placed.inputs["name"]) === String(id),
    );
    if (found?.constant === undefined || found.shared > 1) return undefined;
    if (found.source === source) return found.call.getEnd() < at ? new Code(found.constant) : undefined;
    const names = importsFrom(this.compiler, source, found.source.file);
    return names?.members?.some(({ key }) => key === found.constant) === true ? new Code(found.constant) : undefined;
  }

  /** The new resources that others may refer to. */
  readonly #added: ({ kind: Kind; id: string; file: string; at: number } & ProgramNames)[] = [];

  /** Declares new objects where the others of their kind are, before what refers to them. */
  #add(wishes: readonly Wish[]): void {
    const places = new Map<Wish, { last: Site; at: number }>();
    const joined = new Map<Wish, Site>();
    // Parents first: a child is declared before them.
    for (const wish of wishes.toReversed()) {
      const parents = this.#wishes.filter((one) => isParent(one, wish));
      const bulk = this.#bulkFor(wish, parents, joined);
      if (bulk !== undefined) {
        joined.set(wish, bulk);
        continue;
      }
      const sites = [...this.#sites.values()].filter(
        ({ placed, statement }) => statement !== undefined && placed.kind === wish.kind,
      );
      const inFile = sites.filter(({ source }) => source === sites.at(-1)?.source);
      const last = inFile.toSorted((one, other) => one.call.pos - other.call.pos).at(-1);
      if (last === undefined) {
        this.plan.leave(wish, undefined, { at: 0, why: `no file declares a ${wish.kind} in a statement of its own` });
        continue;
      }
      const limits = parents.map((one) => places.get(one)?.at ?? this.#before(last.source, one.held?.urn));
      places.set(wish, { last, at: Math.min(lineEnd(last.source, last.statement?.getEnd() ?? 0), ...limits) });
    }
    for (const [wish, site] of joined) this.#setOf(site).join(wish);
    for (const [wish, site] of [...joined].reverse()) {
      const obstacle = this.#setOf(site).add(wish);
      if (obstacle !== undefined) this.plan.leave(wish, site.source, obstacle);
    }
    for (const wish of wishes) {
      const place = places.get(wish);
      if (place !== undefined) this.#declare(wish, place.last, place.at);
    }
  }

  /** The `IpGroups` that takes a new group: that of its parent, or the last one of a program without single groups. */
  #bulkFor(wish: Wish, parents: readonly Wish[], joined: ReadonlyMap<Wish, Site>): Site | undefined {
    if (wish.kind !== "IpGroup" || isAlwaysSingle(wish)) return undefined;
    const above = parents.map((one) => joined.get(one) ?? this.#sites.get(one.held?.urn ?? ""));
    const sites = [...this.#sites.values()];
    const isSingle = sites.some(({ placed, statement }) => placed.kind === "IpGroup" && statement !== undefined);
    return [...above, ...(isSingle ? [] : sites.toReversed())].find((site) => site?.placed.kind === "IpGroups");
  }

  /** The end of the statement before the one that creates a resource. */
  #before(source: CodeSource, urn: string | undefined): number {
    const site = this.#sites.get(urn ?? "");
    if (site?.source !== source) return Infinity;
    const start = site.call.getStart(source.tree);
    const before = source.root.members?.findLast(({ end }) => end < start);
    return before === undefined ? Infinity : lineEnd(source, before.end);
  }

  #declare(wish: Wish, last: Site, at: number): void {
    const object = objectOf(wish);
    const { source, draft } = last;
    const names = namesOf([object]).get(object) ?? { resource: wish.label, constant: wish.label };
    const own = this.#unused(wish.kind, names, source);
    const options = last.call.arguments?.[2];
    const isProtected = options !== undefined && this.compiler.isIdentifier(options) && options.text === "options";
    const program = this.#names(object, own, { source, at, isProtected });
    draft.insertAfter(at, inFormOf(statementText(statementOf(program, object)), last));
    const id = wish.kind === "IpGroup" ? wish.id : wish.label;
    this.#added.push({ kind: wish.kind, id, file: source.file, at, ...own });
  }

  /** Names that neither the program nor the file has. */
  #unused(kind: Kind, { resource, constant }: ProgramNames, source: CodeSource): ProgramNames {
    const resources = [
      ...[...this.#sites.values()].map(({ placed }) => ({ ...placed, resource: placed.name })),
      ...this.#added,
    ];
    for (let count = 1; ; count += 1) {
      const own = { resource: numbered(resource, "-", count), constant: numbered(constant, "", count) };
      const isTaken = resources.some((one) => one.kind === kind && one.resource === own.resource);
      const isUsed =
        new RegExp(`\\b${own.constant}\\b`, "u").test(source.text) ||
        this.#added.some((one) => one.constant === own.constant);
      if (!isTaken && !isUsed) return own;
    }
  }

  #names(
    object: SiteObject,
    own: ProgramNames,
    { source, at, isProtected: protect }: { source: CodeSource; at: number; isProtected: boolean },
  ): Names {
    const names = new Map([[object, own]]);
    const known = (kind: Kind, id: string): SiteObject[] => {
      const found = this.#referenceTo(kind, id, source, at);
      if (found === undefined) return [];
      const other: SiteObject = { kind, id, label: id, inputs: {}, outputs: {} };
      names.set(other, { resource: id, constant: found.text });
      return [other];
    };
    const { rules, profile, profiles } = object.inputs;
    const groups = listOf(rules).flatMap((one) => known("IpGroup", String((one as Fields)["groupId"])));
    const labels = [profile, profiles].flat().filter((one) => typeof one === "string");
    const held = labels.flatMap((label) => known("ReplicatorProfile", label));
    return {
      names,
      groups: new Map(groups.map((one) => [one.id, one])),
      profiles: new Map(held.map((one) => [one.label, one])),
      others: new Map(),
      protect,
    };
  }
}

/** A statement as a file would write it: with its name for the class and the rules. */
function inFormOf(text: string, { source, call, statement, placed }: Site): string {
  const type = call.expression.getText(source.tree);
  const isExported = /^export\b/u.test(statement?.getText(source.tree) ?? "");
  const own = isExported ? text : text.replace(/^export /u, "");
  const named = type === placed.kind ? own : own.replace(`new ${placed.kind}(`, `new ${type}(`);
  if (source.builder === undefined || source.builder === "rule") return named;
  return named.replace(/(?<=^ {2,}(?:rules: \[)?)rule\./gmu, `${source.builder}.`);
}

function numbered(name: string, between: string, count: number): string {
  return count === 1 ? name : `${name}${between}${String(count)}`;
}
