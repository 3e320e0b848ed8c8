import { diffOf } from "../support/entries";
import { startWorld, type World } from "../support/lifecycle";
import { isPlugin, type Properties } from "../support/provider-calls";
import { UNKNOWN } from "../support/provider-process";
import { badInputs, good, type Kind } from "./bad-inputs";
import { checksWithoutRequests } from "./checks";

/** What a diff with unknown values comes to: dynamic resources leave it to the engine, the plugin says where it may lie. */
const mayChange = isPlugin
  ? { changes: true, deleteBeforeReplace: true }
  : { changes: undefined, deleteBeforeReplace: false };

describe("check", () => {
  const checks = checksWithoutRequests(good);
  const { check, faultsOf } = checks;

  describe("refuses, in the preview and before any request, with one error", () => {
    // The plugin takes a name that is left out from that of the resource; for dynamic resources the class does so.
    const refused = badInputs.filter(({ inputs }) => !isPlugin || !("name" in inputs) || inputs["name"] !== undefined);
    test.each(refused)("$kind: $title", async ({ kind, inputs, says }) => {
      const faults = await faultsOf(kind, inputs);
      expect(faults).toHaveLength(1);
      expect(faults[0]?.startsWith(says[0] ?? "")).toBe(true);
      for (const part of says) expect(faults[0]).toContain(part);
    });
  });

  test("reports all faults of a resource at once, each with the path that the user wrote", async () => {
    const rules = [{ type: "ip", address: "1.2.3" }, { type: "all" }, { type: "network", cidr: "10.0.0.1/8" }];
    const faults = await faultsOf("IpGroup", { name: "", rules, rule: 1, zone: 2 });
    const paths = faults.map((fault) => fault.split(":")[0]);
    expect(paths).toEqual(expect.arrayContaining(["name", "rules[0].address", "rules[2].cidr"]));
    expect(faults.join("\n")).toContain('unknown key "rule"');
    expect(faults.join("\n")).toContain('unknown key "zone"');
  });

  test("fills in defaults and nothing else: what the user wrote is neither rewritten nor sorted", async () => {
    const rules = [
      { type: "range", start: "10.0.0.9", end: "10.0.0.10" },
      { type: "ip", address: "1.2.3.4" },
      { type: "ip", address: "1.2.3.4" },
      { type: "child", groupId: "7" },
      { type: "child", groupId: 7 },
      { type: "wildcard", address: "10.1.2.3", mask: "0.255.0.255" },
    ];
    expect(await check("IpGroup", { rules })).toEqual({ name: "Offices", rules });
    expect(await check("IpGroup", {})).toEqual({ name: "Offices", rules: [] });
    const written = { userGroupId: "2", permissionType: "device", seccode: "0a0101fF" };
    expect(await check("Permission", written)).toEqual(written);
    const collector = { ...good.Collector, profiles: ["b", "a", "b"], onExisting: "adopt" };
    expect(await check("Collector", collector)).toEqual({ ...collector, exclusive: false });
    const defaults = { enabled: true, singularity: false };
    expect(await check("ReplicatorProfile", {})).toEqual({ ...good.ReplicatorProfile, ...defaults });
  });

  test.each<[Kind, Properties]>([
    ["IpGroup", { name: UNKNOWN }],
    ["IpGroup", { rules: UNKNOWN }],
    ["IpGroup", { rules: [{ type: "child", groupId: UNKNOWN }] }],
    ["IpGroup", { rules: [UNKNOWN, { type: "range", start: UNKNOWN, end: "10.0.0.1" }] }],
    ["UserGroup", { members: [UNKNOWN, "ann"] }],
    ["Permission", { userGroupId: UNKNOWN }],
    ["Permission", { seccode: UNKNOWN }],
    ["Permission", { permissionType: UNKNOWN, seccode: "anything" }],
    ["Collector", { profiles: [UNKNOWN] }],
    ["Collector", { profiles: UNKNOWN, threshold: UNKNOWN }],
    ["Policy", { profile: UNKNOWN, cidr: UNKNOWN, kind: UNKNOWN }],
    ["ReplicatorProfile", { listeningPort: UNKNOWN, enabled: UNKNOWN }],
  ])("passes values of a %s that are not known yet: %j", async (kind, inputs) => {
    expect(await check(kind, inputs)).toMatchObject(inputs);
  });

  test("reports faults beside values that are not known yet", async () => {
    const rules = [
      { type: "child", groupId: UNKNOWN },
      { type: "ip", address: "1.2.3" },
    ];
    expect(await faultsOf("IpGroup", { name: UNKNOWN, rules })).toEqual([
      expect.stringMatching(/^rules\[1\]\.address: /u),
    ]);
  });

  test("refuses an input that is equal to a configured credential, which would be stored in clear", async () => {
    const [fault, ...others] = await faultsOf("IpGroup", { name: checks.world.sim.gateway.token });
    expect(fault).toMatch(/^name: .*credential/u);
    expect(others).toEqual([]);
    const notes = await faultsOf("ReplicatorProfile", { description: checks.world.sim.gateway.token.replace("/", "") });
    expect(notes).toEqual([]);
    expect(await checks.world.leaks()).toEqual([]);
  });

  test.each(["__proto__", "constructor", "toString", "total", "null", "true"])(
    "takes the name %s as data",
    async (name) => {
      expect(await check("ReplicatorProfile", { name })).toMatchObject({ name });
      expect(await check("IpGroup", { name })).toMatchObject({ name });
    },
  );
});

describe("diff", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  const state = { ...good.Permission, permissionType: "device", seccode: "10.1.1.1" };

  test.each<[Kind, Properties, Properties]>([
    ["IpGroup", { name: "a", rules: [] }, { name: "a", rules: [{ type: "child", groupId: UNKNOWN }] }],
    [
      "Collector",
      { ...good.Collector, exclusive: false },
      { ...good.Collector, profiles: [UNKNOWN], exclusive: false },
    ],
    ["Policy", good.Policy, { ...good.Policy, profile: UNKNOWN }],
  ])("of a %s with a value that is not known yet says that it may change", async (kind, olds, news) => {
    const outcome = await diffOf(world.provider.kind(kind), olds, news);
    expect(outcome).toEqual({ ...mayChange, replaces: [] });
  });

  test("of a Permission whose group is not known yet does not replace for the spelling of the seccode", async () => {
    const outcome = await diffOf(world.provider.kind("Permission"), state, { ...state, userGroupId: UNKNOWN });
    expect(outcome.changes).toBe(mayChange.changes);
    expect(outcome.replaces).not.toContain("seccode");
  });

  test("with a known change beside an unknown value says that it changes", async () => {
    const outcome = await diffOf(
      world.provider.kind("IpGroup"),
      { name: "a", rules: [] },
      { name: "b", rules: UNKNOWN },
    );
    expect(outcome).toEqual({ ...mayChange, changes: true, replaces: [] });
  });

  test.each<[Kind, Properties, Properties, string]>([
    ["IpGroup", { name: "a", rules: [] }, { name: "a", rules: [], site: "paris" }, "site"],
    ["UserGroup", { name: "a" }, { name: "b" }, "name"],
    ["UserGroup", { name: "a" }, { name: "a", templateUserGroupId: 1 }, "templateUserGroupId"],
    ["Permission", good.Permission, { ...good.Permission, userGroupId: 3 }, "userGroupId"],
    ["Permission", good.Permission, { ...good.Permission, seccode: "saveReport" }, "seccode"],
    ["ReplicatorProfile", good.ReplicatorProfile, { ...good.ReplicatorProfile, site: "paris" }, "site"],
    ["Collector", good.Collector, { ...good.Collector, address: "10.0.0.2" }, "address"],
    ["Policy", good.Policy, { ...good.Policy, cidr: "10.0.0.0/9" }, "cidr"],
    ["Policy", good.Policy, { ...good.Policy, kind: "exclude" }, "kind"],
  ])("of a %s replaces, and deletes first: %j -> %j", async (kind, olds, news, key) => {
    const outcome = await diffOf(world.provider.kind(kind), olds, news);
    expect(outcome).toEqual({ changes: true, replaces: [key], deleteBeforeReplace: true });
  });

  test("sends nothing", () => {
    expect(world.sim.requests.verbs()).toEqual([]);
  });
});
