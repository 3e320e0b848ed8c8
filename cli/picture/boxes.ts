import { alike } from "../../provider/values/collections";
import { counted } from "../../provider/values/quoted";
import { listOf } from "../../provider/values/inputs";
import { textOf } from "../../provider/values/differences";
import { actions, signs, type Action } from "../actions";
import { amountText } from "../output/text";
import { nounOf } from "../site/label";
import { byText } from "../site/order";
import type { Drawn } from "./drawn";
import { linksOf, type Link } from "./links";

/** A box of a picture: one object, or several that are treated alike. */
export interface Box {
  /** Lines of text; the first begins with the sign of the change. */
  readonly lines: readonly string[];
  /** Undefined: unchanged. */
  readonly action?: Action;
  readonly isRound: boolean;
  /** Whether it is switched off. Its text says so too. */
  readonly isMuted: boolean;
  /** Number of objects that change. */
  readonly changes: number;
}

/** The boxes of one place, and arrows between them by their positions. */
export interface Scene {
  readonly boxes: readonly Box[];
  readonly arrows: readonly { readonly from: number; readonly to: number; readonly isDashed: boolean }[];
}

/** What others belong to: drawn beside a change in it even if it stays as it is. */
const holders = new Set(["IpGroup", "ReplicatorProfile", "UserGroup"]);

/**
 * The objects of one place in at most this many boxes; undefined if they do not fit. Objects that are treated alike
 * share a box if not each can have its own: first those at the same place, then all of a kind.
 */
export function sceneOf(objects: readonly Drawn[], most: number, onlyChanged: boolean): Scene | undefined {
  const all = linksOf(objects);
  const shown = (onlyChanged ? changedIn(objects, all) : [...objects]).sort(
    (one, other) => rankOf(one) - rankOf(other) || byText(one.kind, other.kind) || byText(one.label, other.label),
  );
  const keys = new Set(shown.map(({ key }) => key));
  const links = all.filter(({ from, to }) => keys.has(from) && keys.has(to));
  const neighbours = new Map<string, string[]>(shown.map(({ key }) => [key, []]));
  for (const { from, to } of links) {
    neighbours.get(from)?.push(`> ${to}`);
    neighbours.get(to)?.push(`< ${from}`);
  }
  const around = ({ key }: Drawn): unknown => neighbours.get(key)?.sort();
  const forms: ((one: Drawn) => unknown)[] = [
    ({ key }) => key,
    (one) => [one.kind, one.action, one.changes, around(one)],
    (one) => (one.kind === "IpGroup" ? [one.kind, one.action, around(one)] : [one.kind, one.action]),
    ({ kind, action }) => [kind, action],
  ];
  for (const formOf of forms) {
    const groups = alike(shown, formOf);
    if (groups.length <= most) return drawn(groups, links);
  }
  return undefined;
}

/** The changed objects and what they belong to. */
function changedIn(objects: readonly Drawn[], links: readonly Link[]): Drawn[] {
  const changed = new Set(objects.flatMap(({ action, key }) => (action === undefined ? [] : [key])));
  const above = new Set(links.flatMap(({ from, to }) => (changed.has(to) ? [from] : [])));
  const below = new Set(links.flatMap(({ from, to }) => (changed.has(from) ? [to] : [])));
  const isAbove = ({ key, kind }: Drawn): boolean =>
    holders.has(kind) && (above.has(key) || (kind !== "IpGroup" && below.has(key)));
  return objects.filter((one) => changed.has(one.key) || isAbove(one));
}

function drawn(groups: readonly (readonly [Drawn, ...Drawn[]])[], links: readonly Link[]): Scene {
  const place = new Map(groups.flatMap((group, at) => group.map(({ key }) => [key, at] as const)));
  const arrows = links.flatMap(({ from, to, isDashed = false }) => {
    const [start, end] = [place.get(from), place.get(to)];
    return start === undefined || end === undefined || start === end ? [] : [{ from: start, to: end, isDashed }];
  });
  const unique = new Map(arrows.map((arrow) => [`${String(arrow.from)} ${String(arrow.to)}`, arrow]));
  // The engine's order differs from run to run.
  const inOrder = [...unique.values()].sort((one, other) => one.from - other.from || one.to - other.to);
  return { boxes: groups.map(boxOf), arrows: inOrder };
}

/** Maximum number of differences to list in a box. */
const MOST_CHANGES = 4;

function boxOf(group: readonly [Drawn, ...Drawn[]]): Box {
  const [first] = group;
  const { kind, action, changes = [], values } = first;
  const sign = action === undefined ? "" : `${first.sign ?? signs[action]} `;
  const noun = nounOf(kind, group.length);
  const names = group.map(({ label }) => label);
  const head = group.length === 1 ? headOf(first, noun) : `${amountText(group.length)} ${noun}`;
  const differences = group.length > 1 ? [] : changes.slice(0, MOST_CHANGES);
  const more = group.length > 1 ? 0 : changes.length - differences.length;
  return {
    lines: [
      `${sign}${head}`,
      ...(group.length === 1 ? detailsOf(first) : [namesText(names)]),
      ...differences,
      ...(more === 0 ? [] : [`and ${amountText(more)} more`]),
    ],
    ...(action === undefined ? {} : { action }),
    isRound: kind === "ReplicatorProfile",
    isMuted: action === undefined && values["enabled"] === false,
    changes: action === undefined ? 0 : group.length,
  };
}

/** The label of an IP group, a profile or a policy says what it is. */
function headOf({ kind, label }: Drawn, noun: string): string {
  return ["IpGroup", "ReplicatorProfile", "Policy", "IpGroupRule"].includes(kind) ? label : `${noun} ${label}`;
}

function detailsOf({ kind, values }: Drawn): string[] {
  if (kind === "IpGroup") return [counted(listOf(values["rules"]).length, "rule")];
  if (kind === "ReplicatorProfile") {
    const flags = [values["enabled"] === false ? "disabled" : "", values["singularity"] === true ? "singularity" : ""];
    const ports = [values["listeningPort"], values["sendingPort"]].map(textOf).join(" → ");
    return [`UDP ${ports}`, ...flags.filter((flag) => flag !== "")];
  }
  const { threshold } = values;
  return threshold === undefined || threshold === 0 ? [] : [`threshold ${textOf(threshold)} packets/s`];
}

/** Position of a box by what happens to it: losses first, what stays last. */
function rankOf({ action }: Drawn): number {
  return action === undefined ? actions.length : actions.indexOf(action);
}

/** Maximum number of characters in a line of names. */
const MOST_CHARACTERS = 40;

/** Some names in one line. */
function namesText(names: readonly string[]): string {
  let text = names[0] ?? "";
  for (const name of names.slice(1)) {
    if (text.length + name.length > MOST_CHARACTERS) return `${text}, …`;
    text = `${text}, ${name}`;
  }
  return text;
}
