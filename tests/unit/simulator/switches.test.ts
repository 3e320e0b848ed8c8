import type { Switches } from "../../../simulator";
import { eachTest, failure, success } from "./support";

const context = eachTest();

const choose = (switches: Partial<Switches>): void => void Object.assign(context.sim.switches, switches);
const ipRules = (...addresses: string[]): unknown[] => addresses.map((address) => ({ type: "ip", address }));

/** The list with this name in an answer, or the answer itself if it is the list. */
function listOf(answer: unknown, key: string): Record<string, unknown>[] {
  const list = Array.isArray(answer) ? answer : (answer as Record<string, unknown>)[key];
  return list as Record<string, unknown>[];
}

describe("the gateway's answers", () => {
  test.each([
    ["results", "results"],
    ["array", ""],
    ["rows", "rows"],
  ] as const)("search returns its groups in %s", async (searchShape, key) => {
    choose({ searchShape });
    const answer = await context.probe.ipGroups("search", { name: "a", fc_name_comp: "like" });
    expect(Array.isArray(answer)).toBe(searchShape === "array");
    expect(listOf(answer, key).map(({ fc_name }) => fc_name)).toEqual(["Private networks", "Multicast", "Loopback"]);
  });

  test("update may answer an empty object, and deleteAll a bare success", async () => {
    choose({ updateReply: "empty", deleteAllReply: "success" });
    expect(await context.probe.ipGroups("update", { fc_id: "101", name: "Mine" })).toEqual({});
    expect(context.sim.gateway.store.ipGroupsNamed("Mine")).toHaveLength(1);
    expect(await context.probe.ipGroups("deleteAll")).toEqual({ success: 1 });
    expect(context.sim.gateway.store.ipGroups.size).toBe(0);
  });

  test("entries of lists may have undocumented fields", async () => {
    choose({ extraFields: "some" });
    const [group] = listOf(await context.probe.ipGroups("loadTreeRootFast"), "results");
    expect(group).toMatchObject({ fc_id: "101", owner: null });
    const [rule] = listOf(await context.probe.ipGroups("loadRules", { fc_id: "101" }), "results");
    expect(rule).toMatchObject({ type: "network", tags: [] });
    const users = { users: [{ name: "jo", pass: "x", membership: [] }] };
    expect(await context.probe.users("createUser", users)).toMatchObject({ data: [{ id: 11, tags: [] }] });
  });

  test("lists and the pages of a search may be in another order", async () => {
    const names = async (action: string, fields = {}): Promise<unknown[]> =>
      listOf(await context.probe.ipGroups(action, fields), "results").map(({ fc_name }) => fc_name);
    const made = await names("loadTreeRootFast");
    choose({ listOrder: "reversed" });
    expect(await names("loadTreeRootFast")).toEqual(made.toReversed());
    const page = { name: "", fc_name_comp: "like", maxRows: "2" };
    expect([...(await names("search", page)), ...(await names("search", { ...page, page: "2" }))]).toEqual(
      made.toReversed(),
    );
    const usergroups = ["A", "B"].map((name) => ({ name, template_usergroup: 2, users: [1, "admin"] }));
    const created = await context.probe.users("createUsergroup", { usergroups });
    expect(listOf(created, "data")).toMatchObject([{ name: "B", members: ["admin", "1"] }, { name: "A" }]);
  });

  test("blanks around names are kept, or removed before names are compared", async () => {
    const create = (new_fc: string): Promise<unknown> => context.probe.ipGroups("saveRule", { new_fc, added: [] });
    expect(await create(" Paris ")).toHaveProperty("fc_name", " Paris ");
    choose({ storedText: "trimmed", duplicateGroupName: "refuse" });
    expect(await create(" Lyon ")).toHaveProperty("fc_name", "Lyon");
    expect(await create("Lyon ")).toEqual(failure(/already exists/));
    const usergroups = [{ name: " Ops ", template_usergroup: 2, users: [] }];
    expect(await context.probe.users("createUsergroup", { usergroups })).toMatchObject({ data: [{ name: "Ops" }] });
  });

  test.each([
    ["documented", "Added app permission IPGroups to usergroup 2 ", "Deleting user named 'nobody' (0 matched)"],
    ["none", "Added app permission IPGroups to usergroup 2", "Deleting user named 'nobody' (0 matched)"],
    ["everywhere", " Added app permission IPGroups to usergroup 2 ", " Deleting user named 'nobody' (0 matched) "],
  ] as const)("blanks around messages: %s", async (messageBlanks, added, deleted) => {
    choose({ messageBlanks });
    const entry = { usergroup_id: 2, permission_type: "app", seccode: "IPGroups" };
    const answer = await context.probe.users("permissions", { permissions: { add: [entry] } });
    expect(answer).toMatchObject({ data: { updated: [added] } });
    expect(await context.probe.users("delUsers", { delUsers: ["nobody"] })).toEqual({ data: [deleted] });
  });
});

describe("the replicator's answers", () => {
  beforeEach(async () => {
    await context.probe.login();
  });

  const show = (entity: string): Promise<unknown> => context.probe.command("show", entity, "0");

  test("success texts are as documented, reworded, or omitted", async () => {
    const disable = (): Promise<unknown> => context.probe.command("profile", "disable", "legacy-netops");
    expect(await disable()).toEqual(success);
    choose({ successText: "reworded" });
    expect(await disable()).toEqual({ result: "success", description: "Disabled profile 'legacy-netops', done." });
    choose({ successText: "omitted" });
    expect(await disable()).toEqual({ result: "success" });
  });

  test("a refusal may have an HTTP error status", async () => {
    choose({ refusalStatus: 400 });
    const { status, body } = await context.probe.raw("profile/enable/nobody");
    expect([status, body]).toEqual([400, { result: "error", description: "Profile nobody does not exist" }]);
  });

  test("answers of show may be keyed by the path's word in its other grammatical number", async () => {
    choose({ showKeys: "otherNumber" });
    const entities = ["alarms", "assets", "exporters", "profile", "settings", "collectors"];
    const keys = await Promise.all(entities.map(async (entity) => Object.keys((await show(entity)) as object)));
    expect(keys.flat()).toEqual(["alarm", "asset", "exporter", "profiles", "setting", "collector"]);
  });

  test.each([
    ["word", { state: "disabled", singularity: "off" }, { enabled: "on" }],
    ["number", { enabled: 0, singularity: 0 }, { enabled: 1 }],
    ["boolean", { enabled: false, singularity: false }, { enabled: true }],
  ] as const)("on and off may be shown as %s", async (flagForm, profile, setting) => {
    choose({ flagForm });
    context.sim.mutate.disableProfile("legacy-netops");
    expect(await show("profile")).toMatchObject({ profile: { "legacy-netops": profile } });
    expect(await show("settings")).toMatchObject({ settings: { pingCollectors: setting } });
  });

  test("undocumented fields may have other names", async () => {
    choose({ showFields: "other" });
    expect(await show("profile")).toMatchObject({ profile: { "legacy-netops": { listeningport: 9996 } } });
    expect(await show("exporters")).toMatchObject({ exporters: { "192.0.2.20": { profiles: ["legacy-netops"] } } });
  });

  test.each([
    ["include", ["10.1.0.1", "10.1.2.1", "10.1.2.129"]],
    ["exclude", ["10.1.0.1"]],
    ["longest", ["10.1.0.1", "10.1.2.129"]],
  ] as const)("if an include and an exclude policy match an address, %s decides", async (decidingPolicy, through) => {
    choose({ decidingPolicy });
    const { mutate } = context.sim;
    mutate.addPolicy("legacy-netops", { network: "10.1.0.0", prefixLength: 16, kind: "include" });
    mutate.addPolicy("legacy-netops", { network: "10.1.2.0", prefixLength: 24, kind: "exclude" });
    mutate.addPolicy("legacy-netops", { network: "10.1.2.128", prefixLength: 25, kind: "include" });
    for (const address of ["10.1.0.1", "10.1.2.1", "10.1.2.129", "10.2.0.1"]) mutate.sendTraffic(address);
    const { pair } = (await show("realtime")) as { pair: object };
    const own = Object.keys(pair).flatMap((key) => /^(10\.\S+) -> /u.exec(key)?.[1] ?? []);
    expect(own.sort()).toEqual(through);
  });

  test("rates are numbers or numeric strings, and deltas are integers", async () => {
    const pair = { octets: { delta: 2_880_000, rate: 48_000 } };
    expect(await show("realtime")).toMatchObject({ pair: { "192.0.2.20 -> 192.0.2.10": pair } });
    choose({ rateType: "string" });
    const text = { octets: { delta: 2_880_000, rate: "48000.00" } };
    expect(await show("realtime")).toMatchObject({ pair: { "192.0.2.20 -> 192.0.2.10": text } });
  });

  test("lists and entries may be in another order", async () => {
    context.sim.mutate.addProfile("prod", 3000, 3000);
    context.sim.mutate.addCollector("192.0.2.10", "prod");
    choose({ listOrder: "reversed" });
    const { collector } = (await show("collectors")) as { collector: Record<string, unknown> };
    expect(collector["192.0.2.10"]).toHaveProperty("in_profiles", ["prod", "legacy-netops"]);
    expect(Object.keys(((await show("profile")) as { profile: object }).profile)).toEqual(["prod", "legacy-netops"]);
    expect(await context.probe.command("show", "config")).toMatchObject({
      api: { profile: ["/api/1/profile/add/prod/3000/3000", "/api/1/profile/add/legacy-netops/9996/9996"] },
    });
  });

  test("blanks around descriptions are kept or removed", async () => {
    const note = (): string | undefined => context.sim.replicator.store.notes.get("192.0.2.10");
    await context.probe.command("notate", "ip", "192.0.2.10", " text ");
    expect(note()).toBe(" text ");
    choose({ storedText: "trimmed" });
    await context.probe.command("notate", "ip", "192.0.2.10", " text ");
    expect(note()).toBe("text");
  });

  test("show may include a change only after a delay, or after a rebuild that began after it", async () => {
    choose({ visibleAfterMs: 60_000 });
    const names = async (): Promise<string[]> => Object.keys(((await show("profile")) as { profile: object }).profile);
    await context.probe.command("profile", "add", "one", 3000, 3000);
    await context.probe.command("profile", "add", "two", 3001, 3001);
    expect(await names()).toEqual(["legacy-netops"]);
    await context.probe.command("rebuild");
    expect(await names()).toEqual(["legacy-netops", "one", "two"]);
    await context.probe.command("profile", "add", "three", 3002, 3002);
    context.sim.advanceClock(59_000);
    expect(await names()).not.toContain("three");
    context.sim.advanceClock(2000);
    expect(await names()).toContain("three");
  });

  test("lists, search and loadRules may include a change of IP groups only after a delay", async () => {
    choose({ groupsVisibleAfterMs: 60_000 });
    const { sim, probe } = context;
    const { fc_id } = (await probe.ipGroups("saveRule", { new_fc: "late", added: [] })) as { fc_id: number };
    const listed = async (): Promise<unknown> => probe.ipGroups("loadTreeRootFast");
    const found = async (): Promise<unknown> => probe.ipGroups("search", { name: "late", fc_name_comp: "like" });
    const rules = async (): Promise<unknown> => probe.ipGroups("loadRules", { fc_id });
    for (const seen of [await listed(), await found()]) expect(JSON.stringify(seen)).not.toContain("late");
    expect(await rules()).toMatchObject({ err: `IP group ${fc_id} does not exist` });
    sim.advanceClock(30_000);
    await probe.ipGroups("update", { fc_id, added: [{ type: "ipall", all: 1 }] });
    sim.advanceClock(31_000);
    for (const seen of [await listed(), await found()]) expect(JSON.stringify(seen)).toContain("late");
    expect(await rules()).toEqual({ results: [] });
    sim.advanceClock(30_000);
    expect(await rules()).toMatchObject({ results: [{ type: "ipall" }] });
  });

  test("the session's cookie may change with each answer, and the last 32 values are valid", async () => {
    choose({ cookieChange: "everyAnswer" });
    const { sim, probe } = context;
    const first = probe.session;
    const changed = async (): Promise<void> => {
      const { headers, status } = await probe.raw("version");
      expect(status).toBe(200);
      const [cookie = ""] = String(headers["set-cookie"]).split(";");
      expect(cookie).not.toBe(probe.session["cookie"]);
      probe.session = { cookie };
    };
    for (let i = 0; i < 32; i++) await changed();
    expect(sim.replicator.openSessions).toBe(1);
    const last = probe.session;
    probe.session = first;
    expect((await probe.raw("version")).status).toBe(401);
    probe.session = last;
    await changed();
    expect((await probe.raw("logout")).status).toBe(200);
    expect((await probe.raw("version")).status).toBe(401);
  });
});

test("rules that are added together get ascending ids in their order, whatever the order of lists", async () => {
  choose({ listOrder: "reversed" });
  const saved = await context.probe.ipGroups("saveRule", { new_fc: "Paris", added: ipRules("10.0.0.1", "10.0.0.2") });
  const { added, fc_id } = saved as { added: { rule_id: number }[]; fc_id: number };
  const ids = added.map(({ rule_id }) => rule_id);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  const rules = listOf(await context.probe.ipGroups("loadRules", { fc_id: String(fc_id) }), "results");
  expect(rules.map(({ rule_id }) => rule_id)).toEqual(ids.toReversed());
});
