import type { Kind } from "../../../provider/registry";
import { listOf, type Values } from "../../../provider/values/inputs";
import { asNumber } from "../../../provider/values/numbers";
import type { Draft, Member, Piece } from "./source";
import { inputsOf } from "../../../lib/site/parts";
import type { Change as WishedChange } from "./wish";

/** A change of one input of a resource. */
export type Change =
  | { readonly path: readonly string[]; readonly value: unknown }
  | {
      readonly path: readonly string[];
      readonly missing: readonly unknown[];
      readonly added: readonly unknown[];
      /** The items that the program has now, in the order in which it writes them. */
      readonly now: readonly unknown[];
      /** The same text for items of the same meaning. */
      textOf(item: unknown): string;
      /** The form in which a list writes an item; undefined for a new list. */
      form?(item: unknown, list: Piece | undefined): unknown;
    };

/** A value, or an item of a list, in the form of a file. */
export type Form = (input: string, item: unknown, list?: Piece) => unknown;

/** A wished change, at its place below the inputs of a resource. */
export function changeOf(
  kind: Kind,
  { input, live, missing, added }: WishedChange,
  { inputs, above, form: formIn }: { inputs: Values; above: readonly string[]; form: Form },
): Change {
  const path = [...above, ...input.split(/\.(.*)/su).filter((step) => step !== "")];
  const form = (item: unknown, list?: Piece): unknown => formIn(input, item, list);
  if (missing === undefined || added === undefined) return { path, value: form(live) };
  const textOf = (item: unknown): string => inputsOf(kind).itemText(input, item);
  return { path, missing, added, now: listOf(inputs[input]), textOf, form };
}

/** Why a change cannot be made, and where. */
export interface Obstacle {
  readonly at: number;
  readonly why: string;
}

/** The key that holds the name of a thing, by the list of a model. Rules and children have none, or `name`. */
export const nameKeys = new Map([
  ["ipGroups", "name"],
  ["ipGroupRules", "name"],
  ["profiles", "name"],
  ["policies", "cidr"],
  ["collectors", "address"],
  ["exporters", "address"],
  ["settings", "name"],
]);
const allNameKeys = new Set(nameKeys.values());

/** The member at a path of keys and names, with the list or map around it. */
export function memberAt(root: Piece, path: readonly string[]): { around: Piece; member: Member } | undefined {
  let found: { around: Piece; member: Member } | undefined;
  let here = root;
  for (const step of path) {
    const around: Piece = here;
    const member: Member | undefined = around.members?.find(
      (one) => one.key === step || (one.key === undefined && nameOf(one) === step),
    );
    if (member === undefined) return undefined;
    found = { around, member };
    here = member.value;
  }
  return found;
}

/** The name of a thing in a list. */
function nameOf({ value }: Member): unknown {
  if (value.members === undefined) return undefined;
  const entry = value.members.find(({ key }) => allNameKeys.has(key ?? ""));
  return entry?.value.value;
}

/** Makes a change below a piece. Changes nothing if there is an obstacle. */
export function make(draft: Draft, root: Piece, change: Change): Obstacle | undefined {
  const { path } = change;
  const found = memberAt(root, path);
  if ("value" in change) return set(draft, root, path, change.value);
  const { missing, added, now, textOf, form = (item: unknown) => item } = change;
  if (found === undefined && missing.length === 0) {
    return set(
      draft,
      root,
      path,
      added.map((item) => form(item, undefined)),
    );
  }
  const list = found?.member.value;
  if (list?.members === undefined) return obstacleAt(draft, list ?? root, path);
  const members = membersByItem(list.members, now.length);
  const isGone = (item: unknown): boolean => missing.some((one) => textOf(one) === textOf(item));
  const gone = now.flatMap((item, index) => (isGone(item) ? [members[index]] : []));
  const removable = gone.filter((one) => one !== undefined && (one.value.isLiteral || one.value.isReference === true));
  if (removable.length < gone.length || gone.length < missing.length) {
    const opaque = gone.find((one) => one !== undefined && !removable.includes(one));
    return obstacleAt(draft, opaque?.value ?? list, path);
  }
  const known = now.map(textOf);
  const texts = added
    .filter((item) => !known.includes(textOf(item)))
    .map((item) => draft.source.spell(list, undefined, form(item, list)));
  for (const member of removable as Member[]) {
    const text = texts.shift();
    if (text === undefined) draft.remove(list, member);
    else draft.replace(member, text, list);
  }
  for (const text of texts) draft.add(list, text);
  return undefined;
}

function set(draft: Draft, root: Piece, path: readonly string[], value: unknown): Obstacle | undefined {
  const found = memberAt(root, path);
  if (found !== undefined) {
    const { around, member } = found;
    if (!member.value.isLiteral) return obstacleAt(draft, member.value, path);
    if (value === undefined) draft.remove(around, member);
    else if (member.value.members === undefined) {
      const own = typeof member.value.value === "number" ? asNumber(value) : value;
      draft.replace(member.value, draft.source.spell(member.value, undefined, own), around);
    } else draft.replace(member, draft.source.spell(around, path.at(-1), value), around);
    return undefined;
  }
  const above = path.slice(0, -1);
  const [key = ""] = path.slice(-1);
  const parent = above.length === 0 ? root : memberAt(root, above)?.member.value;
  if (value === undefined || (parent !== undefined && parent.members === undefined)) {
    return obstacleAt(draft, parent ?? root, path);
  }
  if (parent === undefined) return set(draft, root, above, { [key]: value });
  draft.add(parent, draft.source.spell(parent, key, value));
  return undefined;
}

/** The members that stand for the items of a list, as far as spread ones leave it certain. */
function membersByItem(members: readonly Member[], count: number): (Member | undefined)[] {
  const spread = members.findIndex(({ isSpread }) => isSpread === true);
  if (spread < 0) return members.length === count ? [...members] : [];
  const after = members.length - 1 - members.findLastIndex(({ isSpread }) => isSpread === true);
  return Array.from({ length: count }, (_, index) => {
    if (index < spread) return members[index];
    return count - index <= after ? members.at(index - count) : undefined;
  });
}

function obstacleAt({ source }: Draft, piece: Piece, path: readonly string[]): Obstacle {
  const [first = "", ...rest] = source.text.slice(piece.start, piece.end).split("\n");
  const shown = rest.length > 0 || first.length > 60 ? `${first.slice(0, 60)}...` : first;
  return { at: piece.start, why: `${path.join(".")} is not a literal here, but ${shown}` };
}
