import fc from "fast-check";
import { isLong } from "../support/long";
import { personas } from "../support/switch-arrays";
import { record } from "../long/record";
import { passBox, type BoxFormat, type BoxResult } from "./accept-box";
import { handMade } from "./site-stores";

const seed = Number(process.env["FLOWGATE_SEED"] ?? 33);
const BOXES = Number(process.env["FLOWGATE_STORES"] ?? (isLong ? 20 : 4));
const GROUPS = Number(process.env["FLOWGATE_GROUPS"] ?? (isLong ? 40 : 12));
/** For each box some more, because not every program can declare every box. */
const SPARE = 4;
const formats: readonly BoxFormat[] = ["ts", "model", "bulk", "model in bulk"];

jest.setTimeout(1_200_000);

beforeEach(() => {
  // The model warns of what people have configured.
  jest.spyOn(console, "warn").mockReturnValue(undefined);
});

const stores = fc.sample(handMade(GROUPS), { numRuns: BOXES * SPARE, seed });
const rows = personas(stores.length, seed);
const results: BoxResult[] = [];

const boxes = Array.from({ length: BOXES }, (_, number) => ({
  number,
  format: formats[number % formats.length] ?? "ts",
}));

test.each(boxes)(
  `accept takes random changes by hand into the program of random box $number ($format): an up sends nothing, and only their lines change (FLOWGATE_SEED=${String(seed)})`,
  async ({ number, format }) => {
    for (let tried = 0; tried < stores.length; tried += 1) {
      const index = (number * SPARE + tried) % stores.length;
      const [made, row] = [stores[index], rows[index]];
      if (made === undefined || row === undefined) break;
      const { switches } = row;
      const checksTypes = isLong || number === 0;
      const passed = await passBox(made, { format, switches, seed: seed + index, checksTypes });
      if (passed === undefined) continue;
      expect(passed).toMatchObject({ foreign: [], byHand: [] });
      results.push(passed);
      return;
    }
    throw new Error("None of the boxes can be exported in this format.");
  },
);

afterAll(async () => {
  const sum = (count: (one: BoxResult) => number): number => results.reduce((all, one) => all + count(one), 0);
  const figures = {
    boxes: results.length,
    seed,
    accepted: sum(({ accepted }) => accepted),
    lines: sum(({ lines }) => lines),
    comments: sum(({ comments }) => comments),
  };
  if (isLong && results.length === BOXES) await record("accept", figures);
  expect(figures.accepted).toBeGreaterThanOrEqual(results.length);
});
