import { declared, everythingOf, over, prepareFull, project } from "../engine/full";
import { openStage, type Stage, stateOf } from "../engine/support";
import { configFor } from "../support/lifecycle";
import { personas, settingsFor, type SwitchRow } from "../support/switch-arrays";

const seed = Number(process.env["FLOWGATE_PERSONA_SEED"] ?? 18);
const rows = personas(10, seed);

describe.each(rows.map((row) => [row.title, row] as const))("the example with every kind, %s", (_title, row) => {
  let stage: Stage;
  afterAll(() => stage.close());

  test("is created, read back, changed by hand, repaired and destroyed: the appliances hold what was reported", async () => {
    stage = await stageLike(row);
    const { sim, engine } = stage;
    await prepareFull(sim, engine, "a long password");
    const factory = everythingOf(sim);
    const store = (): string => sim.snapshot({ withoutNotesAndPreferences: true });
    const before = store();
    await engine.config(configFor(sim, settingsFor(row.switches)));

    await engine.up();
    expect(plain(everythingOf(sim), row)).toEqual(plain(over(factory, declared), row));
    const created = await urnsOf(stage);
    settle(stage);
    await engine.refresh({ args: ["--expect-no-changes"] });
    expect(await urnsOf(stage)).toEqual(created);
    await engine.up({ args: ["--expect-no-changes"] });

    sim.mutate.setSetting("flowStopAlert", { value: "99" });
    sim.mutate.removeExporter("10.50.0.1", "full-routers");
    settle(stage);
    await engine.refresh();
    await engine.up();
    expect(plain(everythingOf(sim), row)).toEqual(plain(over(factory, declared), row));

    await engine.destroy();
    expect(store()).toBe(before);
  }, 600_000);
});

async function urnsOf({ engine }: Stage): Promise<string[]> {
  return (await stateOf(engine, project)).map(({ urn }) => urn).sort();
}

function stageLike({ switches }: SwitchRow): Promise<Stage> {
  const env = { PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  return openStage({ simulator: { https: false, switches }, engine: { project, env }, configured: false });
}

/** A refresh at once would show what lists that are behind show. */
function settle({ sim }: Stage): void {
  sim.advanceClock(sim.switches.groupsVisibleAfterMs);
}

/** The word for product-wide codes is a setting of the box, and decides the order of permissions. */
function plain(held: unknown, { switches: { staticPermissionType: word } }: SwitchRow): unknown {
  return JSON.parse(JSON.stringify(held).replaceAll(`"${word} `, '"app '), (_key, value: unknown) =>
    Array.isArray(value) ? [...(value as unknown[])].sort() : value,
  ) as unknown;
}
