import { alike } from "../../../provider/values/alike";
import { quoted, someOf } from "../../../provider/values/quoted";
import { ruleText } from "../../../provider/values/rule";
import { boundsOf, boxesOf, boxText, isCovered, overlapOf, sizeOf, spanText, type Box } from "../boxes";
import type { Finding } from "../problem";
import type { GroupView, ModelView, RuleView } from "../view";
import { descendants, groupsByName } from "./group-tree";

/**
 * Warns about groups that share addresses if neither contains the other: the gateway decides which one counts. A group
 * that shares addresses with several others has one warning. A group of all addresses collects the rest, so it is not
 * checked.
 */
export function checkOverlaps({ groups }: ModelView): Finding[] {
  let pairs = overlapsIn(groups);
  const findings: Finding[] = [];
  while (pairs.length > 0) {
    const [hub, count] = mostIn(pairs);
    const own = count > 1 ? pairs.filter((pair) => groupsOf(pair).includes(hub)) : pairs;
    findings.push(...(count > 1 ? [widely(hub, own)] : own.map(between)));
    pairs = count > 1 ? pairs.filter((pair) => !own.includes(pair)) : [];
  }
  return findings;
}

/** Overlaps of the rules of two groups. */
export type PairOverlaps = readonly [Overlap, ...Overlap[]];

/** The overlaps of each pair of groups. None if one is below the other, or if its addresses contain the other's. */
export function overlapsIn(groups: readonly GroupView[]): readonly PairOverlaps[] {
  const below = descendants(groups);
  const related = (one: string, other: string): boolean =>
    below.get(one)?.has(other) === true || below.get(other)?.has(one) === true;
  const namesOf = ({ one, other }: Overlap): [string, string] => [one.group.name, other.group.name];
  const foreign = overlaps(groups).filter((overlap) => !related(...namesOf(overlap)));
  const pairs = alike(foreign, (overlap) => namesOf(overlap).sort());
  const sizes = new Map<GroupView, number | undefined>();
  return pairs.filter(([{ one, other }]) => !isNested(one.group, other.group, sizes));
}

/** Whether one group contains every address of the other, and more. Equal groups are not nested. */
function isNested(one: GroupView, other: GroupView, sizes: Map<GroupView, number | undefined>): boolean {
  const boxes = (group: GroupView): Box[] => group.rules.flatMap(({ rule }) => boxesOf(rule));
  const sizeOfGroup = (group: GroupView): number | undefined => {
    if (!sizes.has(group)) sizes.set(group, sizeOf(boxes(group)));
    return sizes.get(group);
  };
  const [first, second] = [sizeOfGroup(one), sizeOfGroup(other)];
  if (first === undefined || second === undefined || first === second) return false;
  return sizeOf([...boxes(one), ...boxes(other)]) === Math.max(first, second);
}

function groupsOf([{ one, other }]: PairOverlaps): readonly [string, string] {
  return [one.group.name, other.group.name];
}

/** The group in most of the pairs, and their number. */
function mostIn(pairs: readonly PairOverlaps[]): readonly [string, number] {
  const counts = new Map<string, number>();
  for (const name of pairs.flatMap(groupsOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 0]);
}

/** A rule of a group, with its addresses. */
export interface RuleAddresses {
  readonly group: GroupView;
  readonly rule: RuleView;
  readonly boxes: readonly Box[];
  readonly first: number;
  readonly last: number;
}

/** Two rules of different groups with common addresses. */
export interface Overlap {
  readonly one: RuleAddresses;
  readonly other: RuleAddresses;
  /** The common addresses, as text for people. */
  readonly common: readonly string[];
}

/**
 * Overlaps between rules of different groups, found in one sweep over all rules in the order of their first addresses.
 */
function overlaps(groups: readonly GroupView[]): Overlap[] {
  const claims = groups.flatMap((group) => group.rules.flatMap((rule) => claimOf(group, rule)));
  const found: Overlap[] = [];
  let open: RuleAddresses[] = [];
  for (const claim of claims.sort((a, b) => a.first - b.first)) {
    open = open.filter(({ last }) => last >= claim.first);
    for (const before of open) {
      const common = before.group === claim.group ? [] : commonOf(before, claim);
      if (common.length > 0) found.push({ one: before, other: claim, common });
    }
    open.push(claim);
  }
  return found;
}

function claimOf(group: GroupView, rule: RuleView): RuleAddresses[] {
  const boxes = boxesOf(rule.rule);
  if (rule.rule.type === "all" || boxes.length === 0) return [];
  const bounds = boxes.map(boundsOf);
  const first = Math.min(...bounds.map((one) => one.first));
  const last = Math.max(...bounds.map((one) => one.last));
  return [{ group, rule, boxes, first, last }];
}

function commonOf(one: RuleAddresses, other: RuleAddresses): string[] {
  const hasGaps = [one, other].some(({ rule }) => rule.rule.type === "wildcard");
  if (!hasGaps) return [spanText(Math.max(one.first, other.first), Math.min(one.last, other.last))];
  return one.boxes.flatMap((box) => other.boxes.flatMap((second) => overlapOf(box, second) ?? [])).map(boxText);
}

/** The warning for a pair of groups, at the group that comes later in the model, with the first overlap. */
function between(pair: PairOverlaps): Finding {
  const [{ one, other }] = pair;
  const common = someOf([...new Set(pair.flatMap(({ common }) => common))], 1);
  const message =
    `${quoted(other.group.name)} and ${quoted(one.group.name)} share ${common}: keep the addresses in only ` +
    "one of them, or put one group below the other";
  return { severity: "warning", id: "overlap", about: groupsOf(pair), steps: other.rule.steps, message };
}

/** Maximum number of groups that a warning names. */
const MOST_NAMES = 3;

/** The warning for a group that shares addresses with several others. */
function widely(hub: string, pairs: readonly PairOverlaps[]): Finding {
  const names = pairs.map((pair) => groupsOf(pair).find((name) => name !== hub) ?? hub);
  const message =
    `${quoted(hub)} covers addresses of ${String(names.length)} groups: ${someOf(names.map(quoted), MOST_NAMES)}` +
    `; keep the addresses in only one group, or put these groups below ${quoted(hub)}`;
  const [[overlap]] = pairs as readonly [PairOverlaps];
  const { rule } = overlap.one.group.name === hub ? overlap.one : overlap.other;
  return { severity: "warning", id: "overlap", about: [hub, ...names], steps: rule.steps, message };
}

/**
 * Finds children that cover a whole rule of their parent and more: the child is more specific, so that rule never
 * counts.
 */
export function checkWiderChildren({ groups }: ModelView): Finding[] {
  const byName = groupsByName(groups);
  return groups.flatMap((parent) =>
    parent.children.flatMap(({ name, steps }): Finding[] => {
      const child = byName.get(name);
      if (child === undefined || child === parent) return [];
      const taken = parent.rules.find((rule) => isWider(child, rule));
      if (taken === undefined) return outside(parent, child);
      const message =
        `child "${name}" is wider than its parent: it covers all of ${ruleText(taken.rule)}, so that rule of ` +
        `"${parent.name}" never matches; narrow the child, or make it the parent`;
      return [
        {
          severity: "warning",
          id: "wider-child",
          about: [name, parent.name],
          steps: widerRule(child, taken)?.steps ?? steps,
          message,
        },
      ];
    }),
  );
}

/** The rule of a child that covers a rule of its parent, and more. */
function widerRule(child: GroupView, { rule }: RuleView): RuleView | undefined {
  const own = boxesOf(rule);
  return child.rules.find((one) => {
    const boxes = boxesOf(one.rule);
    const meets = boxes.some((box) => own.some((other) => overlapOf(box, other) !== undefined));
    return meets && !isCovered(boxes, own);
  });
}

/** Rules of a child that share no address with its parent, if the parent has rules of its own. */
function outside(parent: GroupView, child: GroupView): Finding[] {
  const around = parent.rules.flatMap(({ rule }) => boxesOf(rule));
  if (around.length === 0) return [];
  return child.rules.flatMap(({ rule, steps }): Finding[] => {
    const boxes = boxesOf(rule);
    const meets = boxes.some((box) => around.some((other) => overlapOf(box, other) !== undefined));
    if (boxes.length === 0 || meets) return [];
    const message =
      `${ruleText(rule)} of "${child.name}" is outside its parent "${parent.name}": widen the parent, or move the ` +
      "group";
    return [{ severity: "warning", id: "outside-parent", about: [child.name, parent.name], steps, message }];
  });
}

function isWider(child: GroupView, { rule }: RuleView): boolean {
  const own = boxesOf(rule);
  const taken = child.rules.flatMap((one) => boxesOf(one.rule));
  return own.length > 0 && isCovered(own, taken) && !isCovered(taken, own);
}
