import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { holdingsOf } from "../support/held";
import { declare, oneStage, sentDuring, silentUp, stateOf } from "../engine/support";
import { root } from "../support/clone";
import { PLUGINS, stateText } from "../support/engine";
import { configFor } from "../support/configuration";
import { type Language, openPython } from "../support/languages";

jest.setTimeout(600_000);

const head = "import pulumi\nimport pulumi_flowgate as flowgate\n";
const program = `${head}from pulumi_flowgate import rules
group = flowgate.IpGroup("offices", rules=[
    flowgate.RuleArgs(type=flowgate.RuleType.NETWORK, cidr="10.30.0.0/16"),
    {"type": "ip", "address": "10.31.0.1"},
])
parent = flowgate.IpGroup("everything", rules=[rules.child(group), rules.wildcard("10.0.1.0", "0.255.0.255")])
flows = flowgate.ReplicatorProfile("flows", listening_port=2055, sending_port=2056)
flowgate.Collector("collector", address="10.20.0.10", profiles=[flows.name], threshold=100)
flowgate.Policy("branches", kind="include", cidr="10.30.0.0/16", profile=flows.name)
team = flowgate.UserGroup("team")
anna = flowgate.User("anna", password="correct horse", user_group_ids=[team.user_group_id])
pulumi.export("count", group.rule_count)
pulumi.export("profiles", pulumi.Output.from_input(flows.name).apply(
    lambda name: [one.name for one in flowgate.get_profiles().items if one.name == name]))
`;

describe("a program in Python with the generated SDK", () => {
  let python: Language;
  const stage = oneStage(async () => {
    python = await openPython();
    return { engine: { env: { PATH: python.path } } };
  });
  const write = async (source: string): Promise<void> => {
    const { folder } = stage.engine;
    await writeFile(join(folder, "Pulumi.yaml"), JSON.stringify({ name: "program", runtime: "python", ...PLUGINS }));
    await writeFile(join(folder, "__main__.py"), source);
  };

  test("creates what it declares, finds nothing to change afterwards, and keeps passwords encrypted", async () => {
    const { engine, sim } = stage;
    await write(program);
    await engine.preview();
    expect(sim.requests.verbs().filter((verb) => /add|create/iu.test(verb))).toEqual([]);
    await engine.up();
    expect(await engine.outputs()).toMatchObject({ count: 2, profiles: ["flows"] });
    expect(holdingsOf(sim)).toMatchObject({
      ipGroups: { offices: ["ip 10.31.0.1", "network 10.30.0.0/16"] },
      profiles: { flows: { collectors: ["10.20.0.10"] } },
      thresholds: { "10.20.0.10": 100 },
    });
    expect(await stateText(engine)).not.toContain("correct horse");
    const changing = await sentDuring(sim, async () => {
      expect(Object.keys((await engine.up()).changes)).toEqual(["same"]);
    });
    // The function in the program queries the appliance in every run, so its requests are allowed.
    expect(changing.filter((verb) => !/^(?:login|logout|show|profile)/u.test(verb))).toEqual([]);
    await engine.refresh();
    expect(Object.keys((await engine.up()).changes)).toEqual(["same"]);
    await engine.destroy();
    expect(holdingsOf(sim)).toMatchObject({ ipGroups: {}, profiles: {} });
    expect(sim.replicator.openSessions).toBe(0);
  });

  test("gets an existing object with pulumi import, and the next up sends no request", async () => {
    const { engine, sim } = stage;
    const id = sim.mutate.addIpGroup("By hand", [{ type: "ip", address: "10.1.1.1" }]);
    await write(head);
    const { output } = await engine.pulumi([
      ...["import", "flowgate:index:IpGroup", "byHand", "By hand", "--yes", "--protect=false"],
      "--generate-code=false",
    ]);
    expect(output).toContain("import");
    expect((await stateOf(engine)).map((one) => one.id)).toEqual([String(id)]);
    await write(`${head}flowgate.IpGroup("byHand", name="By hand", rules=[{"type": "ip", "address": "10.1.1.1"}])\n`);
    expect(await silentUp(stage)).not.toContain("update");
    await engine.destroy();
  });

  test("takes over a TypeScript stack with dynamic resources without any request", async () => {
    const { engine } = stage;
    await engine.program(declare('new IpGroup("offices", { rules: [rule.ip("10.0.0.1")] });'));
    await engine.up();
    expect((await stateOf(engine)).map(({ type }) => type)).toEqual(["pulumi-nodejs:dynamic/flowgate:IpGroup"]);
    await write(`${head}flowgate.IpGroup("offices", rules=[{"type": "ip", "address": "10.0.0.1"}])\n`);
    expect(await silentUp(stage)).toEqual(["same"]);
    expect((await stateOf(engine)).map(({ type }) => type)).toEqual(["flowgate:index:IpGroup"]);
    await engine.destroy();
  });

  const examples = join(root, "docs/reference/resources/examples");
  test.each(readdirSync(examples).filter((name) => name.endsWith(".py")))(
    "passes the check of the provider as in the example %s, in a preview that sends nothing",
    async (name) => {
      const { engine, sim } = stage;
      await write(readFileSync(join(examples, name), "utf8"));
      await engine.pulumi(["config", "set", "--secret", "alicePassword", "correct horse"]);
      expect(await sentDuring(sim, () => engine.preview())).toEqual([]);
    },
  );

  test("has docstrings for classes, builders, and codes of permissions", async () => {
    const script = `${head}from pulumi_flowgate import rules, seccodes
help(flowgate.IpGroup)
help(rules)
print(seccodes.device("10.1.1.1"), seccodes.interface("10.1.1.1", 3), seccodes.App.RUN_REPORT)
`;
    const { stdout } = await promisify(execFile)("python3", ["-c", script], { env: { PATH: python.path } });
    expect(stdout).toContain("A named set of rules that decides which IPv4 addresses belong to it.");
    expect(stdout).toContain("rules=[");
    expect(stdout).not.toContain("new IpGroup");
    expect(stdout).toContain("Every address from `start` to `end`, both included.");
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("0A010101 0A010101-3 runReport");
  });

  test("configures a provider with keys in either spelling, and refuses two resources for one object", async () => {
    const { engine, sim } = stage;
    const { gateway } = configFor(sim) as { gateway: { url: string; token: string } };
    const provider = (key: string): string =>
      `own = flowgate.Provider("own", gateway={"url": "${gateway.url}", "token": "${gateway.token}", "${key}": True})\n`;
    const group = (name: string): string =>
      `flowgate.IpGroup("${name}", name="Same", opts=pulumi.ResourceOptions(provider=own))\n`;
    await write(head + provider("allow_http") + group("one"));
    await engine.up();
    await write(head + provider("allowHttp") + group("one"));
    await engine.up();
    await write(head + provider("allowHttp") + group("one") + group("two"));
    const { output } = await engine.preview({ fails: true });
    expect(output).toMatch(
      /declares the same object as IpGroup "(?:one|two)" in this program[.] Remove one of them[.]/u,
    );
    await write(head);
    await engine.up();
  });

  test("gets the same error messages for mistakes as a TypeScript program", async () => {
    const { engine, sim } = stage;
    const sentences = (output: string): string[] => [
      ...new Set([...output.matchAll(/has a problem: (.*)$/gmu)].map(([, sentence = ""]) => sentence)),
    ];
    await engine.program(
      declare(
        'new IpGroup("a", { rules: [{ type: "network", cidr: "10.0.0.0/33" },',
        '  { type: "ip", address: "10.0.0.1", mask: "255.0.0.0" }, { type: "range", start: "10.0.0.9", end: "10.0.0.1" }] });',
      ),
    );
    const typescript = sentences((await engine.preview({ fails: true })).output);
    expect(typescript).toHaveLength(3);
    await write(`${head}
flowgate.IpGroup("a", rules=[{"type": "network", "cidr": "10.0.0.0/33"},
    {"type": "ip", "address": "10.0.0.1", "mask": "255.0.0.0"},
    {"type": "range", "start": "10.0.0.9", "end": "10.0.0.1"}])
`);
    const sent = await sentDuring(sim, async () => {
      expect(sentences((await engine.preview({ fails: true })).output)).toEqual(typescript);
    });
    expect(sent).toEqual([]);
  });
});
