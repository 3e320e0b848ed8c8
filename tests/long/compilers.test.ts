import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { compilers } from "../support/compilers";
import { cleanEnvironment } from "../support/clone";
import { opened } from "../support/opened";
import { makePackedFolder } from "../support/packed";
import { program } from "../types/user-program";

const run = promisify(execFile);
const options = {
  strict: true,
  noEmit: true,
  target: "es2020",
  lib: ["es2020"],
  types: ["node"],
  esModuleInterop: true,
};

jest.setTimeout(600_000);

describe("a program compiles without skipLibCheck with", () => {
  const folder = opened(makePackedFolder);
  beforeAll(() => folder.write("index.ts", program));

  test.each(compilers)("TypeScript %s", async (version) => {
    await folder.write("compiler/package.json", '{ "private": true }');
    const compiler = join(folder.path, "compiler");
    const npm = ["install", "--no-audit", "--no-fund", "--no-save", `typescript@${version}`];
    await run("npm", npm, { cwd: compiler, env: cleanEnvironment() });
    // Later versions no longer support the older module resolution.
    const [module, moduleResolution] = Number.parseFloat(version) < 6 ? ["commonjs", "node"] : ["node16", "node16"];
    const compilerOptions = { module, moduleResolution, ...options };
    await folder.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
    const tsc = join(compiler, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", folder.path], { env: cleanEnvironment() });
    expect(stdout).toBe("");
  });
});
