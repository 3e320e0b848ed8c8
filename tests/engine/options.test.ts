import { holdingsOf } from "../support/held";
import { declare, oneStage, sentDuring, stateOf } from "./support";

/** A user group that another template replaces under its name, and what belongs to it. */
const linked = (template: number): string => `
const ops = new UserGroup("ops", { templateUserGroupId: ${String(template)} });
new Permission("may", { userGroup: ops, permissionType: "app", seccode: "Vitals" });
new flowgate.PermissionSet("rights", { userGroup: ops, permissions: [{ permissionType: "app", seccode: "runReport" }] });
new flowgate.Membership("admin", { user: "admin", userGroup: ops });
`;
const before = `
new IpGroup("protected", { rules: [rule.ip("10.0.0.1")] }, { protect: true });
new IpGroup("ignoring", { name: "Ignoring", rules: [rule.ip("10.0.0.2")] }, { ignoreChanges: ["rules"] });
new IpGroup("old", { name: "Aliased" });
new IpGroup("retained", {}, { retainOnDelete: true });
const operators = new UserGroup("operators", { name: "Operators" });
new Permission("reports", { userGroup: operators, permissionType: "app", seccode: "runReport" });
${linked(1)}
const flows = new ReplicatorProfile("flows", { listeningPort: 2055, sendingPort: 2056 });
new Policy("policy", { cidr: "10.0.0.0/8", profile: flows, kind: "include" }, { deleteBeforeReplace: true });
`;
const after = `
new IpGroup("protected", { rules: [rule.ip("10.0.0.1")] }, { protect: true });
new IpGroup("ignoring", { name: "Renamed", rules: [rule.ip("10.0.0.66")] }, { ignoreChanges: ["rules"] });
new IpGroup("new", { name: "Aliased" }, { aliases: [{ name: "old" }] });
const operators = new UserGroup("operators", { name: "Night operators" });
new Permission("reports", { userGroup: operators, permissionType: "app", seccode: "runReport" });
${linked(2)}
const flows = new ReplicatorProfile("flows", { listeningPort: 2055, sendingPort: 2056 });
new Policy("policy", { cidr: "10.0.0.0/8", profile: flows, kind: "exclude" }, { deleteBeforeReplace: true });
`;

describe("resource options", () => {
  const stage = oneStage();
  let sent: string[];
  let first: number | undefined;

  beforeAll(async () => {
    const { sim, engine } = stage;
    await engine.program(declare(before));
    await engine.up();
    first = sim.gateway.store.userGroupNamed("ops")?.id;
    sim.mutate.addRules("Ignoring", [{ type: "ip", address: "192.0.2.7" }]);
    await engine.program(declare(after));
    sent = await sentDuring(sim, () => engine.up({ args: ["--refresh"] }));
  });

  test("ignoreChanges keeps what was changed by hand in its input, and an alias causes no request", () => {
    const { ipGroups } = holdingsOf(stage.sim);
    expect(ipGroups).toMatchObject({ Renamed: ["ip 10.0.0.2", "ip 192.0.2.7"], Aliased: [] });
    const writes = stage.sim.requests.verbs({ kind: "write" });
    expect(writes.filter((verb) => verb.startsWith("ipgroups/"))).toEqual(["ipgroups/update"]);
  });

  test("links come back with a user group that is replaced under its name", () => {
    const { store } = stage.sim.gateway;
    const group = store.userGroupNamed("ops");
    expect(group?.id).not.toBe(first);
    expect([...(group?.permissions.keys() ?? [])]).toEqual(expect.arrayContaining(["app Vitals", "app runReport"]));
    expect(store.userNamed("admin")?.userGroups).toContain(group?.id);
  });

  test("retainOnDelete leaves the object on the appliance and removes it from the state", async () => {
    expect(holdingsOf(stage.sim).ipGroups).toHaveProperty("retained");
    expect((await stateOf(stage.engine)).map(({ urn }) => urn)).not.toContainEqual(
      expect.stringMatching(/::retained$/u),
    );
  });

  test("a replacement creates first, unless both objects would have the same key", () => {
    const writes = stage.sim.requests.where({ kind: "write" }).map(({ verb, detail }) => `${verb} ${detail}`);
    const created = writes.findIndex((text) => /createUsergroup.*Night operators/u.test(text));
    expect([created > -1, writes.findIndex((text) => /delUsergroups.*/u.test(text)) > created]).toEqual([true, true]);
    expect(holdingsOf(stage.sim).userGroups).not.toHaveProperty("Operators");
    expect(holdingsOf(stage.sim).userGroups["Night operators"]?.permissions).toContain("app runReport");
    expect(sent.filter((verb) => verb.startsWith("policies/"))).toEqual(["policies/remove", "policies/add"]);
    expect(holdingsOf(stage.sim).profiles["flows"]?.policies).toEqual(["exclude 10.0.0.0/8"]);
  });
});
