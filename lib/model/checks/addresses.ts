import type { CanonicalRule } from "../../../provider/values/rule";
import { boundsOf, boxesOf, boxText, isCovered, overlapOf, spanText, type Box } from "../boxes";
import { pathText } from "../path";
import type { Finding } from "../problem";
import type { GroupView, ModelView, RuleView } from "../view";
import { descendants, groupsByName } from "./group-tree";

/**
 * Warns about addresses in two IP groups if neither group is below the other: the gateway decides which one counts. One
 * warning per pair of groups. A group of all addresses collects the rest, so it is not checked.
 */
export function checkOverlaps({ groups }: ModelView): Finding[] {
  return overlapsIn(groups).flatMap(warning);
}

/** The overlaps of each pair of groups, if neither is below the other. */
export function overlapsIn(groups: readonly GroupView[]): (readonly Overlap[])[] {
  const below = descendants(groups);
  const related = (one: string, other: string): boolean =>
    below.get(one)?.has(other) === true || below.get(other)?.has(one) === true;
  const pairs = new Map<string, Overlap[]>();
  for (const overlap of overlaps(groups)) {
    const { one, other } = overlap;
    if (related(one.group.name, other.group.name)) continue;
    const key = JSON.stringify([one.group.name, other.group.name].sort());
    const found = pairs.get(key) ?? [];
    pairs.set(key, found);
    found.push(overlap);
  }
  return [...pairs.values()];
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
function warning(found: readonly Overlap[]): Finding[] {
  const [overlap] = found;
  if (overlap === undefined) return [];
  const { one, other } = overlap;
  const [first = "", ...others] = new Set(found.flatMap(({ common }) => common));
  const further = others.length === 0 ? "" : ` and ${String(others.length)} more`;
  const message =
    `overlaps IP group "${one.group.name}" (${pathText(one.rule.steps)}) in ${first}${further}: keep the addresses ` +
    "in only one of them, or put one group below the other";
  return [{ severity: "warning", steps: other.rule.steps, message }];
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
      return [{ severity: "error", steps: widerRule(child, taken)?.steps ?? steps, message }];
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
    return [{ severity: "warning", steps, message }];
  });
}

function isWider(child: GroupView, { rule }: RuleView): boolean {
  const own = boxesOf(rule);
  const taken = child.rules.flatMap((one) => boxesOf(one.rule));
  return own.length > 0 && isCovered(own, taken) && !isCovered(taken, own);
}

function ruleText(rule: CanonicalRule): string {
  if (rule.type === "range") return `range ${rule.start}-${rule.end}`;
  return rule.type === "all" ? "all addresses" : `${rule.type} ${boxesOf(rule).map(boxText).join(", ")}`;
}
