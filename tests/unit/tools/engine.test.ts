import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Ended, root } from "../../support/clone";
import { type Sandbox, openSandbox } from "./sandbox";
import { has } from "../../support/has";

const get = ["tools/pulumi/main.mjs", "--get"];
/** All ways to find the engine that need no network. */
const OFFLINE = "path,cache,go";

describe("the Pulumi engine", () => {
  let sandbox: Sandbox;
  let wanted: string;

  beforeAll(async () => {
    const text = await readFile(join(root, "tools/pulumi/engine/go.mod"), "utf8");
    wanted = /pulumi\/pkg\/v3 v(\S+)/u.exec(text)?.[1] ?? "";
  });
  beforeEach(async () => {
    sandbox = await openSandbox();
    await sandbox.script("pulumi-resource-pulumi-nodejs", "", sandbox.path("node_modules/@pulumi/pulumi"));
  });

  const run = (env: Record<string, string> = {}): Promise<Ended> =>
    sandbox.run(get, { FLOWGATE_ENGINE_WAYS: OFFLINE, ...env });
  const found = (result: Ended): Record<string, string> => {
    expect(result.stderr).not.toContain("There is no Pulumi engine");
    return JSON.parse(result.stdout) as Record<string, string>;
  };
  const installOnPath = async (version: string): Promise<void> => {
    await sandbox.script("pulumi", `echo v${version}`);
    await sandbox.script("pulumi-language-nodejs", "");
    await sandbox.script("pulumi-resource-pulumi-nodejs", "");
  };

  test.each(["3.999.0", "the tested version"])("on PATH is used if it is %s and has its hosts", async (version) => {
    const installed = version.startsWith("3.") ? version : wanted;
    await installOnPath(installed);
    expect(found(await run())).toMatchObject({ folder: sandbox.bin, version: installed });
  });

  test.each<[string, () => Promise<void>, string]>([
    ["it is too old", () => installOnPath("3.100.0"), "is version 3.100.0"],
    ["it does not run", () => sandbox.script("pulumi", "exit 3"), "version` failed"],
    ["it has no language host", () => sandbox.script("pulumi", "echo v3.999.0"), "has no pulumi-language-nodejs"],
  ])("on PATH is not used if %s, and the error says so", async (_case, prepare, reason) => {
    await prepare();
    expect(await run()).toMatchObject({ code: 1, stderr: has(reason) });
  });

  test("that cannot be found or built causes one error that names each way and what to do", async () => {
    const { code, stderr, stdout } = await sandbox.run(get, { FLOWGATE_ENGINE_WAYS: OFFLINE });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    for (const way of ["path: there is no `pulumi` on PATH", "cache: ", "go: "]) {
      expect(stderr).toContain(`  - ${way}`);
    }
    expect(stderr).toContain("spawn go ENOENT");
    expect(stderr).not.toContain("installer");
    expect(stderr).toContain("https://www.pulumi.com/docs/install/");
    expect(stderr).toContain("https://go.dev/dl/");
    expect(stderr).not.toContain("    at ");
  });
});
