import { IPv4 } from "ipaddr.js";
import { coveredBy, type CanonicalRule } from "../../provider/values/rule";

/** Addresses whose octets each lie in a range. Every kind of rule consists of such boxes. */
export interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

const OCTETS = [0, 1, 2, 3];

/** The boxes of a rule. None for a child rule, since its addresses belong to the child. */
export function boxesOf(rule: CanonicalRule): Box[] {
  const covered = coveredBy(rule);
  if (covered === undefined) return [];
  const [low, high] = [octetsOf(covered.low), octetsOf(covered.high)];
  return covered.hasGaps ? [{ low, high }] : rangeBoxes(joined(low), joined(high));
}

/** The addresses of a network. */
export function networkBox(cidr: string): Box {
  const [low, high] = [IPv4.networkAddressFromCIDR(cidr), IPv4.broadcastAddressFromCIDR(cidr)];
  return { low: low.octets, high: high.octets };
}

/** Lowest and highest address of a box as numbers. A box may have gaps between them. */
export function boundsOf({ low, high }: Box): { first: number; last: number } {
  return { first: joined(low), last: joined(high) };
}

/** The intersection of two boxes. */
export function overlapOf(one: Box, other: Box): Box | undefined {
  const low = OCTETS.map((index) => Math.max(at(one.low, index), at(other.low, index)));
  const high = OCTETS.map((index) => Math.min(at(one.high, index), at(other.high, index)));
  return OCTETS.every((index) => at(low, index) <= at(high, index)) ? { low, high } : undefined;
}

/** True if each of these boxes lies completely within the others. */
export function isCovered(boxes: readonly Box[], by: readonly Box[]): boolean {
  const rest = by.reduce<readonly Box[]>((left, cover) => left.flatMap((box) => without(box, cover)), boxes);
  return rest.length === 0;
}

/** With more boxes with gaps than this, the number of addresses is not computed, since that takes too long. */
const MANY_GAPS = 40;

/** Number of addresses in boxes; those in several boxes count once. Undefined if computing it would take too long. */
export function sizeOf(boxes: readonly Box[]): number | undefined {
  const withGaps = boxes.filter((box) => volumeOf(box) < spanOf(box));
  if (withGaps.length > MANY_GAPS) return undefined;
  const spans = mergedSpans(boxes.filter((box) => !withGaps.includes(box)).map(boundsOf));
  const whole = spans.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const covered = spans.flatMap(({ first, last }) => rangeBoxes(first, last));
  const rest = withGaps.flatMap((box, index) => {
    const near = [...covered, ...withGaps.slice(0, index)].filter((one) => overlapOf(box, one) !== undefined);
    return near.reduce<readonly Box[]>((left, cover) => left.flatMap((one) => without(one, cover)), [box]);
  });
  return rest.reduce((sum, box) => sum + volumeOf(box), whole);
}

function volumeOf({ low, high }: Box): number {
  return OCTETS.reduce((product, index) => product * (at(high, index) - at(low, index) + 1), 1);
}

function spanOf(box: Box): number {
  const { first, last } = boundsOf(box);
  return last - first + 1;
}

function mergedSpans(spans: { first: number; last: number }[]): { first: number; last: number }[] {
  const merged: { first: number; last: number }[] = [];
  for (const { first, last } of spans.sort((one, other) => one.first - other.first)) {
    const before = merged.at(-1);
    if (before === undefined || first > before.last + 1) merged.push({ first, last });
    else before.last = Math.max(before.last, last);
  }
  return merged;
}

/** A box without the intersection with another: at most two pieces per octet. */
function without(box: Box, other: Box): Box[] {
  const common = overlapOf(box, other);
  if (common === undefined) return [box];
  const pieces: Box[] = [];
  let rest = box;
  for (const index of OCTETS) {
    const [low, high] = [at(common.low, index), at(common.high, index)];
    if (at(rest.low, index) < low) pieces.push({ low: rest.low, high: rest.high.with(index, low - 1) });
    if (high < at(rest.high, index)) pieces.push({ low: rest.low.with(index, high + 1), high: rest.high });
    rest = { low: rest.low.with(index, low), high: rest.high.with(index, high) };
  }
  return pieces;
}

/** A box as people write it: an address, a network, a range, or octets with `*` and bounds. */
export function boxText({ low, high }: Box): string {
  const partial = OCTETS.findIndex((index) => at(low, index) !== at(high, index));
  const isSpan = OCTETS.every((index) => index <= partial || (at(low, index) === 0 && at(high, index) === 255));
  if (!isSpan) return OCTETS.map((index) => octetText(at(low, index), at(high, index))).join(".");
  return spanText(joined(low), joined(high));
}

/** All addresses from the first to the last: as a network if they form one. */
export function spanText(first: number, last: number): string {
  const [start, end] = [split(first).join("."), split(last).join(".")];
  if (first === last) return start;
  const size = last - first + 1;
  const isNetwork = Number.isInteger(Math.log2(size)) && first % size === 0;
  return isNetwork ? `${start}/${String(32 - Math.log2(size))}` : `${start}-${end}`;
}

function octetText(low: number, high: number): string {
  if (low === high) return String(low);
  return low === 0 && high === 255 ? "*" : `${String(low)}-${String(high)}`;
}

/** The networks that make up a range. */
function rangeBoxes(start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let first = start; first <= end;) {
    let size = 1;
    while (first % (size * 2) === 0 && first + size * 2 - 1 <= end) size *= 2;
    boxes.push({ low: split(first), high: split(first + size - 1) });
    first += size;
  }
  return boxes;
}

function octetsOf(address: string): number[] {
  return IPv4.parse(address).octets;
}

function joined(octets: readonly number[]): number {
  return octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

function split(address: number): number[] {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256);
}

function at(octets: readonly number[], index: number): number {
  return octets[index] ?? 0;
}
