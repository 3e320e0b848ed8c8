import type { Switches } from "../../../simulator";
import { type Probe, withSimulator } from "./support";

type Ask = (probe: Probe) => Promise<unknown>;

/** The positions of some switches, a request, and a part of its answer. Other positions are the defaults. */
type Row = readonly [switches: Partial<Switches>, ask: Ask, answer: unknown];

const containing = (part: object): object => expect.objectContaining(part) as object;
const refusal = containing({ err: expect.any(String) as string });
const anything = expect.anything() as object;
const done = containing({ result: "success" });
const error = containing({ result: "error" });

const list: Ask = (probe) => probe.ipGroups("loadTreeRootFast");
const rulesOf =
  (id: number, field = "fc_id"): Ask =>
  (probe) =>
    probe.ipGroups("loadRules", { [field]: String(id) });
const save =
  (name: string, added: readonly object[] = []): Ask =>
  (probe) =>
    probe.ipGroups("saveRule", { new_fc: name, added });
const remove =
  (...ids: readonly number[]): Ask =>
  (probe) =>
    probe.ipGroups("delete", { json: ids.map((id) => ({ id: String(id) })) });
const rule = (type: string, more: object) => containing({ type, ...more });
/** A child of group 102 is deleted; then the rules of its parent are read. */
const orphan: Ask = async (probe) => {
  await probe.ipGroups("saveRule", { new_fc: "parent", added: [{ type: "child", child_id: "102" }] });
  await remove(102)(probe);
  return rulesOf(104)(probe);
};
const member: Ask = (probe) =>
  probe.users("membership", { membership: { add: [{ user_name: "admin", usergroup_id: 1 }] } });
const userGroup: Ask = (probe) =>
  probe.users("createUsergroup", { usergroups: [{ name: "crew", template_usergroup: 2, users: [1] }] });

const at =
  (path: string): Ask =>
  (probe) =>
    probe.at(path);
const after =
  (change: Ask, path: string): Ask =>
  async (probe) => {
    await change(probe);
    return probe.at(path);
  };
const disabled = after(at("profile/disable/legacy-netops"), "show/config");
const profileOf = (fields: object) => ({ profile: { "legacy-netops": containing(fields) } });

test.each<Row>([
  [{ scriptPath: "/other" }, list, expect.stringContaining("does not exist")],
  [{ plainHttp: "redirect" }, async (probe) => (await probe.send(probe.sim.gateway.url)).status, 302],
  [{ errStatus: 500 }, rulesOf(999), refusal],
  [{ treeMaxRows: 2 }, list, { total: 3, results: [expect.anything(), expect.anything()] }],
  [{ rulesMaxRows: 2 }, rulesOf(101), { total: 3, results: [expect.anything(), expect.anything()] }],
  [{ rulesShape: "array" }, rulesOf(103), [rule("ip", { sip: "127.0.0.1" })]],
  [{ rulesShape: "rows" }, rulesOf(103), { rows: [rule("ip", { sip: "127.0.0.1" })] }],
  [{ rulesShape: "rules" }, rulesOf(103), { rules: [rule("ip", { sip: "127.0.0.1" })] }],
  [{}, rulesOf(999), refusal],
  [{ absentRules: "empty" }, rulesOf(999), { results: [] }],
  [{ loadRulesField: "id" }, rulesOf(103, "id"), { results: [expect.anything()] }],
  [{ loadRulesField: "id" }, rulesOf(103), refusal],
  [{ ipRuleFieldOnRead: "address" }, rulesOf(103), { results: [rule("ip", { address: "127.0.0.1" })] }],
  [
    { networkMaskOnRead: "dotted" },
    rulesOf(101),
    { results: expect.arrayContaining([rule("network", { address: "10.0.0.0", mask: "255.0.0.0" })]) as object },
  ],
  [{ updateReply: "success" }, (probe) => probe.ipGroups("update", { fc_id: "103", name: "new" }), { success: 1 }],
  [{ updateReply: "empty" }, (probe) => probe.ipGroups("update", { fc_id: "103", name: "new" }), {}],
  [{}, remove(103, 999), { processedCount: 1, removed: ["103"] }],
  [{ deleteCount: "asked" }, remove(103, 999), { processedCount: 2, removed: ["103"] }],
  [{}, (probe) => probe.ipGroups("deleteRule", { rule_id: "9" }), refusal],
  [{ absentRule: "success" }, (probe) => probe.ipGroups("deleteRule", { rule_id: "9" }), { success: 1 }],
  [{ idType: "number" }, list, { results: expect.arrayContaining([{ fc_id: 103, fc_name: "Loopback" }]) as object }],
  [{ idType: "string" }, save("x"), containing({ fc_id: "104" })],
  [{}, save("Loopback", [{ type: "ipall", all: 1 }]), containing({ fc_id: 103, total: 2 })],
  [{ duplicateGroupName: "refuse" }, save("Loopback"), refusal],
  [{ duplicateGroupName: "refuse", groupNames: "ignoreCase" }, save("LOOPBACK"), refusal],
  [{ storedText: "trimmed" }, save(" x "), containing({ fc_name: "x" })],
  [{}, orphan, { results: [rule("child", { child_id: "102" })] }],
  [{ deleteReferencedGroup: "leaveDangling" }, orphan, { results: [rule("child", { child_id: "102" })] }],
  [{ deleteReferencedGroup: "removeChildRules" }, orphan, { results: [] }],
  [{}, userGroup, { data: [containing({ members: ["1"] })] }],
  [{}, member, { data: { added: ["User admin added to usergroup 1"], removed: [] } }],
  [{ repeatedLink: "failure" }, member, { data: { added: [expect.stringMatching(/already there$/u)], removed: [] } }],
  [
    { listOrder: "reversed" },
    async (probe) => ((await list(probe)) as { results: unknown[] }).results[0],
    { fc_id: "103", fc_name: "Loopback" },
  ],
  [{ numbersAs: "text" }, save("x"), containing({ total: "0" })],
  [{ contentType: "html" }, list, expect.stringMatching(/^\{"results"/u)],
])("the gateway with %j", (switches, ask, answer) =>
  withSimulator({ switches }, async (probe) => {
    expect(await ask(probe)).toEqual(answer);
  }),
);

test.each<Row>([
  [{ release: 20 }, at("version"), expect.stringContaining("does not exist")],
  [{ passwordEncoding: "plain" }, async (probe) => (await probe.login("secret")).body, done],
  [{ sessionCarrier: "header" }, at("version"), containing({ apiversion: 1 })],
  [{ sessionCarrier: "sourceAddress" }, at("version"), containing({ apiversion: 1 })],
  [{ commandMethod: "POST" }, async (probe) => (await probe.raw("version")).status, 405],
  ...(["401", "403", "redirect", "error", "html"] as const).map((expiredAnswer): Row => [
    { expiredAnswer },
    async (probe) => (probe.sim.expireSessions(), (await probe.raw("version")).status),
    { 401: 401, 403: 403, redirect: 302, error: 200, html: 200 }[expiredAnswer],
  ]),
  [
    { successText: "reworded" },
    at("profile/add/a/1/2"),
    { result: "success", description: 'Done: added profile "a".' },
  ],
  [{ successText: "omitted" }, at("profile/add/a/1/2"), { result: "success" }],
  [{ refusalStatus: 400 }, async (probe) => (await probe.raw("profile/remove/none")).status, 400],
  ...(["raw", "blanks"] as const).map((configEscaping): Row => {
    const path = { raw: "/api/1/profile/add/a +b/1/2", blanks: "/api/1/profile/add/a%20+b/1/2" }[configEscaping];
    const shown = { api: containing({ profile: expect.arrayContaining([path]) as object }), cli: anything };
    return [{ configEscaping }, after(at("profile/add/a%20%2Bb/1/2"), "show/config"), shown];
  }),
  [
    {},
    disabled,
    { api: containing({ profile: [expect.anything(), "/api/1/profile/disable/legacy-netops"] }), cli: anything },
  ],
  [{ configLeavesOut: "states" }, disabled, { api: containing({ profile: [expect.anything()] }), cli: anything }],
  [
    { configLeavesOut: "thresholds" },
    at("show/config"),
    { api: containing({ collector: ["/api/1/collector/add/192.0.2.10/legacy-netops"] }), cli: anything },
  ],
  [{ showKeys: "otherNumber" }, at("show/collectors/0"), { collectors: anything }],
  [{ showKeys: "otherNumber" }, at("show/profile/0"), { profiles: anything }],
  [{ showShape: "list" }, at("show/profile/0"), { profile: [containing({ key: "legacy-netops" })] }],
  [{ settingsShape: "values" }, at("show/settings/flowStopAlert"), { settings: { flowStopAlert: "70" } }],
  [
    { emptyFields: "omitted" },
    at("show/collectors/0"),
    { collector: { "192.0.2.10": expect.not.objectContaining({ status: anything }) as object } },
  ],
  [{ flagForm: "number" }, at("show/profile/0"), profileOf({ enabled: 1, singularity: 0 })],
  [{ flagForm: "boolean" }, at("show/profile/0"), profileOf({ enabled: true })],
  [
    { showReads: "running" },
    after(at("profile/add/a/1/2"), "show/profile/0"),
    { profile: { "legacy-netops": anything } },
  ],
  [
    { rebuildMs: 5000, rebuildAnswer: "begun", showReads: "running" },
    async (probe) => (await probe.at("profile/add/zz/1/2"), await probe.at("rebuild"), probe.at("show/profile/zz")),
    { profile: {} },
  ],
  [{ repeatedChange: "success" }, at("collector/add/192.0.2.10/legacy-netops"), done],
  [{}, at("collector/add/192.0.2.10/legacy-netops"), error],
  [{}, at("notate/ip/10.9.9.9/text"), error],
  [{ unknownNote: "accept" }, at("notate/ip/10.9.9.9/text"), done],
  [{}, at("profile/add/a/9996/2"), done],
])("the replicator with %j", (switches, ask, answer) =>
  withSimulator({ switches, replicator: { password: "secret" } }, async (probe) => {
    await (switches.passwordEncoding === "plain" ? probe.login("secret") : probe.login());
    expect(await ask(probe)).toEqual(answer);
  }),
);

test("an appliance rebuilds by itself after automaticRebuildMs, and a session expires after half an hour", () =>
  withSimulator({ switches: { automaticRebuildMs: 60_000 } }, async (probe) => {
    await probe.login();
    await probe.command("profile", "add", "a", 1, 2);
    probe.sim.advanceClock(60_000);
    await probe.command("version");
    expect(probe.sim.replicator.store.running.profiles.has("a")).toBe(true);
    probe.sim.advanceClock(30 * 60_000);
    expect((await probe.raw("version")).status).toBe(401);
  }));
