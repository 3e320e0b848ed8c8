import fc from "fast-check";
import { personas } from "../support/switch-arrays";
import { record } from "../long/record";
import { passBox, type BoxFormat, type BoxResult } from "./accept-box";
import { handMade } from "./site-stores";

const isLong = process.env["FLOWGATE_LONG_TESTS"] !== undefined;
const seed = Number(process.env["FLOWGATE_SEED"] ?? 33);
const BOXES = Number(process.env["FLOWGATE_STORES"] ?? (isLong ? 20 : 3));
const GROUPS = Number(process.env["FLOWGATE_GROUPS"] ?? (isLong ? 40 : 12));
const formats: readonly BoxFormat[] = ["ts", "model", "bulk"];

test("accept takes random changes by hand into the programs of random boxes: an up sends nothing, and only their lines change", async () => {
  const stores = fc.sample(handMade(GROUPS), { numRuns: BOXES * 4, seed });
  const rows = personas(stores.length, seed);
  const results: BoxResult[] = [];
  for (const [index, made] of stores.entries()) {
    if (results.length === BOXES) break;
    const format = formats[results.length % formats.length] ?? "ts";
    const { switches } = rows[index] as (typeof rows)[number];
    const passed = await passBox(made, { format, switches, seed: seed + index }).catch((cause: unknown) => {
      throw new Error(`box ${String(index)} (${format}), FLOWGATE_SEED=${String(seed)}`, { cause });
    });
    if (passed !== undefined) results.push(passed);
  }
  const sum = (count: (one: BoxResult) => number): number => results.reduce((all, one) => all + count(one), 0);
  const figures = {
    boxes: results.length,
    seed,
    accepted: sum(({ accepted }) => accepted),
    lines: sum(({ lines }) => lines),
    comments: sum(({ comments }) => comments),
    byHand: sum(({ byHand }) => byHand.length),
  };
  if (isLong) await record("accept", figures);
  expect(results.flatMap(({ foreign }) => foreign)).toEqual([]);
  // An IpGroups takes no new group from accept: a person adds it.
  const isExpected = (text: string): boolean => text.includes("no file declares a IpGroup in a statement of its own");
  expect(results.flatMap(({ byHand }) => byHand).filter((text) => !isExpected(text))).toEqual([]);
  expect(figures).toMatchObject({ boxes: BOXES });
  expect(figures.accepted).toBeGreaterThanOrEqual(BOXES);
}, 3_600_000);
