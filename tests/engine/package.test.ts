import { install, pack } from "../support/packed";
import { holdingsOf } from "../support/held";
import { oneStage } from "./support";

const javascript = `
const { Collector, IpGroup, ReplicatorProfile, rule } = require("pulumi-flowgate");
const group = new IpGroup("branches", { rules: [rule.network("10.30.0.0/16")] });
const flows = new ReplicatorProfile("flows", { listeningPort: 2055, sendingPort: 2056 });
new Collector("collector", { address: "10.20.0.10", profiles: [flows], threshold: 100 });
exports.group = group.groupId;
exports.entries = ["", "/client", "/provider", "/simulator", "/package.json"].map((entry) => typeof require("pulumi-flowgate" + entry));
`;
const typescript = `
import { Collector, IpGroup, ReplicatorProfile, rule, type RuleArgs } from "pulumi-flowgate";
import { startSimulator } from "pulumi-flowgate/simulator";
import { GatewayClient, ReplicatorClient } from "pulumi-flowgate/client";

const rules: RuleArgs[] = ["10.30.0.0/16"].map(rule.network);
const group = new IpGroup("branches", { rules });
const flows = new ReplicatorProfile("flows", { listeningPort: 2055, sendingPort: 2056 });
new Collector("collector", { address: "10.20.0.10", profiles: [flows], threshold: 100 });
// @ts-expect-error The declarations are there: a rule without its field does not compile.
const wrong: RuleArgs = { type: "network" };
export const groupId = group.groupId.apply((id: number) => id);
export const names: string[] = [startSimulator.name, GatewayClient.name, ReplicatorClient.name, wrong.type];
`;

describe("the package that npm pack creates", () => {
  const stage = oneStage({ engine: { plugin: true } });
  let paths: string[];

  beforeAll(async () => {
    const { folder } = stage.engine;
    const { files, filename } = await pack(folder);
    paths = files.map(({ path }) => path);
    await install(folder, filename);
  });

  test("contains exactly the intended top-level entries, and examples without installed modules or stack files", () => {
    expect(new Set(paths.map((path) => path.split("/")[0]))).toEqual(
      new Set([
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "SECURITY.md",
        "dist",
        "docs",
        "examples",
        "package.json",
        "plugin",
        "sdk",
        "templates",
      ]),
    );
    expect(paths.filter((path) => path.startsWith("sdk/"))).toEqual(["sdk/model/site-model.schema.json"]);
    const examples = paths.filter((path) => path.startsWith("examples/"));
    expect(examples).toEqual(expect.arrayContaining(["examples/site-template/index.ts"]));
    expect(examples.filter((path) => /node_modules|Pulumi\..+\.yaml|\.fleet/u.test(path))).toEqual([]);
  });

  test("contains in dist only JavaScript and one type file per entry point", () => {
    const dist = paths.filter((path) => path.startsWith("dist/"));
    expect(dist.length).toBeGreaterThan(100);
    expect(dist.filter((path) => !path.endsWith(".js"))).toEqual([
      ...["client", "index", "provider", "simulator", "testing"].map((name) => `dist/types/${name}.d.ts`),
    ]);
    expect(dist.filter((path) => /\btests?\b/u.test(path))).toEqual([]);
  });

  test("runs pulumi up in a JavaScript program outside the clone", async () => {
    const { sim, engine } = stage;
    await engine.program(javascript);
    await engine.up();
    expect(await engine.outputs()).toEqual({
      group: sim.gateway.store.ipGroupsNamed("branches")[0]?.id,
      entries: Array<string>(5).fill("object"),
    });
    expect(holdingsOf(sim)).toMatchObject({
      ipGroups: { branches: ["network 10.30.0.0/16"] },
      profiles: { flows: { collectors: ["10.20.0.10"] } },
      thresholds: { "10.20.0.10": 100 },
    });
  });

  test("runs the same program in TypeScript, and finds nothing to change", async () => {
    const { sim, engine } = stage;
    await engine.program(typescript, "typescript");
    sim.requests.clear();
    // The kept process has loaded the JavaScript program, so start a new one.
    const { changes } = await engine.up();
    expect(changes).toEqual({ same: 4 });
    expect(sim.requests.count()).toBe(0);
    expect(await engine.outputs()).toMatchObject({
      names: ["startSimulator", "GatewayClient", "ReplicatorClient", "network"],
    });
  });

  test("contains a plugin, to which the stack moves without a request", async () => {
    const { sim, engine } = stage;
    await engine.program(javascript);
    await engine.config({ plugin: true });
    sim.requests.clear();
    expect((await engine.up()).changes).toEqual({ same: 4 });
    expect(sim.requests.count()).toBe(0);
  });
});
