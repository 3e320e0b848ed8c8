import type { Simulator, Switches } from "../../../simulator";
import { ask as askReport } from "./report-support";
import { eachTest, failure, type Probe, refused } from "./support";

type Stores = Simulator["gateway"]["store"] & Simulator["replicator"]["store"];
/** An action and its fields or the question of a report, a path of the replicator, or what happens without a request. */
export type Asked = readonly [action: string, fields?: Record<string, unknown>] | string | ((sim: Simulator) => void);
/**
 * Switches, requests (only the last one may be refused), its answer or a check of it, and what a part of the store
 * then holds.
 */
export type Row = readonly [
  switches: Partial<Switches>,
  asked: readonly Asked[],
  answer: unknown,
  part?: (store: Stores) => unknown,
  holds?: unknown,
];
/** Requests that are refused with these words, and change nothing. */
export type Refusal = readonly [words: RegExp, ...asked: Asked[]];

/** Lets time pass on the clock of the appliances. */
export const seconds =
  (count: number): Asked =>
  (sim) =>
    sim.advanceClock(count * 1000);
export const containing = (fields: object): object => expect.objectContaining(fields) as object;

type Served = "ipgroups" | "user_api" | "report_api" | "replicator";

async function answerTo(served: Served, probe: Probe, asked: Asked): Promise<unknown> {
  if (typeof asked === "function") {
    asked(probe.sim);
    return undefined;
  }
  if (typeof asked === "string") return probe.at(asked);
  const [action, fields = {}] = asked;
  if (served === "report_api") return askReport(probe, fields);
  return probe.gateway(served, action, served === "user_api" ? { json: fields } : fields);
}

/** Tests each row on new appliances. Returns what further tests need. */
export function testRows(
  served: Served,
  rows: readonly Row[],
  refusals: readonly Refusal[] = [],
): { context: ReturnType<typeof eachTest>; ask: (asked: Asked) => Promise<unknown> } {
  const context = eachTest();
  const ask = (asked: Asked): Promise<unknown> => answerTo(served, context.probe, asked);
  const isGateway = served !== "replicator";
  const refusal = isGateway ? failure : refused;

  beforeEach(async () => {
    if (!isGateway) await context.probe.login();
  });

  test.each(rows.map((row) => [row[0], row[1], row] as const))("%j: %j", async (switches, asked, row) => {
    const [, , answer, part, holds] = row;
    Object.assign(context.sim.switches, switches);
    let last: unknown;
    for (const one of asked) {
      expect(last).not.toEqual(refusal(/./));
      last = await ask(one);
    }
    if (typeof answer === "function") (answer as (found: unknown) => void)(last);
    else expect(last).toEqual(answer);
    const { store } = isGateway ? context.sim.gateway : context.sim.replicator;
    if (part !== undefined) expect(part(store as Stores)).toEqual(holds);
  });

  test.each(refusals.map(([words, ...asked]) => [words, asked] as const))(
    "%s refuses %j and changes nothing",
    async (words, asked) => {
      const before = context.sim.snapshot();
      for (const one of asked) expect([one, await ask(one)]).toEqual([one, refusal(words)]);
      expect(context.sim.snapshot()).toBe(before);
    },
  );
  return { context, ask };
}
