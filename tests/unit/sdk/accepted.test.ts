import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as flowgate from "../../../sdk";
import { definitionOf, kinds } from "../../../provider/registry";
import { importable } from "../../../sdk/accepted";
import { root } from "../../support/clone";
import { settled, startEngine } from "./support";

beforeEach(() => startEngine());

type AnyClass = new (name: string, args?: object, options?: object) => pulumi.CustomResource;

describe("a class", () => {
  test.each(kinds)("%s has the type and the isInstance that policies use", (kind) => {
    const known = flowgate[kind];
    const type = `pulumi-nodejs:dynamic/flowgate:${kind}`;
    expect(known.__pulumiType).toBe(type);
    // The policy SDK passes only the type.
    expect(known.isInstance({ __pulumiType: type })).toBe(true);
    expect(known.isInstance({ __pulumiType: "pulumi-nodejs:dynamic/flowgate:Other" })).toBe(false);
    expect([undefined, null, "x", {}].map((value) => known.isInstance(value))).toEqual([false, false, false, false]);
  });

  test("distinguishes its own resources from others", async () => {
    const group: unknown = new flowgate.IpGroup("a", {});
    await settled();
    expect(flowgate.IpGroup.isInstance(group)).toBe(true);
    expect(flowgate.UserGroup.isInstance(group)).toBe(false);
  });

  test("has a get that fails and names the functions to use instead", () => {
    expect(() => flowgate.IpGroup.get("a", "1")).toThrow(/^IpGroup\.get: .* Use a function such as getIpGroup/u);
  });
});

describe("a class refuses in one sentence", () => {
  test.each([
    [
      { import: "5" },
      'IpGroup "a": the option import does not work for a dynamic resource. Instead, set flowgate:plugin to true, ' +
        'declare it with onExisting: "adopt", or import it with a file that flowgate export makes.',
    ],
    [{ customTimeouts: { create: "5m" } }, "the option customTimeouts does not work"],
    [{ replaceOnChanges: ["name"] }, "the option replaceOnChanges does not work"],
  ])("the option in %j", (options, words) => {
    const fault = thrownBy(() => new flowgate.IpGroup("a", {}, options));
    expect(fault.message).toContain(words);
    expect(fault).toBeInstanceOf(pulumi.RunError);
    expect(fault.stack).toBe("");
  });

  test("the option import of a kind that no host can import", () => {
    const args = { groups: { a: { rules: [] } } };
    expect(thrownBy(() => new flowgate.IpGroups("a", args, { import: "5" })).message).toBe(
      'IpGroups "a": the option import does not work for a dynamic resource. Instead, declare it with ' +
        'onExisting: "adopt".',
    );
    expect([...importable].sort()).toEqual(kinds.filter((kind) => definitionOf(kind).lookUp !== undefined).sort());
  });

  test("the option customTimeouts for a resource of the plugin, which accepts the other options", async () => {
    const provider = new flowgate.Provider("box", { gateway: { url: "https://gateway.example.net" } });
    const options = { provider, replaceOnChanges: ["name"] };
    expect(
      thrownBy(() => new flowgate.IpGroup("late", {}, { ...options, customTimeouts: { create: "5m" } })).message,
    ).toBe(
      'IpGroup "late": the option customTimeouts does not work for a resource of the plugin. Instead, set timeouts in ' +
        "the configuration of the appliance.",
    );
    expect(new flowgate.IpGroup("other", {}, options)).toBeDefined();
    await settled();
  });

  test("missing arguments in a program without types", () => {
    const AnyUser = flowgate.User as unknown as AnyClass;
    expect(thrownBy(() => new AnyUser("u")).message).toBe(
      'User "u" has no arguments: pass them as an object, as in new User("name", { ... }).',
    );
  });

  test("but not an option that is undefined", async () => {
    expect(new flowgate.IpGroup("a", {}, { import: undefined } as object)).toBeDefined();
    await settled();
  });
});

describe("a program that reaches the package through a library", () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "flowgate-reach-"))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const depend = async (from: string): Promise<void> => {
    const target = join(from, "node_modules/pulumi-flowgate");
    await mkdir(target, { recursive: true });
    await writeFile(join(target, "provider.js"), "");
    await writeFile(join(target, "package.json"), '{ "exports": { "./provider": "./provider.js" } }');
  };

  test("is refused with the command to run, and with the folder to run it in", async () => {
    await depend(join(folder, "node_modules/library"));
    expect(refusalIn(folder)).toBe(
      `pulumi-flowgate must be a dependency of the program itself: run npm install pulumi-flowgate in ${folder}.`,
    );
    await writeFile(join(folder, "pnpm-lock.yaml"), "");
    expect(refusalIn(folder)).toContain("run pnpm add pulumi-flowgate in");
    await depend(folder);
    expect(refusalIn(folder)).toBe("");
  });
});

/**
 * The message of a Node.js process that looks for the package from a folder. Jest cannot show it: it has its own
 * resolver.
 */
function refusalIn(folder: string): string {
  const script = `try { require(${JSON.stringify(join(root, "dist/sdk/accepted.js"))}).refuseUnreachable(process.argv[1]) }
    catch (error) { console.log(error.message) }`;
  const env = { ...process.env, npm_config_user_agent: "" };
  return execFileSync(process.execPath, ["-e", script, folder], { encoding: "utf8", env }).trim();
}

function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing was thrown");
}
