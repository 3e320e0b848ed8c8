import { isLong } from "../support/long";
import { declare, oneStage } from "./support";

/** What people met who used the provider, with the real engine. */
const stage = oneStage();

const groupProgram = (name: string, more = ""): string =>
  declare(`new IpGroup("office", { name: "${name}", rules: [rule.ip("10.0.0.1")] }${more});`);

const linked = (template: number): string =>
  declare(`
const ops = new UserGroup("ops", { templateUserGroupId: ${String(template)} });
new Permission("may", { userGroup: ops, permissionType: "app", seccode: "Vitals" });
new flowgate.PermissionSet("rights", { userGroup: ops, permissions: [{ permissionType: "app", seccode: "runReport" }] });
new flowgate.Membership("admin", { user: "admin", userGroup: ops });
`);

test("F2: an ignored input keeps what was changed by hand, and a preview names all that is sent", async () => {
  const { sim, engine } = stage;
  await engine.program(groupProgram("Office"));
  await engine.up();
  sim.mutate.addRules("Office", [{ type: "ip", address: "192.0.2.7" }]);
  await engine.program(groupProgram("Office 2", ', { ignoreChanges: ["rules"] }'));
  sim.requests.clear();
  await engine.up();
  const rules = [...(sim.gateway.store.ipGroupsNamed("Office 2")[0]?.rules.values() ?? [])];
  expect(rules.map((one) => ("address" in one ? one.address : ""))).toEqual(["10.0.0.1", "192.0.2.7"]);
  const sent = sim.requests.where({ kind: "write" });
  expect(sent.map(({ verb }) => verb)).toEqual(["ipgroups/update"]);
  await engine.program(declare(""));
  await engine.up();
});

test("F3: links come back with a user group that is replaced under its name", async () => {
  const { sim, engine } = stage;
  const held = (): unknown => {
    const group = sim.gateway.store.userGroupNamed("ops");
    const admin = sim.gateway.store.userNamed("admin");
    return [[...(group?.permissions.keys() ?? [])].sort(), admin?.userGroups.has(group?.id ?? 0)];
  };
  await engine.program(linked(1));
  await engine.up();
  const id = sim.gateway.store.userGroupNamed("ops")?.id;
  const before = held();
  expect(before).toEqual([expect.arrayContaining(["app Vitals", "app runReport"]), true]);
  await engine.program(linked(2));
  await engine.up();
  expect(sim.gateway.store.userGroupNamed("ops")?.id).not.toBe(id);
  expect(held()).toEqual([expect.arrayContaining(["app Vitals", "app runReport"]), true]);
  sim.requests.clear();
  await engine.up();
  expect(sim.requests.count()).toBe(0);
  await engine.program(declare(""));
  await engine.up();
});

if (isLong) {
  test("F12: many exporters are created with at most three rebuilds", async () => {
    const { sim, engine } = stage;
    const count = 400;
    await engine.program(
      declare(
        `for (let n = 0; n < ${String(count)}; n += 1) new flowgate.Exporter("e" + n, { ` +
          'address: `10.9.${Math.floor(n / 200)}.${(n % 200) + 1}`, profiles: ["legacy-netops"] });',
      ),
    );
    sim.setLatency(20);
    sim.requests.clear();
    await engine.up();
    sim.setLatency(0);
    expect(sim.requests.count({ action: "/rebuild" })).toBeLessThanOrEqual(3);
    expect(sim.replicator.store.uncoveredChanges()).toEqual([]);
    await engine.destroy();
  });
}
