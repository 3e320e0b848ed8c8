import { shortRule } from "../../../lib/model/short-rules";
import { settingInModel, withoutSite } from "../../../lib/site/model";
import type { CanonicalRule } from "../../../provider/values/rule";
import { memberAt, nameKeys } from "./change";
import type { Draft, Member, Piece } from "./source";
import { objectOf, type Wish } from "./wish";
import type { YamlSource } from "./yaml";
import { present } from "../../../provider/values/collections";

/** A layer of a model: a file that can be edited. */
export interface Layer {
  readonly source: YamlSource;
  readonly draft: Draft;
}

/** Fields of a rule. A layer may write some rules as one text. */
export type Rule = Readonly<Record<string, string>>;

/** The lists of a model by kind. */
export const lists: Readonly<Partial<Record<Wish["kind"], string>>> = {
  IpGroup: "ipGroups",
  IpGroupRule: "ipGroupRules",
  ReplicatorProfile: "profiles",
  Policy: "policies",
  Collector: "collectors",
  Exporter: "exporters",
  Setting: "settings",
};

/** A piece for the form of a value alone. */
export const scalar: Piece = { start: 0, end: 0, isLiteral: true };
export const emptyMap: Piece = { ...scalar, members: [], style: "line" };
export const same = (item: unknown): unknown => item;

export function has(root: Piece | undefined, path: readonly string[]): boolean {
  return root !== undefined && memberAt(root, path) !== undefined;
}

export function valuesOf(wish: Wish): Readonly<Record<string, unknown>> {
  const object = objectOf(wish);
  if (wish.kind === "Setting") return settingInModel(object);
  const { profile, ...rest } = withoutSite(object.inputs);
  return wish.kind === "Policy" ? rest : { ...rest, ...present({ profile }) };
}

/** A value below a path, in which names follow the keys of lists. */
export function inside(path: readonly string[], above: string | undefined, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const nameKey = nameKeys.get(above ?? "");
  const below = inside(rest, step, value);
  if (nameKey === undefined) return { [step]: below };
  return below === null ? { [step]: null } : [{ [nameKey]: step, ...(below as object) }];
}

/** The path of a group anywhere in the tree. */
export function nestedPath(root: Piece | undefined, list: readonly string[], name: string): string[] | undefined {
  const groups = root === undefined ? undefined : memberAt(root, list)?.member.value.members;
  for (const { key, value } of groups ?? []) {
    const own = key ?? value.members?.find((one) => one.key === "name")?.value.value;
    if (typeof own !== "string" || value.members === undefined) continue;
    if (own === name) return [...list, name];
    const below = nestedPath(root, [...list, own, "children"], name);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** The place in a list of children that only names a group. */
export function mention(
  root: Piece | undefined,
  path: readonly string[],
  name: string,
): { around: Piece; member: Member } | undefined {
  const around = root === undefined ? undefined : memberAt(root, path)?.member.value;
  const member = around?.members?.find(({ value }) => value.members === undefined && value.value === name);
  return around === undefined || member === undefined ? undefined : { around, member };
}

/** All places that only name a thing, in lists with this key. */
export function mentions(root: Piece | undefined, key: string, name: string): { around: Piece; member: Member }[] {
  return (root?.members ?? []).flatMap((one) => {
    const own = one.key === key ? (one.value.members ?? []) : [];
    const found = own.filter(({ key: named, value }) => named === undefined && value.value === name);
    return [...found.map((member) => ({ around: one.value, member })), ...mentions(one.value, key, name)];
  });
}

/** A rule as its list writes rules: as one text, unless the list begins with a rule that is an object. */
export function ruleInList(item: unknown, list: Piece | undefined): unknown {
  const isLong = list?.members?.[0]?.value.members !== undefined;
  return isLong ? item : shortRule(item as CanonicalRule);
}
