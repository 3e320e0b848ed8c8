import { execFile, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, delimiter, join } from "node:path";
import { promisify } from "node:util";
import { plugins } from "../engine/full";
import { oneStage } from "../engine/support";
import { cleanEnvironment, root } from "../support/clone";
import { compilers } from "../support/compilers";
import { opened } from "../support/opened";
import { makePackedFolder } from "../support/packed";
import { temporaryFolder } from "../support/temporary-folder";
import { program } from "../types/user-program";
import { blockWith } from "../unit/docs/story";

jest.setTimeout(1_200_000);

const run = promisify(execFile);
const guide = "docs/guides/plugin.md";
const folder = join(root, "docs/reference/resources/examples");
const examples = (end: string): string[] =>
  readdirSync(folder).flatMap((name) => (name.endsWith(end) ? [join(folder, name)] : []));
/** A language is tried where its tools are. */
const ifFound = (tool: string): jest.It => (spawnSync(tool, ["version"]).error === undefined ? test : test.skip);

const base = temporaryFolder();
const at = (...names: string[]): string => join(base, ...names);
/** Go also builds what generates SDKs, as the engine does, and the language host of YAML: four minutes each at first. */
const go = (cwd: string, ...args: string[]): Promise<unknown> =>
  run("go", args, { cwd, env: { ...process.env, GOFLAGS: "-mod=mod", GOBIN: base } });

ifFound("go")("the examples in Go, and that of the guide, pass go vet with the generated SDK", async () => {
  await mkdir(at("sdks"));
  for (const name of ["go.mod", "go.sum"]) await cp(join(root, "tools/pulumi/engine", name), at("sdks", name));
  await cp(join(__dirname, "sdks.go"), at("sdks/main.go"));
  await go(at("sdks"), "run", ".", join(root, "plugin/schema.json"), base);
  await mkdir(at("program/sdk/go"), { recursive: true });
  await rename(at("go"), at("program/sdk/go/flowgate"));
  for (const path of examples(".go")) await cp(path, at("program", basename(path, ".go"), "main.go"));
  const main = blockWith(guide, "package main");
  await mkdir(at("program/guide"));
  await writeFile(at("program/guide/main.go"), main);
  const [, module = ""] = /"([^"]+)\/sdk\/go\/flowgate"/u.exec(main) ?? [];
  const [, version = ""] = /pulumi\/sdk\/v3@(\S+)/u.exec(blockWith(guide, "go get")) ?? [];
  await writeFile(at("program/go.mod"), `module ${module}\nrequire github.com/pulumi/pulumi/sdk/v3 ${version}\n`);
  await go(at("program"), "vet", "./...");
});

ifFound("python3")(
  "the examples in Python, and that of the guide, run with the SDK that is generated too",
  async () => {
    const python = at("venv/bin/python");
    await run("python3", ["-m", "venv", at("venv")]);
    await run(python, ["-m", "pip", "install", "--quiet", at("python")]);
    await writeFile(at("guide.py"), blockWith(guide, "import pulumi_flowgate"));
    const programs = [...examples(".py"), at("guide.py")];
    const { stdout } = await run(python, [join(__dirname, "declare.py"), ...programs]);
    expect(stdout.trim().split("\n")).toEqual(programs);
  },
);

describe("YAML", () => {
  const stage = oneStage({ engine: { project: "network" }, configured: false });

  ifFound("go")("the examples, and that of the guide, have a preview with the plugin", async () => {
    await go(base, "install", "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml@v1.25.0");
    const { engine, sim } = stage;
    const env = { PATH: [base, engine.env["PATH"] ?? ""].join(delimiter) };
    const texts = await Promise.all(examples(".yaml").map((path) => readFile(path, "utf8")));
    await engine.config({ "network:alicePassword": "invented" });
    for (const text of [...texts, blockWith(guide, "runtime: yaml")]) {
      await writeFile(join(engine.folder, "Pulumi.yaml"), `${text}${plugins}`);
      expect(Object.keys((await engine.preview({ env })).changes)).toEqual(["create"]);
    }
    expect(sim.requests.verbs()).toEqual([]);
  });
});

describe("a program compiles without skipLibCheck with", () => {
  const packed = opened(makePackedFolder);
  const options = { strict: true, noEmit: true, target: "es2020", lib: ["es2020"], types: ["node"] };
  beforeAll(() => packed.write("index.ts", program));

  test.each(compilers)("TypeScript %s", async (version) => {
    await packed.write("compiler/package.json", '{ "private": true }');
    const compiler = join(packed.path, "compiler");
    const npm = ["install", "--no-audit", "--no-fund", "--no-save", `typescript@${version}`];
    await run("npm", npm, { cwd: compiler, env: cleanEnvironment() });
    // Later versions no longer support the older module resolution.
    const [module, moduleResolution] = Number.parseFloat(version) < 6 ? ["commonjs", "node"] : ["node16", "node16"];
    const compilerOptions = { module, moduleResolution, esModuleInterop: true, ...options };
    await packed.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
    const tsc = join(compiler, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", packed.path], { env: cleanEnvironment() });
    expect(stdout).toBe("");
  });
});
