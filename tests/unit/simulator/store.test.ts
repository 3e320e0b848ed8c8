import { join } from "node:path";
import { startSimulator } from "../../../simulator";
import { eachTest, type Probe, withSimulator } from "./support";
import { temporaryFolder } from "../../support/temporary-folder";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";

const context = eachTest();

test("a snapshot is the same byte for byte after all changes were undone, whatever the order", async () => {
  const { probe, sim } = context;
  const before = sim.snapshot();
  await probe.login();
  const { fc_id } = (await probe.ipGroups("saveRule", { new_fc: "Paris", added: [] })) as { fc_id: number };
  await probe.command("profile", "rename", "legacy-netops", "other");
  await probe.command("collector", "add", "10.0.0.1", "other");
  expect(sim.snapshot()).not.toBe(before);
  await probe.command("collector", "remove", "192.0.2.10", "other");
  await probe.command("collector", "add", "192.0.2.10", "other");
  await probe.command("collector", "remove", "10.0.0.1", "other");
  await probe.command("collector", "threshold", "192.0.2.10", 5000);
  await probe.command("profile", "rename", "other", "legacy-netops");
  await probe.ipGroups("delete", { json: [{ id: String(fc_id) }] });
  expect(sim.snapshot()).toBe(before);
});

describe("stores in a file", () => {
  let folder = "";
  let file = "";

  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder, "stores.json");
  });

  /** Makes changes of every kind that a file stores. Some of the names could be confused in JSON. */
  async function configure(probe: Probe): Promise<void> {
    await probe.login();
    const { fc_id } = (await probe.ipGroups("saveRule", { new_fc: "__proto__", added: [] })) as { fc_id: number };
    const added = [
      { type: "ip", address: "10.0.0.1" },
      { type: "range", sip: "10.0.0.2", eip: "10.0.0.9" },
      { type: "network", address: "10.1.0.0", mask: "16" },
      { type: "ipall", all: 1 },
      { type: "wildcard", address: "10.0.0.0", mask: "0.255.0.255" },
      { type: "child", child_id: String(fc_id) },
    ];
    await probe.ipGroups("saveRule", { new_fc: "Paris", added });
    await probe.users("createUser", { users: [{ name: "jo", pass: "secret-canary", membership: [2] }] });
    await probe.users("prefs", { user_id: 11, prefs: [{ pref: "statusTopn", setting: 10 }] });
    await probe.users("createUsergroup", { usergroups: [{ name: "Ops", template_usergroup: 2, users: ["jo"] }] });
    for (const command of [
      ["profile", "add", "constructor", 3000, 3001],
      ["profile", "singularity", "constructor", "enable"],
      ["collector", "add", "10.0.0.1", "constructor"],
      ["collector", "threshold", "10.0.0.1", 7],
      ["policies", "add", "10.0.0.0", 8, "constructor", "exclude"],
      ["notate", "profile", "constructor", "a note"],
      ["setting", "disable", "pingCollectors"],
      ["rebuild"],
      ["exporter", "add", "10.0.0.2", "constructor"],
    ]) {
      expect(await probe.command(...command)).toHaveProperty("result", "success");
    }
    probe.sim.mutate.raiseAlarm("collector", "10.0.0.1", 3001);
    probe.sim.mutate.replicator(({ license }) => (license.daysLeft = 12));
  }

  test("a restart restores both stores, continues the ids, and keeps the changes that wait for a rebuild", async () => {
    let before = "";
    await withSimulator({ file }, async (probe) => {
      await configure(probe);
      before = probe.sim.snapshot();
    });
    await withSimulator({ file, foreign: false }, async (probe) => {
      const { sim } = probe;
      expect(sim.snapshot()).toBe(before);
      const { store } = sim.replicator;
      expect(store.uncoveredChanges().map(({ verb }) => verb)).toEqual(["exporter/add"]);
      expect(store.running.profiles.get("constructor")?.exporters).toEqual(new Set());
      expect(store.license.daysLeft).toBe(12);
      expect([...store.alarms.keys()]).toEqual(["collector 10.0.0.1:3001"]);
      const ids = [...sim.gateway.store.ipGroups.keys()];
      const { fc_id } = (await probe.ipGroups("saveRule", { new_fc: "Lyon", added: [] })) as { fc_id: number };
      expect(fc_id).toBe(Math.max(...ids) + 1);
    });
  });

  test("a change is in the file before it is answered", async () => {
    await withSimulator({ file }, async (probe) => {
      await probe.login();
      for (const port of [3000, 3001]) {
        await probe.command("profile", "add", `p${port}`, port, port);
        expect(await readFile(file, "utf8")).toContain(`"name": "p${port}"`);
      }
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => probe.ipGroups("saveRule", { new_fc: `group ${index}`, added: [] })),
      );
      const kept = JSON.parse(await readFile(file, "utf8")) as { gateway: { ipGroups: { $map: unknown[] } } };
      expect(kept.gateway.ipGroups.$map).toHaveLength(23);
    });
  });

  test("the file contains no token or password, only its owner can read it, and no temporary file is left", async () => {
    await withSimulator({ file }, async (probe) => {
      await configure(probe);
      const text = await readFile(file, "utf8");
      for (const secret of [probe.sim.gateway.token, probe.sim.replicator.password, "secret-canary"]) {
        expect(text).not.toContain(secret);
      }
      expect((await stat(file)).mode & 0o077).toBe(0);
    });
    expect(await readdir(folder)).toEqual(["stores.json"]);
  });

  test.each([
    ["text that is not JSON", "{"],
    ["other JSON", '{"form":1}'],
    ["stores of another form", '{"form":2,"gateway":{},"replicator":{}}'],
  ])("%s in the file causes an error that names the file, which stays unchanged", async (_what, text) => {
    await writeFile(file, text);
    await expect(startSimulator({ https: false, file })).rejects.toThrow(
      new RegExp(`stores\\.json holds no stores of the simulator\\..*remove it\\.$`, "u"),
    );
    expect(await readFile(file, "utf8")).toBe(text);
    expect(await readdir(folder)).toEqual(["stores.json"]);
  });
});
