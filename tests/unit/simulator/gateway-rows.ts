import type { Simulator, Switches } from "../../../simulator";
import { eachTest, failure } from "./support";

type Store = Simulator["gateway"]["store"];
/** An action of `ipgroups` or `user_api`, and its fields. */
export type Asked = readonly [action: string, fields?: Record<string, unknown>];
/** Switches, requests, the answer to the last of them, and what a part of the store then holds. */
export type Row = readonly [
  switches: Partial<Switches>,
  asked: readonly Asked[],
  answer: unknown,
  part?: (store: Store) => unknown,
  holds?: unknown,
];
/** Requests that are refused with these words, and change nothing. */
export type Refusal = readonly [words: RegExp, ...asked: Asked[]];

export const saved = (new_fc: string, ...added: object[]): Asked => ["saveRule", { new_fc, added }];
export const ip = (address: string): object => ({ type: "ip", address });
export const containing = (fields: object): object => expect.objectContaining(fields) as object;

/** Tests each row on a new gateway. Returns what further tests need. */
export function testRows(
  runMode: "ipgroups" | "user_api",
  rows: readonly Row[],
  refusals: readonly Refusal[],
): { context: ReturnType<typeof eachTest>; ask: (asked: Asked) => Promise<unknown> } {
  const context = eachTest();
  const ask = ([action, fields = {}]: Asked): Promise<unknown> =>
    runMode === "user_api" ? context.probe.users(action, fields) : context.probe.ipGroups(action, fields);

  test.each(rows.map((row) => [row[0], row[1], row] as const))("%j: %j", async (switches, asked, row) => {
    Object.assign(context.sim.switches, switches);
    let last: unknown;
    for (const one of asked) last = await ask(one);
    const [, , answer, part, holds] = row;
    expect(last).toEqual(answer);
    if (part !== undefined) expect(part(context.sim.gateway.store)).toEqual(holds);
  });

  test.each(refusals.map(([words, ...asked]) => [words, asked] as const))(
    "%s refuses %j and changes nothing",
    async (words, asked) => {
      const before = context.sim.snapshot();
      for (const one of asked) expect(await ask(one)).toEqual(failure(words));
      expect(context.sim.snapshot()).toBe(before);
    },
  );
  return { context, ask };
}
