import { declare, oneStage, sentDuring } from "./support";

/**
 * One resource of each kind that adopts an existing object by default, and of each kind that does so only with
 * `onExisting`.
 */
const links = (suffix: string, more = "", link = ""): string => `
const ops = new UserGroup("ops", {});
new Permission("vitals${suffix}", { userGroup: ops, permissionType: "app", seccode: "Vitals" });
new flowgate.PermissionSet("rights${suffix}", {
  userGroup: ops, permissions: [{ permissionType: "app", seccode: "runReport" }],
});
new flowgate.Membership("admin${suffix}", { user: "admin", userGroup: ops });
new Policy("policy${suffix}", { cidr: "10.0.0.0/8", profile: "legacy-netops", kind: "include"${link} });
new flowgate.Setting("alert${suffix}", { name: "flowStopAlert", value: 45 });
new IpGroup("office${suffix}", { name: "Office", rules: [rule.network("10.20.0.0/16")]${more} });
new ReplicatorProfile("flows${suffix}", { name: "flows", listeningPort: 2055, sendingPort: 2056${more} });
new Collector("collector${suffix}", { address: "10.5.0.1", profiles: ["legacy-netops"], threshold: 70${more} });
`;

const model = {
  profiles: [{ name: "site flows", listeningPort: 3055, sendingPort: 3056 }],
  ipGroups: [{ name: "Site" }],
};
const template = (name: string, formerNames = ""): string =>
  `new flowgate.SiteTemplate("${name}", { model: ${JSON.stringify(model)}${formerNames} });`;

describe("resources that are renamed in the program", () => {
  const stage = oneStage();
  let factory: string;
  let held: string;

  beforeAll(async () => {
    factory = stage.sim.snapshot();
    await stage.engine.program(declare(links(""), template("paris")));
    await stage.engine.up();
    held = stage.sim.snapshot();
  });

  test("F165: a former name of a template is an alias for everything in it, so nothing is sent", async () => {
    const { engine, sim } = stage;
    await engine.program(declare(links(""), template("paris-west", ', formerNames: ["paris"]')));
    expect(await sentDuring(sim, () => engine.up())).toEqual([]);
  });

  test('F165: with onExisting: "adopt", the objects survive', async () => {
    const { engine, sim } = stage;
    const adopt = ', onExisting: "adopt"';
    const program = links("-new", adopt, adopt);
    await engine.program(declare(program, template("paris-west", ', formerNames: ["paris"]')));
    await engine.up();
    expect(sim.snapshot()).toBe(held);
    expect(await sentDuring(sim, () => engine.up())).toEqual([]);
  });

  test("destroy removes all objects but cannot restore the setting, whose original value is no longer known", async () => {
    const { engine, sim } = stage;
    await engine.destroy();
    const settingOf = (text: string): unknown => JSON.parse(text) as unknown;
    const left = settingOf(sim.snapshot()) as { replicator: { settings: { flowStopAlert: { value: string } } } };
    expect(left.replicator.settings.flowStopAlert.value).toBe("45");
    left.replicator.settings.flowStopAlert.value = "70";
    expect(left).toEqual(settingOf(factory));
  });
});
