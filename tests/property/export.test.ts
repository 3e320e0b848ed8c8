import fc from "fast-check";
import { join } from "node:path";
import ts from "typescript";
import * as flowgate from "../../sdk";
import { loadModel } from "../../sdk/model/resolve";
import type { Simulator } from "../../simulator";
import { holdingsOf } from "../support/held";
import { isLong } from "../support/long";
import { fill, randomSite, statementsIn } from "../support/random-site";
import { closeAll } from "../support/closing";
import { startSite } from "../unit/cli/support";
import { registered, settled, startEngine } from "../unit/sdk/support";

if (isLong) jest.setTimeout(1_800_000);

/** For random appliances: what an export writes declares what they hold, and changes by hand change its statements alone. */
/** The names of the groups and the ports of the profiles that an exported program declares, each with its rules. */
async function declaredBy(
  text: string,
): Promise<{ groups: Record<string, number>; profiles: Record<string, unknown> }> {
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  await startEngine();
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the text of a program, in the realm of this test
  const run = new Function("require", "exports", outputText) as (require: unknown, exports: object) => void;
  run(() => flowgate, {});
  await settled();
  const of = (kind: string) => registered.filter(({ type }) => type.endsWith(`:${kind}`)).map(({ inputs }) => inputs);
  const sizeOf = (rules: unknown = []): number => (rules as unknown[]).length;
  return {
    groups: Object.fromEntries(of("IpGroup").map(({ name, rules }) => [String(name), sizeOf(rules)] as const)),
    profiles: Object.fromEntries(of("ReplicatorProfile").map((one) => [String(one["name"]), one["listeningPort"]])),
  };
}

const heldBy = (sim: Simulator): Awaited<ReturnType<typeof declaredBy>> => {
  const { ipGroups, profiles } = holdingsOf(sim);
  const ports = Object.entries(profiles).map(([name, { facts }]) => [name, Number.parseInt(facts, 10)] as const);
  const sizes = Object.entries(ipGroups).map(([name, rules]) => [name, rules.length] as const);
  return { groups: Object.fromEntries(sizes), profiles: Object.fromEntries(ports) };
};

test("an export declares what the appliances hold, and a later one differs only in what was changed by hand", async () => {
  const check = fc.asyncProperty(randomSite, fc.nat(), async (content, choice) => {
    const site = await startSite();
    fill(site.sim, content);
    const exported = async (...format: string[]): Promise<void> => {
      const { code, stderr } = await site.run(["export", "site", "--force", "--no-protect", ...format]);
      expect([code, stderr]).toEqual([0, ""]);
    };
    await exported("--format", "model");
    const { ipGroups = [], profiles = [] } = loadModel([join(site.path("site"), "site.yaml")]).model;
    const sizeOf = (one: (typeof ipGroups)[number]): number => (one.rules ?? []).length + (one.children ?? []).length;
    expect({
      groups: Object.fromEntries(ipGroups.map((one) => [one.name, sizeOf(one)])),
      profiles: Object.fromEntries(profiles.map((one) => [one.name, one.listeningPort])),
    }).toEqual(heldBy(site.sim));
    await exported();
    const before = site.text("site/index.ts");
    expect(await declaredBy(before)).toEqual(heldBy(site.sim));
    const names = Object.keys(holdingsOf(site.sim).ipGroups);
    const changed = names[choice % names.length] ?? "";
    site.sim.mutate.addRules(changed, [{ type: "ip", address: "198.51.100.7" }]);
    await exported();
    const after = site.text("site/index.ts");
    const differing = statementsIn(after).filter((one) => !statementsIn(before).includes(one));
    expect(differing).toEqual([expect.stringContaining(JSON.stringify(changed))]);
    expect(await declaredBy(after)).toEqual(heldBy(site.sim));
    await closeAll();
  });
  await fc.assert(check, { numRuns: isLong ? 200 : 3, seed: Number(process.env["FLOWGATE_SEED"] ?? 11) });
});
