import * as pulumi from "@pulumi/pulumi";
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as flowgate from "../../../sdk";
import { Collector, IpGroup, IpGroups, ReplicatorProfile, rule, User } from "../../../sdk";
import { registered, settled, startEngine, valueOf } from "./support";
import { kinds } from "../../../provider/registry";
import { cleanEnvironment, root } from "../../support/clone";
import { temporaryFolder } from "../../support/temporary-folder";
import { thrownBy } from "../../support/thrown";

beforeEach(() => startEngine());

test("a class registers its kind with a short provider text that loads the installed package", async () => {
  new IpGroup("branches", { name: "Branches", rules: [rule.all()] });
  await settled();
  expect(registered).toEqual([
    {
      type: "pulumi-nodejs:dynamic/flowgate:IpGroup",
      name: "branches",
      inputs: {
        name: "Branches",
        rules: [{ type: "all" }],
        __declaredAs: "branches",
        __provider: 'exports.handler = () => require("pulumi-flowgate/provider").kind("IpGroup")',
      },
    },
  ]);
});

test("a resource of another kind is refused", async () => {
  const group = new IpGroup("all", { rules: [] });
  expect(() => new Collector("c", { address: "10.0.0.1", profiles: [group] as never })).toThrow(
    new pulumi.RunError('Collector "c": profiles: must be a ReplicatorProfile, not a resource of IpGroup.'),
  );
  const user = new User("alice", { password: "p" });
  expect(
    () => new flowgate.Permission("p", { userGroup: user as never, permissionType: "app", seccode: "tos" }),
  ).toThrow("must be a UserGroup, not a resource of User");
  await settled();
});

test("the profiles of a collector may be resources, names and outputs", async () => {
  const profile = new ReplicatorProfile("prod", { name: "production", listeningPort: 2055, sendingPort: 2056 });
  const collector = new Collector("c", { address: "10.0.0.1", profiles: [profile, "other", pulumi.output("third")] });
  expect(await valueOf(collector.profiles)).toEqual(["production", "other", "third"]);
});

test("the password of a user is secret, even if the program gives it in plain text", async () => {
  const user = new User("anna", { password: "a password of anna" });
  expect(await pulumi.isSecret(user.password)).toBe(true);
  await settled();
});

describe("names and arguments", () => {
  test.each(["toString", "__proto__", "constructor", "hasOwnProperty"])(
    "the name %s of a group, which Pulumi's SDK cannot handle, is refused by name",
    async (key) => {
      const words = `"${key}" cannot be a name here, because every JavaScript object has it.`;
      const groups = JSON.parse(`{ "a": { "rules": [] }, "${key}": { "rules": [] } }`) as Record<string, object>;
      expect(() => new IpGroups("g", { groups })).toThrow(new pulumi.RunError(`IpGroups "g": groups.${key}: ${words}`));
      await settled();
      expect(registered).toEqual([]);
    },
  );

  test("a group that a literal names __proto__, which makes it the prototype, is refused by that name", () => {
    const groups = Object.create({ rules: [] }) as Record<string, object>;
    expect(() => new IpGroups("g", { groups })).toThrow('IpGroups "g": groups.__proto__: "__proto__" cannot be a name');
  });

  test("arguments that are outputs or promises are passed on", async () => {
    const group = new IpGroup("g", { name: pulumi.output("a"), rules: Promise.resolve([rule.all()]) });
    expect(await valueOf(group.name)).toBe("a");
    await settled();
    expect(registered[0]?.inputs).toMatchObject({ name: "a", rules: [{ type: "all" }] });
  });
});

test.each(kinds)("the class %s has the type and the isInstance that policies use", (kind) => {
  const known = flowgate[kind];
  const type = `pulumi-nodejs:dynamic/flowgate:${kind}`;
  expect(known.__pulumiType).toBe(type);
  // The policy SDK passes only the type.
  expect(known.isInstance({ __pulumiType: type })).toBe(true);
  expect(known.isInstance({ __pulumiType: "pulumi-nodejs:dynamic/flowgate:Other" })).toBe(false);
  expect([undefined, null, "x", {}].map((value) => known.isInstance(value))).toEqual([false, false, false, false]);
});

describe("a class refuses in one sentence", () => {
  test.each([
    [
      { import: "5" },
      'IpGroup "a": the option import does not work for a dynamic resource. Instead, set flowgate:plugin to true, or ' +
        'declare it with onExisting: "adopt".',
    ],
    [{ customTimeouts: { create: "5m" } }, "the option customTimeouts does not work"],
    [{ replaceOnChanges: ["name"] }, "the option replaceOnChanges does not work"],
  ])("the option in %j", (options, words) => {
    const fault = thrownBy(() => new IpGroup("a", {}, options));
    expect(fault.message).toContain(words);
    expect(fault).toBeInstanceOf(pulumi.RunError);
    expect(fault.stack).toBe("");
  });

  test("the same options for a resource of the plugin, except import, which works there", async () => {
    const provider = new flowgate.Provider("box", { gateway: { url: "https://gateway.example.net" } });
    const refusal = (options: object): string =>
      thrownBy(() => new flowgate.IpGroup("late", {}, { provider, ...options })).message;
    expect(refusal({ customTimeouts: { create: "5m" } })).toBe(
      'IpGroup "late": the option customTimeouts does not work for a resource of the plugin. Instead, set timeouts in ' +
        "the configuration of the appliance.",
    );
    expect(refusal({ replaceOnChanges: ["rules"] })).toContain("Instead, pulumi up --replace <its URN>");
    expect(new flowgate.IpGroup("other", {}, { provider, import: "5" })).toBeDefined();
    await settled();
  });
});

test("a provider has the limits of deletions of the stack, unless it is given others", async () => {
  pulumi.runtime.setAllConfig({ "flowgate:maxDeletes": "3", "flowgate:protect": '["Core*"]' });
  for (const maxDeletes of [undefined, 0]) new flowgate.Provider("box", { maxDeletes });
  await settled();
  const limits = registered.map(({ inputs }) => [inputs["maxDeletes"], inputs["protect"]]);
  expect(limits).toEqual(["3", "0"].map((most) => [most, '["Core*"]']));
});

test("a program that reaches the package through a library is refused with the command to run, and its folder", async () => {
  const depend = async (from: string): Promise<void> => {
    const target = join(from, "node_modules/pulumi-flowgate");
    await mkdir(target, { recursive: true });
    await writeFile(join(target, "provider.js"), "");
    await writeFile(join(target, "package.json"), '{ "exports": { "./provider": "./provider.js" } }');
  };
  const [npm = "", pnpm = "", own = ""] = ["npm", "pnpm", "own"].map((name) => join(temporaryFolder(), name));
  for (const one of [npm, pnpm, own]) await depend(join(one, "node_modules/library"));
  await writeFile(join(pnpm, "pnpm-lock.yaml"), "");
  await depend(own);
  const refused = "pulumi-flowgate must be a dependency of the program itself, in";
  expect(refusalsIn(npm, pnpm, own)).toEqual([
    `${refused} ${npm}: npm install pulumi-flowgate`,
    `${refused} ${pnpm}: pnpm add pulumi-flowgate`,
    "",
  ]);
});

/**
 * The messages of a Node.js process that looks for the package from these folders. Jest cannot show it: it has its own
 * resolver.
 */
function refusalsIn(...folders: readonly string[]): unknown {
  const script = `const { refuseUnreachable } = require(${JSON.stringify(join(root, "dist/sdk/accepted.js"))});
    const said = process.argv.slice(1).map((folder) => {
      try { refuseUnreachable(folder); return ""; } catch (error) { return error.message; }
    });
    console.log(JSON.stringify(said));`;
  const env = cleanEnvironment({ npm_config_user_agent: "" });
  return JSON.parse(execFileSync(process.execPath, ["-e", script, ...folders], { encoding: "utf8", env }));
}
