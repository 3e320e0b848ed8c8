import { isLong } from "../support/long";
import { declare, oneStage, sentDuring, stateOf } from "./support";

/**
 * One resource of each kind that adopts an existing object by default, and of each kind that does so only with
 * `onExisting`.
 */
const links = (suffix: string, more = "", link = ""): string => `
const ops = new UserGroup("ops", {});
new Permission("vitals${suffix}", { userGroupId: ops.id, permissionType: "app", seccode: "Vitals" });
new flowgate.PermissionSet("rights${suffix}", {
  userGroupId: ops.id, permissions: [{ permissionType: "app", seccode: "runReport" }],
});
new flowgate.Membership("admin${suffix}", { userName: "admin", userGroupId: ops.id });
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

  test("F165: after a run without the former name, which fails, the former name still keeps everything", async () => {
    const { engine, sim } = stage;
    await engine.program(declare(links(""), template("paris-hq")));
    const { output } = await engine.up({ fails: true });
    expect(output).toContain('Keep its resources with its argument formerNames: ["<its former name>"].');
    await engine.program(declare(links(""), template("paris-hq", ', formerNames: ["paris-west"]')));
    expect(await sentDuring(sim, () => engine.up())).toEqual([]);
    expect(sim.snapshot()).toBe(held);
    await engine.program(declare(links(""), template("paris-west", ', formerNames: ["paris-hq"]')));
    expect(await sentDuring(sim, () => engine.up())).toEqual([]);
  });

  test("F165: a resource that is moved into a component is kept with the option that the error names", async () => {
    const { engine, sim } = stage;
    const kept = template("paris-west", ', formerNames: ["paris"]');
    const moved = (aliases: string): string =>
      links("").replace(
        /(new IpGroup\("office".*)\);/u,
        `class Box extends pulumi.ComponentResource { constructor() { super("test:index:Box", "box"); } }\n$1, { parent: new Box()${aliases} });`,
      );
    await engine.program(declare(moved(""), kept));
    const { output } = await engine.up({ fails: true });
    expect(output).toContain(
      "Was it moved into its parent? Keep it with { aliases: [{ parent: pulumi.rootStackResource }] }",
    );
    await engine.program(declare(moved(", aliases: [{ parent: pulumi.rootStackResource }]"), kept));
    expect(await sentDuring(sim, () => engine.up())).toEqual([]);
    expect(sim.snapshot()).toBe(held);
    await engine.program(
      declare(
        links("")
          .replace(/(new IpGroup\("office".*)\);/u, (text) => text.replace(");", ", { aliases: [urnInBox] });"))
          .replace(
            "const ops",
            "const urnInBox = `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::test:index:Box$pulumi-nodejs:dynamic/flowgate:IpGroup::office`;\nconst ops",
          ),
        kept,
      ),
    );
    expect(await sentDuring(sim, () => engine.up())).toEqual([]);
  });

  test("F165: without onExisting, the error suggests an alias first, and nothing is lost", async () => {
    const { engine, sim } = stage;
    await engine.program(declare(links("-new"), template("paris-west", ', formerNames: ["paris"]')));
    const { output } = await engine.up({ fails: true });
    expect(output).toMatch(
      /(?:IpGroup|ReplicatorProfile|Collector) ".+" on .*: it already exists \(id .+\)\. Was the resource renamed in the program\? Keep it with the option \{ aliases: \[\{ name: "<its former name>" \}\] \}\. Was it moved out of a component\?/u,
    );
    expect(sim.snapshot()).toBe(held);
  });

  test('F165: with onExisting: "adopt", the objects survive, and a line for each says which resource has it', async () => {
    const { engine, sim } = stage;
    const program = links("-new", ', onExisting: "adopt"');
    await engine.program(declare(program, template("paris-west", ', formerNames: ["paris"]')));
    const { output } = await engine.up();
    expect(sim.snapshot()).toBe(held);
    for (const [kind, name] of [
      ["Permission", "vitals"],
      ["PermissionSet", "rights"],
      ["Membership", "admin"],
      ["Policy", "policy"],
      ["Setting", "alert"],
      ["IpGroup", "office"],
      ["ReplicatorProfile", "flows"],
      ["Collector", "collector"],
    ]) {
      expect(output).toContain(`kept: ${kind} "${name}-new" has it.`);
    }
    expect(output).toMatch(/IpGroup "Office" on .*: adopted \(id \d+\)\./u);
    const office = (await stateOf(engine)).find(({ urn }) => urn.endsWith("::office-new"));
    expect(office?.outputs["origin"]).toEqual({ adopted: true });
    for (const { inputs, outputs } of await stateOf(engine)) {
      expect(Object.keys({ ...inputs, ...outputs })).not.toContain("__declaredAs");
    }
    expect(await sentDuring(sim, () => engine.up())).toEqual([]);
  });

  test('a policy found under its new name belongs to the program again once it declares onExisting: "adopt"', async () => {
    const { engine, sim } = stage;
    const policyOf = async (): Promise<unknown> =>
      (await stateOf(engine)).find(({ urn }) => urn.endsWith("::policy-new"))?.outputs["origin"];
    expect(await policyOf()).toEqual({ existed: true });
    const adopt = ', onExisting: "adopt"';
    await engine.program(declare(links("-new", adopt, adopt), template("paris-west", ', formerNames: ["paris"]')));
    expect((await sentDuring(sim, () => engine.up())).filter((verb) => verb.startsWith("policies/"))).toEqual([]);
    expect(await policyOf()).toBeUndefined();
    expect(sim.snapshot()).toBe(held);
  });

  test("destroy --run-program removes objects that the program still declares", async () => {
    const { engine, sim } = stage;
    await engine.program(declare('new IpGroup("other", { name: "Other" });'));
    await engine.pulumi(["stack", "init", "other", "--copy-config-from", "test"]);
    await engine.up();
    expect(sim.gateway.store.ipGroupsNamed("Other")).toHaveLength(1);
    const { output } = await engine.destroy({ args: ["--run-program"] });
    expect(output).not.toContain("kept");
    expect(sim.gateway.store.ipGroupsNamed("Other")).toHaveLength(0);
    await engine.pulumi(["stack", "select", "test"]);
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

describe("a profile that is renamed with --target, without the resources that refer to it", () => {
  const stage = oneStage();
  let factory: string;

  beforeAll(async () => {
    factory = stage.sim.snapshot();
  });

  const program = (name: string, ...more: string[]): string =>
    declare(
      `const flows = new ReplicatorProfile("flows", { name: "${name}", listeningPort: 2055, sendingPort: 2056 });`,
      `new Policy("office", { cidr: "10.20.0.0/16", profile: flows, kind: "include" });`,
      `new Collector("kept", { address: "10.5.0.1", profiles: [flows] });`,
      ...more,
    );
  const gone = `new Collector("gone", { address: "10.5.0.2", profiles: [flows] });`;
  const target = { args: ["--target", "**::flows"] };

  const ways = [
    ["with a refresh before the next up", true],
    ["without a refresh before the next up", false],
  ] as const;
  test.each(isLong ? ways : ways.slice(1))(
    "keeps its policies and collectors %s, except for a collector that left the program",
    async (_how, refreshed) => {
      const { sim, engine } = stage;
      const [before, after] = refreshed ? ["flows", "flows west"] : ["flows west", "flows east"];
      await engine.program(program(before, gone));
      await engine.up();
      await engine.program(program(after, gone));
      await engine.up(target);
      expect([...sim.replicator.store.profiles.keys()]).toContain(after);
      const held = sim.snapshot();
      if (refreshed) {
        await engine.refresh();
        expect((await stateOf(engine)).filter(({ type }) => /Policy|Collector/u.test(type))).toHaveLength(3);
      }
      await engine.program(program(after));
      await engine.up();
      expect(sim.snapshot()).not.toBe(held);
      expect(sim.snapshot()).not.toContain("10.5.0.2");
      expect(sim.snapshot()).toContain("10.5.0.1");
      expect(await sentDuring(sim, () => engine.up())).toEqual([]);
      if (refreshed) return;
      await engine.destroy();
      expect(sim.snapshot()).toBe(factory);
    },
  );
});
