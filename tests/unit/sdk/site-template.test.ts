import * as pulumi from "@pulumi/pulumi";
import { SiteTemplate, type SiteModel } from "../../../sdk";
import { registered, settled, startEngine, valueOf } from "./support";

const model: SiteModel = {
  ipGroups: [
    {
      name: "Site",
      rules: [{ type: "network", cidr: "10.0.0.0/8" }],
      children: ["Shared", { name: "Branch", children: ["Shared"] }],
    },
    { name: "Shared", rules: [{ type: "ip", address: "10.1.1.1" }] },
  ],
  ipGroupRules: [{ name: "host", groupId: 17, rule: { type: "ip", address: "10.1.1.2" } }],
  userGroups: [
    { name: "Operators", members: ["anna", "name:admin", 5], permissions: [{ permissionType: "app", seccode: "tos" }] },
    { name: "Auditors" },
  ],
  users: [
    { name: "anna", userGroups: ["Operators", "name:Guests"], preferences: { language: "english" } },
    { name: "bert", passwordConfig: "bertPassword" },
  ],
  memberships: [{ user: "bert", userGroup: "Auditors" }],
  profiles: [
    {
      name: "netflow",
      listeningPort: 2055,
      sendingPort: 2056,
      policies: [{ cidr: "10.0.0.0/8", kind: "include" }],
      formerNames: ["flows"],
    },
  ],
  collectors: [{ address: "10.0.0.1", profiles: ["netflow"], threshold: 5 }],
  exporters: [{ address: "10.0.0.2", profiles: ["netflow"] }],
  settings: [{ name: "flowStopAlert", value: 30, onExisting: "adopt" }],
};

/** The registered inputs, by kind and name, without the text of the provider. */
async function declared(): Promise<Record<string, Record<string, unknown>>> {
  await settled();
  const children = registered.filter(({ type }) => type !== "flowgate:index:SiteTemplate");
  return Object.fromEntries(
    children.map(({ type, name, inputs: { __provider: _, ...inputs } }) => [
      `${type.replace("pulumi-nodejs:dynamic/flowgate:", "")} ${name}`,
      inputs,
    ]),
  );
}

async function make(values: SiteModel): Promise<SiteTemplate> {
  await startEngine();
  pulumi.runtime.setAllConfig({ "project:bertPassword": "berts-password" }, ["project:bertPassword"]);
  return new SiteTemplate("paris", { site: "paris", model: values, passwords: { anna: "annas-password" } });
}

// Wait, so that the declarations of one test are not registered in the next one.
afterEach(settled);

test("a model becomes one resource per object, each named after the template and its name in the model", async () => {
  const template = await make(model);
  const resources = await declared();
  const expected = Object.entries({
    IpGroup: ["Shared", "Branch", "Site"],
    IpGroupRule: ["host"],
    UserGroup: ["Operators", "Auditors"],
    PermissionSet: ["Operators"],
    User: ["anna", "bert"],
    UserPreferences: ["anna"],
    Membership: ["name:admin in Operators", "5 in Operators", "bert in Auditors"],
    ReplicatorProfile: ["netflow"],
    Policy: ["netflow/10.0.0.0/8"],
    Collector: ["10.0.0.1"],
    Exporter: ["10.0.0.2"],
    Setting: ["flowStopAlert"],
  }).flatMap(([kind, names]) => names.map((name) => `${kind} paris/${name}`));
  expect(Object.keys(resources).sort()).toEqual(expected.sort());
  expect(Object.values(resources).map(({ site }) => site)).toEqual(Array(18).fill("paris"));
  expect(resources["Collector paris/10.0.0.1"]).toMatchObject({ profiles: ["netflow"], threshold: 5 });
  expect(Object.keys(template.ipGroupIds).sort()).toEqual(["Branch", "Shared", "Site"]);
  expect(resources["Setting paris/flowStopAlert"]).toMatchObject({ value: 30, onExisting: "adopt" });
});

test("a reference to another object of the model is the id of that object's resource", async () => {
  const template = await make(model);
  const resources = await declared();
  const id = async (resource: pulumi.CustomResource | undefined): Promise<unknown> => valueOf(resource?.id);
  const { ipGroups } = template;
  expect(resources["IpGroup paris/Site"]?.["rules"]).toEqual([
    { type: "network", cidr: "10.0.0.0/8" },
    { type: "child", groupId: await id(ipGroups["Shared"]) },
    { type: "child", groupId: await id(ipGroups["Branch"]) },
  ]);
  expect(resources["User paris/anna"]?.["userGroups"]).toEqual(["Operators", "name:Guests"]);
  expect(resources["Membership paris/bert in Auditors"]).toMatchObject({ user: "bert", userGroup: "Auditors" });
  expect(resources["PermissionSet paris/Operators"]).toMatchObject({ userGroup: "Operators" });
});

test("with bulk, all IP groups are one resource with children by name, and their ids are available by name", async () => {
  await startEngine();
  const { ipGroups = [] } = model;
  const template = new SiteTemplate("paris", { site: "paris", model: { ipGroups }, bulk: true });
  expect(await declared()).toEqual({
    "IpGroups paris/ip-groups": expect.objectContaining({
      site: "paris",
      groups: {
        Site: { rules: [{ type: "network", cidr: "10.0.0.0/8" }], children: ["Shared", "Branch"] },
        Branch: { children: ["Shared"] },
        Shared: { rules: [{ type: "ip", address: "10.1.1.1" }] },
      },
    }) as unknown,
  });
  expect(template.ipGroups).toEqual({});
  expect(Object.keys(template.ipGroupIds).sort()).toEqual(["Branch", "Shared", "Site"]);
});

test("passwords are secrets from the configuration or the program, and all missing ones are reported at once", async () => {
  const template = await make(model);
  expect(await valueOf(template.users["bert"]?.password)).toBe("berts-password");
  expect(await pulumi.isSecret(pulumi.output(template.users["anna"]?.password))).toBe(true);
  const users = [{ name: "carl", passwordConfig: "carlPassword" }, { name: "dora" }];
  expect(() => new SiteTemplate("x", { model: { users } })).toThrow(
    /"carl" has no password: pulumi config set --secret carlPassword\nUser "dora" has no password: name a key/u,
  );
});

test("all mistakes of a model are reported before anything is declared", async () => {
  await startEngine();
  const wrong = { collectors: [{ address: "10.0.0.256", profiles: ["a"] }], settings: [{ name: "x" }] };
  expect(() => new SiteTemplate("paris", { model: wrong })).toThrow(/has 3 mistakes; no appliance was contacted/u);
  expect(await declared()).toEqual({});
});
