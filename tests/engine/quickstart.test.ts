import { cp } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../support/clone";
import type { Run } from "../support/engine";
import { addressesOf, configFor } from "../support/configuration";
import { type Holdings, holdingsOf, over } from "../support/held";
import { oneStage, sentDuring } from "./support";

const project = "flowgate-quickstart";
/** What the example declares, in the appliances' terms. */
const declared = {
  ipGroups: {
    "Company servers": ["ip 10.20.0.10", "range 10.20.0.100 10.20.0.199"],
    "Company branches": ["network 10.30.0.0/16", "network 10.31.0.0/16", "wildcard 10.0.250.0 0.255.0.255"],
    Company: ["child Company branches", "child Company servers", "network 10.20.0.0/16"],
    Everywhere: ["all"],
  },
  userGroups: {
    "Network operators": {
      members: ["admin"],
      // The first two permissions come from the template, group 2.
      permissions: [
        "app myViewTab",
        "app runReport",
        "app statusTab",
        "device 0A140001",
        "interface 0A140001-3",
      ].sort(),
    },
  },
  profiles: {
    netflow: {
      facts: "2055 -> 2056",
      description: "Flow packets of all routers",
      collectors: ["10.20.0.10", "10.20.0.11"],
      policies: ["exclude 10.0.0.0/8", "include 10.30.0.0/15"],
    },
    security: { facts: "4739 -> 4740, disabled", collectors: ["10.20.0.10"], policies: ["include 10.20.0.0/16"] },
  },
  thresholds: { "10.20.0.10": 5000 },
  notes: { "10.20.0.10": "Traffic analysis" },
  users: { admin: { groups: ["Administrators", "Network operators"], preferences: { language: "english" } } },
} satisfies Partial<Holdings>;

describe("the quickstart example, over HTTPS with caCert", () => {
  const stage = oneStage({
    simulator: { https: true },
    engine: { project, keepProcesses: true, passphrase: "test" },
    configured: false,
  });
  let factory: Holdings;
  let before: string;

  beforeAll(async () => {
    for (const path of ["Pulumi.yaml", "examples/quickstart/index.ts", "examples/quickstart/tsconfig.json"]) {
      await cp(join(root, path), join(stage.engine.folder, path));
    }
    const { mutate } = stage.sim;
    mutate.addIpGroup("Another team's", [{ type: "ip", address: "198.51.100.7" }]);
    mutate.addUserGroup("Auditors");
    mutate.addPermission("Auditors", "app", "auditing");
    factory = holdingsOf(stage.sim);
    before = stage.sim.snapshot();
  });

  /** The changes that are sent while `work` runs. */
  const writesOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    await sentDuring(stage.sim, work);
    return stage.sim.requests.verbs({ kind: "write" });
  };

  test("F135: preview works without credentials or configuration, and sends nothing", async () => {
    const { sim, engine } = stage;
    // This run checks the program's types too.
    const preview = await engine.preview({
      env: { ...addressesOf(sim), PULUMI_NODEJS_TRANSPILE_ONLY: "false" },
      newProcesses: true,
    });
    expect(preview.changes).toEqual({ create: 16 });
    expect(sim.requests.count()).toBe(0);
  });

  test("after up, both appliances hold exactly what is declared and what was there before", async () => {
    const { sim, engine } = stage;
    await engine.config(configFor(sim));
    await engine.up({ newProcesses: true });
    expect(holdingsOf(sim)).toEqual(over(factory, declared));
  });

  test("the outputs say what was created", async () => {
    const { gateway, replicator } = stage.sim;
    const id = (name: string): number | undefined => gateway.store.ipGroupsNamed(name)[0]?.id;
    expect(await stage.engine.outputs()).toEqual({
      ipGroups: [
        `Company servers: IP group ${id("Company servers")}, 2 rules`,
        `Company branches: IP group ${id("Company branches")}, 3 rules`,
        `Company: IP group ${id("Company")}, 3 rules`,
        `Everywhere: IP group ${id("Everywhere")}, 1 rule`,
      ],
      userGroup: `Network operators: user group ${gateway.store.userGroupNamed("Network operators")?.id}`,
      replication: "UDP 2055 -> profile netflow -> 10.20.0.10, 10.20.0.11",
      appliances: { gateway: `${gateway.url}/`, replicator: `${replicator.url}/` },
    });
  });

  test("an up without a change sends nothing", async () => {
    const { sim, engine } = stage;
    const sent = await sentDuring(sim, () => engine.up({ args: ["--expect-no-changes"] }));
    expect(sent).toEqual([]);
  });

  test("renaming a profile takes one rename and one rebuild, and its dependents follow without a request", async () => {
    const { sim, engine } = stage;
    await engine.pulumi(["config", "set", "profileName", "flows"]);
    let up: Run | undefined;
    const writes = await writesOf(async () => {
      up = await engine.up();
    });
    // The profile, its two collectors and two policies are updated; nothing is replaced.
    expect(up?.changes).toEqual({ same: 11, update: 5 });
    expect(writes).toEqual(["profile/rename", "rebuild"]);
    const { netflow, ...others } = declared.profiles;
    const profiles = { ...others, flows: netflow };
    expect(holdingsOf(sim)).toEqual(over<Holdings>(factory, { ...declared, profiles }));
  });

  test("after destroy, both appliances are as before, except for the note of an address, which the API cannot clear", async () => {
    const { sim, engine } = stage;
    await engine.destroy();
    expect(holdingsOf(sim)).toEqual({ ...factory, notes: { ...factory.notes, ...declared.notes } });
    sim.mutate.setNote("10.20.0.10", undefined);
    expect(sim.snapshot()).toBe(before);
  });
});
