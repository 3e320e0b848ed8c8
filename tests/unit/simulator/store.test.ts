import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultSwitches } from "../../../simulator";
import { eachTest, withSimulator } from "./support";

const context = eachTest();

describe("a new simulator", () => {
  test("has a gateway with user groups 1 and 2, an admin user and at least 3 IP groups with rules", () => {
    const { store } = context.sim.gateway;
    expect([...store.userGroups.values()].map(({ id, name }) => [id, name])).toEqual([
      [1, "Administrators"],
      [2, "Guests"],
    ]);
    expect(store.userNamed("admin")?.userGroups).toEqual(new Set([1]));
    expect(store.ipGroups.size).toBeGreaterThanOrEqual(3);
    for (const { rules } of store.ipGroups.values()) expect(rules.size).toBeGreaterThan(0);
  });

  test("has a replicator with the known settings, and with objects of other software unless foreign is false", async () => {
    const { store } = context.sim.replicator;
    expect([...store.settings.keys()].sort()).toEqual(
      [
        "downDisplayHour",
        "flowStopAlert",
        "highCPUThreshold",
        "noRepWhenDown",
        "notificationSent",
        "pingCollectors",
      ].sort(),
    );
    expect(store.settings.get("downDisplayHour")?.value).toBe("24");
    expect(store.profiles.get("legacy-netops")).toMatchObject({
      collectors: new Set(["192.0.2.10"]),
      exporters: new Set(["192.0.2.20"]),
    });
    await withSimulator({ foreign: false }, async (probe) => {
      expect(probe.sim.replicator.store.profiles.size).toBe(0);
      await probe.login();
    });
  });
});

describe("snapshot", () => {
  test("is the same byte for byte after all changes were undone, whatever the order", async () => {
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

  test("can leave out notes and preferences, which the API cannot clear", async () => {
    const { probe, sim } = context;
    const before = [sim.snapshot(), sim.snapshot({ withoutNotesAndPreferences: true })];
    await probe.login();
    await probe.command("notate", "ip", "192.0.2.20", "text");
    await probe.command("notate", "profile", "legacy-netops", "text");
    await probe.users("prefs", { user_id: 1, prefs: [{ pref: "statusTopn", setting: 10 }] });
    expect(sim.snapshot()).not.toBe(before[0]);
    expect(sim.snapshot({ withoutNotesAndPreferences: true })).toBe(before[1]);
  });
});

describe("changes by hand", () => {
  test("on the gateway are possible with methods or any function on the store, and send no request", () => {
    const { mutate, gateway, requests } = context.sim;
    const id = mutate.addIpGroup("Paris", [{ type: "ip", address: "10.0.0.1" }]);
    mutate.renameIpGroup("Paris", "Lyon");
    mutate.setRules("Lyon", [{ type: "ipall", all: 1 }]);
    mutate.addRules("Lyon", [{ type: "child", child_id: 101 }]);
    expect([...(gateway.store.ipGroups.get(id)?.rules.values() ?? [])].map(({ type }) => type)).toEqual([
      "ipall",
      "child",
    ]);
    mutate.removeIpGroup("Lyon");
    mutate.addUserGroup("Operators");
    mutate.addPermission("Operators", "app", "IPGroups");
    mutate.removePermission("Operators", "app", "IPGroups");
    mutate.removeUserGroup("Operators");
    mutate.removeUser("admin");
    expect(mutate.gateway((store) => store.users.size)).toBe(0);
    expect(() => mutate.renameIpGroup("Lyon", "x")).toThrow("The simulated gateway has no IP group Lyon.");
    expect(requests.count()).toBe(0);
  });

  test("on the replicator are possible with methods or any function on the store, and need no rebuild", () => {
    const { mutate, replicator } = context.sim;
    mutate.addProfile("prod", 2055, 2056);
    mutate.renameProfile("prod", "prod-2");
    mutate.setPorts("prod-2", 3000, 3001);
    mutate.setSingularity("prod-2", true);
    mutate.disableProfile("prod-2");
    mutate.setProfileDescription("prod-2", "text");
    mutate.addCollector("10.0.0.1", "prod-2");
    mutate.addCollector("10.0.0.1", "legacy-netops");
    mutate.setThreshold("10.0.0.1", 7);
    mutate.setNote("10.0.0.1", "note");
    mutate.addExporter("10.0.0.2", "prod-2");
    mutate.addPolicy("prod-2", { network: "10.0.0.0", prefixLength: 8, kind: "exclude" });
    mutate.setSetting("pingCollectors", { enabled: false });
    expect(replicator.store.profiles.get("prod-2")).toEqual({
      name: "prod-2",
      listeningPort: 3000,
      sendingPort: 3001,
      enabled: false,
      singularity: true,
      description: "text",
      collectors: new Set(["10.0.0.1"]),
      exporters: new Set(["10.0.0.2"]),
      policies: new Map([["10.0.0.0/8 exclude", { network: "10.0.0.0", prefixLength: 8, kind: "exclude" }]]),
    });
    mutate.removePolicy("prod-2", "10.0.0.0", 8);
    mutate.removeExporter("10.0.0.2", "prod-2");
    mutate.removeCollector("10.0.0.1");
    mutate.enableProfile("prod-2");
    expect(replicator.store.thresholds.has("10.0.0.1")).toBe(false);
    mutate.removeProfile("prod-2");
    expect(mutate.replicator((store) => [...store.profiles.keys()])).toEqual(["legacy-netops"]);
    expect(replicator.store.dirty).toBe(false);
    expect(() => mutate.disableProfile("prod-2")).toThrow("The simulated replicator has no profile prod-2.");
  });
});

test("every switch is in the table of the simulator's README with its default", () => {
  const readme = readFileSync(join(__dirname, "../../../simulator/README.md"), "utf8");
  const section = readme.slice(readme.indexOf("## Switches"), readme.indexOf("## Where the documents are silent"));
  const rows = [...section.matchAll(/^\| `(\w+)` +\| `([^`]*)` +\|/gmu)].map(([, name, value]) => [name, value]);
  expect(rows).toEqual(Object.entries(defaultSwitches).map(([name, value]) => [name, String(value)]));
});
