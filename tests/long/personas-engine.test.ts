import { declared, prepareFull } from "../engine/full";
import { holdingsOf, over } from "../support/held";
import { oneStage, type Stage, stateOf } from "../engine/support";
import { storedGroupName } from "../../simulator/gateway/group-names";
import { storedProfileName } from "../../simulator/replicator/profiles";
import { configFor } from "../support/configuration";
import { personas, settingsFor, type SwitchRow } from "../support/switch-arrays";
import { storedRule, storeOf } from "../switches/stored";

const seed = Number(process.env["FLOWGATE_PERSONA_SEED"] ?? 18);
// The example refers to a user group by its name. A gateway that stores a different name would not find it.
const rows = personas(10, seed).map(({ title, switches }): SwitchRow => ({
  title,
  switches: { ...switches, accountNameStored: "verbatim" },
}));
const groupNames = Object.keys(declared.ipGroups).filter((name) => name !== "Shared");
const profileNames = Object.keys(declared.profiles);
const rules = Object.values(declared.ipGroups).flat();

describe.each(rows.map((row) => [row.title, row] as const))("the full example, %s", (_title, row) => {
  const stage = oneStage({ example: "full", simulator: { switches: row.switches }, configured: false });

  test("is created, read back, repaired after manual changes, and destroyed; the appliances hold what it declares", async () => {
    const { sim, engine } = stage;
    await prepareFull(stage, "a long password");
    const factory = holdingsOf(sim);
    const before = storeOf(sim);
    await engine.config(configFor(sim, settingsFor(row.switches)));

    await engine.up();
    expect(plain(holdingsOf(sim), row)).toEqual(plain(over(factory, declared), row));
    const created = await urnsOf(stage);
    settle(stage);
    await engine.refresh({ args: ["--expect-no-changes"] });
    expect(await urnsOf(stage)).toEqual(created);
    await engine.up({ args: ["--expect-no-changes"] });

    sim.mutate.setSetting("flowStopAlert", { value: "99" });
    sim.mutate.removeExporter("10.50.0.1", storedProfileName("full-routers", sim.switches));
    settle(stage);
    await engine.refresh();
    await engine.up();
    expect(plain(holdingsOf(sim), row)).toEqual(plain(over(factory, declared), row));

    await engine.destroy();
    expect(storeOf(sim)).toBe(before);
  }, 600_000);
});

async function urnsOf({ engine }: Stage): Promise<string[]> {
  return (await stateOf(engine)).map(({ urn }) => urn).sort();
}

/** Waits until the lists have caught up. Otherwise a refresh would see an old list. */
function settle({ sim }: Stage): void {
  sim.advanceClock(sim.switches.groupsVisibleAfterMs);
}

/**
 * What the appliances hold, in the example's form: the type of product-wide codes varies, and so do stored names and
 * rules.
 */
function plain(held: unknown, { switches }: SwitchRow): unknown {
  const names = groupNames.map((name) => [storedGroupName(name, switches), name] as const);
  const profiles = profileNames.map((name) => [storedProfileName(name, switches), name] as const);
  const kept = rules.map((text) => [storedRule(text, switches), text] as const);
  const texts = [
    [`"${switches.staticPermissionType} `, '"app '] as const,
    ...[...names, ...profiles, ...kept].map(([stored, text]) => [`"${stored}"`, `"${text}"`] as const),
    ...names.map(([kept, text]) => [`"child ${kept}"`, `"child ${text}"`] as const),
  ];
  const json = texts.reduce((text, [kept, declaredAs]) => text.replaceAll(kept, declaredAs), JSON.stringify(held));
  return JSON.parse(json, (_key, value: unknown) =>
    Array.isArray(value) ? [...(value as unknown[])].sort() : value,
  ) as unknown;
}
