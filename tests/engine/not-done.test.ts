import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Action } from "../../cli/actions";
import { flowgate } from "../unit/cli/support";
import { declare, openStage, stateOf } from "./support";

jest.setTimeout(1_800_000);

const RUNS = 30;
const MOST = 12;

/** Groups of a program, each with the earlier group that it contains, and whether its name is taken on the appliance. */
const programs = fc.array(fc.record({ parent: fc.nat(MOST), isTaken: fc.boolean(), isOld: fc.boolean() }), {
  minLength: 4,
  maxLength: MOST,
});
type Group = typeof programs extends fc.Arbitrary<(infer One)[]> ? One : never;

const statementOf = (at: number, { parent }: Group, isIn: (at: number) => boolean): string => {
  const rules = parent < at && isIn(parent) ? `rule.child(g${parent})` : `rule.ip("10.0.0.${at + 1}")`;
  return `const g${at} = new IpGroup("g${at}", { name: "Group ${at}", rules: [${rules}] });`;
};

/** The groups that a comment counts, after an up in which the creation of some groups was refused. */
async function check(groups: readonly Group[]): Promise<void> {
  const stage = await openStage();
  const { sim, engine } = stage;
  try {
    const isOld = (at: number): boolean => groups[at]?.isOld === true;
    const old = groups.flatMap((group, at) => (isOld(at) ? [statementOf(at, group, isOld)] : []));
    await engine.program(declare(...old));
    await engine.up();
    for (const [at, { isTaken }] of groups.entries())
      if (isTaken && !isOld(at)) sim.mutate.addIpGroup(`Group ${at}`, []);
    await engine.program(declare(...groups.map((group, at) => statementOf(at, group, () => true))));
    const flags = ["--yes", "--skip-preview", "--continue-on-error", "--json"];
    const applied = await engine.pulumi(["up", ...flags], { fails: "perhaps" });
    sim.requests.clear();
    const then = await engine.pulumi(["preview", "--show-sames", "--json"]);
    expect(sim.requests.count()).toBe(0);
    for (const [name, { stdout }] of Object.entries({ applied, then }))
      writeFileSync(join(engine.folder, `${name}.json`), stdout);
    const args = ["summary", "applied.json", "--then", "then.json", "--json"];
    const { stdout } = await flowgate(args, { cwd: engine.folder });
    const { changes, unchanged } = JSON.parse(stdout) as {
      changes: { name: string; action: Action }[];
      unchanged: { name: string }[];
    };
    const names = [...changes, ...unchanged].map(({ name }) => name);
    expect(names.sort()).toEqual(groups.map((_, at) => `g${at}`).sort());
    const [failed, undone] = (["failed", "untried"] as const).map((wanted) =>
      changes.filter(({ action }) => action === wanted).map(({ name }) => name),
    );
    // What failed is taken. What was not done contains, at some depth, what failed, or came after the program had ended.
    for (const name of failed ?? []) expect(groups[Number(name.slice(1))]?.isTaken).toBe(true);
    const held = new Set((await stateOf(engine)).map(({ urn }) => urn.slice(urn.lastIndexOf("::") + 2)));
    expect(
      [...(undone ?? []), ...(failed ?? [])].filter((name) => held.has(name) && !isOld(Number(name.slice(1)))),
    ).toEqual([]);
  } finally {
    await stage.close();
  }
}

test("what is declared is done, failed, not done or unchanged, for random programs and failures", async () => {
  const seed = Number(process.env["FLOWGATE_SEED"] ?? 11);
  await fc.assert(fc.asyncProperty(programs, check), { numRuns: RUNS, seed, endOnFailure: true });
});
