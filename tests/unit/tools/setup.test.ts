import { existsSync } from "node:fs";
import { cp, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../support/clone";
import { openSandbox, type Sandbox } from "./sandbox";

describe("setup", () => {
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await openSandbox();
    await cp(join(root, "package.json"), sandbox.path("package.json"));
    // As in the clone, but without the declarations of Node.js, on which the compiler spends most of its time.
    const build = await readFile(join(root, "tools/tsconfig.build.json"), "utf8");
    await sandbox.write("tools/tsconfig.build.json", build.replace('"types": ["node"]', '"types": []'));
    const compilerOptions = { strict: true, module: "node16", moduleResolution: "node16", lib: ["ES5"] };
    await sandbox.write("tsconfig.json", JSON.stringify({ compilerOptions }));
  });

  const build = ["tools/build.mjs"];
  test("compiles the sources, leaves nothing of removed ones, and does nothing the next time", async () => {
    await cp(join(root, "package-lock.json"), sandbox.path("package-lock.json"));
    await symlink(join(root, "node_modules"), sandbox.path("node_modules"));
    await sandbox.write("provider/one.ts", "export const one: number = 1;\n");
    await sandbox.write("sdk/two.ts", 'import { one } from "../provider/one";\nexport const two = one + one;\n');
    await sandbox.write("cli/main.ts", "export {};\n");
    await sandbox.write("dist/sdk/removed.js", "");
    expect(await sandbox.run(build)).toEqual({ code: 0, stdout: "Building dist\n", stderr: "" });
    expect(existsSync(sandbox.path("dist/sdk/two.js"))).toBe(true);
    expect(existsSync(sandbox.path("dist/sdk/removed.js"))).toBe(false);
    expect(await sandbox.run(build)).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  const check = ["--input-type=module", "-e", "await (await import('./tools/lib/node-version.mjs')).checkNode()"];

  test("refuses an older version, and names the version that is needed", async () => {
    await sandbox.write("package.json", JSON.stringify({ engines: { node: ">=99.1" } }));
    const { code, stderr } = await sandbox.run(check);
    expect(code).not.toBe(0);
    expect(stderr).toContain(`Node.js 99.1 or later is needed, this is ${process.versions.node}.`);
  });
});
