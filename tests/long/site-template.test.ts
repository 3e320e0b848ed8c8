import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { oneStage } from "../engine/support";
import { type Holdings, holdingsOf, over } from "../support/held";

const layers = [
  "layers/global.yaml",
  "layers/europe.yaml",
  "layers/america.yaml",
  "sites/paris.yaml",
  "sites/boston.yaml",
];
const siteNames = ["paris", "boston"] as const;

/** What each site must hold besides its factory settings, in the appliances' terms. */
const declared: Record<(typeof siteNames)[number], Partial<Holdings>> = {
  paris: {
    ipGroups: {
      Servers: ["ip 10.20.0.10", "range 10.20.0.100 10.20.0.199"],
      Offices: ["network 10.21.0.0/16"],
      Site: ["child Offices", "child Servers", "network 10.20.0.0/14"],
      Everywhere: ["all"],
    },
    userGroups: {
      "Network operators": {
        members: ["admin", "noc"],
        permissions: ["app myViewTab", "app runReport", "app statusTab"],
      },
      Auditors: { members: ["anna"], permissions: ["app auditing", "app myViewTab", "app statusTab"] },
    },
    profiles: {
      netflow: {
        facts: "2055 -> 2056",
        description: "Flow packets of all routers",
        collectors: ["10.20.0.10", "10.9.0.11"],
        policies: ["exclude 10.0.0.0/8", "include 10.20.0.0/14"],
      },
      security: { facts: "4739 -> 4740", collectors: ["10.20.0.10"], policies: [] },
    },
    thresholds: { "10.20.0.10": 5000 },
    notes: { "10.9.0.11": "Archive of Europe", "10.20.0.1": "Core router of Paris" },
    exporters: { "10.20.0.1": ["netflow"] },
    settings: { flowStopAlert: { value: "30", enabled: true } },
    users: {
      admin: { groups: ["Administrators", "Network operators"], preferences: { language: "english" } },
      noc: { groups: ["Network operators"], preferences: { language: "english" } },
      anna: { groups: ["Auditors"], preferences: {} },
    },
  },
  boston: {
    ipGroups: {
      Servers: ["network 10.40.1.0/24"],
      Site: ["child Servers", "network 10.40.0.0/16"],
      Everywhere: ["all"],
    },
    userGroups: {
      "Network operators": {
        members: ["admin", "noc"],
        permissions: ["app myViewTab", "app runReport", "app statusTab"],
      },
    },
    profiles: {
      netflow: {
        facts: "9995 -> 2056",
        description: "Flow packets of all routers",
        collectors: ["10.40.1.10"],
        policies: ["exclude 10.0.0.0/8", "include 10.40.0.0/16"],
      },
    },
    settings: { flowStopAlert: { value: "15", enabled: true } },
    users: {
      admin: { groups: ["Administrators", "Network operators"], preferences: { language: "english" } },
      noc: { groups: ["Network operators"], preferences: { language: "english" } },
    },
  },
};

describe("the example of two sites, each with a model in three layers", () => {
  const stage = oneStage({ example: "site-template", sites: siteNames, engine: { keepProcesses: true } });
  let factory: Holdings;
  beforeAll(async () => {
    factory = holdingsOf(stage.sim);
    await stage.engine.config({
      "flowgate-site-template:nocPassword": "nocs-password",
      "flowgate-site-template:annaPassword": "annas-password",
    });
  });

  const sent = (): string[] => Object.values(stage.sims).flatMap((sim) => sim.requests.verbs());

  test("a mistake in a layer fails the preview with file, line and column before any request", async () => {
    const file = join(stage.engine.folder, "sites/boston.yaml");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("listeningPort: 9995", "listenPort: 9995").replace("[netflow]", "[netflw]"));
    const { output } = await stage.engine.preview({ fails: true });
    await writeFile(file, text);
    expect(output).toMatch(/sites\/boston\.yaml:\d+:\d+: profiles\.netflow\.listenPort: unknown key/u);
    expect(output).toMatch(
      /sites\/boston\.yaml:\d+:\d+: collectors\["10\.40\.1\.10"\]\.profiles\[0\]: unknown profile "netflw"/u,
    );
    expect(sent()).toEqual([]);
  });

  test("a preview sends nothing, and up creates what the three layers of each site declare", async () => {
    await stage.engine.preview();
    expect(sent()).toEqual([]);
    await stage.engine.up();
    for (const site of siteNames) {
      expect([site, holdingsOf(stage.sims[site])]).toEqual([site, over(factory, declared[site])]);
    }
    const alerts = siteNames.map((site) => stage.sims[site].replicator.store.settings.get("flowStopAlert")?.value);
    expect(alerts).toEqual(["30", "15"]);
    expect(await stage.engine.outputs()).toMatchObject({ collectors: { boston: ["10.40.1.10"] } });
  });

  test("reversing every list and map in every layer changes nothing and sends nothing", async () => {
    for (const name of layers) {
      const file = join(stage.engine.folder, name);
      await writeFile(file, stringify(reversed(parse(await readFile(file, "utf8")))));
    }
    for (const sim of Object.values(stage.sims)) sim.requests.clear();
    await stage.engine.up({ args: ["--expect-no-changes"] });
    expect(sent()).toEqual([]);
  });

  test("a profile with a new name and formerNames is renamed in place at every site and keeps everything it contains", async () => {
    for (const name of layers) {
      const file = join(stage.engine.folder, name);
      const text = (await readFile(file, "utf8")).replaceAll("netflow", "flows");
      await writeFile(file, text.replace(/^( *)name: flows$/mu, "$&\n$1formerNames: [netflow]"));
    }
    for (const sim of Object.values(stage.sims)) sim.requests.clear();
    const { changes } = await stage.engine.up();
    expect(Object.keys(changes).sort()).toEqual(["same", "update"]);
    for (const site of siteNames) {
      expect(stage.sims[site].requests.verbs({ kind: "write" })).toEqual(["profile/rename", "rebuild"]);
      expect(holdingsOf(stage.sims[site]).profiles["flows"]).toEqual(declared[site].profiles?.["netflow"]);
    }
  });
});

/** The same data with every list and every map in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed).reverse();
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, reversed(item)] as const)
      .reverse(),
  );
}
