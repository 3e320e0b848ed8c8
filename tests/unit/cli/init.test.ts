import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { writeFiles } from "../../../cli/files";
import { failed, flowgate, printed, temporaryFolder } from "./support";
import { has } from "../../support/has";

let cwd: string;
beforeEach(() => {
  cwd = temporaryFolder();
});

const json = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), "utf8"));
const yaml = (...path: string[]): unknown => parse(readFileSync(join(...path), "utf8"));

test("init writes a TypeScript project into a new folder, and prints the next steps", async () => {
  const stdout = await printed(flowgate(["init", "network"], { cwd }));
  const folder = join(cwd, "network");
  expect(readdirSync(folder).sort()).toEqual([
    ".gitignore",
    "Pulumi.dev.yaml",
    "Pulumi.yaml",
    "index.ts",
    "package.json",
    "tsconfig.json",
  ]);
  expect(yaml(folder, "Pulumi.yaml")).toMatchObject({
    name: "network",
    runtime: { name: "nodejs", options: { typescript: true } },
  });
  expect(yaml(folder, "Pulumi.dev.yaml")).toEqual({ config: {} });
  // Pulumi rewrites the file of a stack without comments.
  expect(readFileSync(join(folder, "Pulumi.yaml"), "utf8")).toContain(
    "#   pulumi config set --path flowgate:gateway.url",
  );
  expect(readFileSync(join(folder, ".gitignore"), "utf8").split("\n")).toEqual(
    expect.arrayContaining(["/appliances.json", "/flowgate-certify.journal"]),
  );
  expect(json(folder, "package.json")).toMatchObject({
    name: "network",
    private: true,
    main: "index.ts",
    dependencies: {
      "pulumi-flowgate": expect.any(String) as string,
      "@pulumi/pulumi": expect.any(String) as string,
    },
    devDependencies: { typescript: "^5" },
  });
  expect(stdout).toMatch(
    /cd network\n.*npm install\n.*npx flowgate simulate --file appliances\.json .*\n.*pulumi stack init dev\n.*pulumi up\n/u,
  );
});

test.each([
  ["pnpm-workspace.yaml", "packages: ['*']", "pnpm install", "pnpm exec flowgate simulate"],
  ["yarn.lock", "", "yarn install", "yarn flowgate simulate"],
])("beside %s, the next steps of init use its package manager", async (file, text, install, simulate) => {
  writeFileSync(join(cwd, file), text);
  const { stdout } = await flowgate(["init", "network"], { cwd });
  expect(stdout).toContain(`cd network\n${install}\n${simulate} --file appliances.json`);
});

test("init completes the package.json that npm install has written, and keeps its entries", async () => {
  writeFileSync(join(cwd, "package.json"), '{"dependencies":{"pulumi-flowgate":"file:../it.tgz"},"scripts":{"a":"b"}}');
  writeFileSync(join(cwd, "package-lock.json"), "{}");
  mkdirSync(join(cwd, "node_modules"));
  const { stdout } = await flowgate(["init", "--template", "javascript", "--name", "acme"], { cwd });
  expect(stdout).toMatch(/^Created a project in .*: .*index\.js\. Added what package\.json lacked\.$/mu);
  const manifest = json(cwd, "package.json") as { dependencies: Record<string, string> };
  expect(manifest).toMatchObject({ name: "acme", type: "module", main: "index.js", scripts: { a: "b" } });
  expect(manifest).not.toHaveProperty("devDependencies");
  expect(manifest.dependencies["pulumi-flowgate"]).toBe("file:../it.tgz");
  expect(existsSync(join(cwd, "tsconfig.json"))).toBe(false);
});

test("init replaces a TypeScript version that Pulumi cannot load, and lists it among the missing packages", async () => {
  const installed = join(cwd, "node_modules/typescript");
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, "package.json"), '{ "version": "7.0.2" }');
  writeFileSync(join(cwd, "package.json"), '{ "dependencies": { "typescript": "^7.0.2" } }');
  const stdout = await printed(flowgate(["init", "--json"], { cwd }));
  expect((JSON.parse(stdout) as { missing: string[] }).missing).toContain("typescript");
  expect(json(cwd, "package.json")).toMatchObject({ dependencies: { typescript: "^5" } });
});

test("the model template has a manifest of sites, and its models have no mistakes", async () => {
  await printed(flowgate(["init", "--template", "model"], { cwd }));
  expect(await printed(flowgate(["model", "check", "--sites", "sites.yaml"], { cwd }))).toBe("1 site: no mistakes.\n");
});

test("init --plugin writes the path of the plugin and enables it for the stack; URLs go into its configuration", async () => {
  const urls = ["--gateway", "https://gateway.example.net", "--replicator", "https://replicator.example.net"];
  await printed(flowgate(["init", "--plugin", "--stack", "prod", ...urls], { cwd }));
  expect(yaml(cwd, "Pulumi.yaml")).toMatchObject({
    plugins: { providers: [{ name: "flowgate", path: "node_modules/pulumi-flowgate/plugin" }] },
  });
  expect(yaml(cwd, "Pulumi.prod.yaml")).toEqual({
    config: {
      "flowgate:gateway": { url: "https://gateway.example.net" },
      "flowgate:replicator": { url: "https://replicator.example.net" },
      "flowgate:plugin": true,
    },
  });
});

test("the next steps of init can be pasted, and name the credentials of the appliances that have a URL", async () => {
  const { stdout } = await flowgate(["init", "my site", "--replicator", "https://replicator.example.net"], { cwd });
  const steps = stdout.split("Next:\n")[1]?.split("\n");
  expect(steps?.filter((step) => step !== "npm install")).toEqual([
    "cd 'my site'",
    "pulumi stack init dev",
    "pulumi config set --path flowgate:replicator.user admin",
    'pulumi config set --path --secret flowgate:replicator.password "$REPLICATOR_PASSWORD"',
    "pulumi up",
    "",
  ]);
});

describe("the question for the template", () => {
  /** What a user at a terminal, who types this, sees besides the result. */
  async function asked(expected: number, typed: string, ...args: readonly string[]): Promise<string> {
    const { code, stderr } = await flowgate(["init", ...args], { cwd, terminal: true, typed });
    expect(code).toBe(expected);
    return stderr;
  }

  test("appears on a terminal if no option names a template", async () => {
    const args = ["--gateway", "https://gateway.example.net"];
    expect(await asked(0, "model\n\n", ...args)).toContain(
      "The templates are typescript, javascript, model (YAML site models).",
    );
    expect(yaml(cwd, "Pulumi.dev.yaml")).toEqual({
      config: { "flowgate:gateway": { url: "https://gateway.example.net" } },
    });
    expect(existsSync(join(cwd, "sites/paris.yaml"))).toBe(true);
  });

  test("is followed by the question for the host, with a table of what decides", async () => {
    const stderr = await asked(0, "javascript\nplugin\n");
    expect(stderr).toMatch(/^ +dynamic +plugin\n +to install +nothing +one command\n/mu);
    expect(stderr).toMatch(/^ +existing objects .*pulumi import\n/mu);
    expect(yaml(cwd, "Pulumi.dev.yaml")).toEqual({ config: { "flowgate:plugin": true } });
  });

  test.each(["--plugin", "--no-plugin"])("is the only one if %s names the host", async (option) => {
    expect(await asked(0, "\n", option)).not.toContain("Host:");
    const config = option === "--plugin" ? { "flowgate:plugin": true } : {};
    expect(yaml(cwd, "Pulumi.dev.yaml")).toEqual({ config });
  });

  test.each([
    ["\nplugn\n", 2, 'There is no host "plugn". Nothing was written.'],
    ["modle\n", 2, 'There is no template "modle". Nothing was written.'],
    ["\u0003", 8, "There was no answer: nothing was written."],
  ])("with the answer %j ends with %i and writes nothing", async (typed, expected, says) => {
    expect(await asked(expected, typed)).toContain(says);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe("init refuses, and writes nothing:", () => {
  test.each<[what: string, files: Record<string, string>, args: string[], says: string | RegExp]>([
    [
      "a folder that is not empty",
      { "index.ts": "mine" },
      [],
      "is not empty: it has index.ts. Nothing was written. Name",
    ],
    ["a folder inside a project", { "Pulumi.yaml": "name: x\n" }, ["below"], "is already inside a Pulumi project"],
    ["a package.json that is not an object", { "package.json": "[]" }, [], "package.json"],
    ["an unknown template", {}, ["--template", "python"], "Allowed choices are typescript, javascript, model."],
    ["a name with a blank", {}, ["--name", "a b"], 'Write letters, digits, "-", "_" and "." only.'],
    ["a folder that no process can create", {}, ["/proc/self/project"], /^error: .*\(ENOENT\)[^\n]*\n$/u],
    ["a URL without TLS", {}, ["--gateway", "http://gateway.example.net"], "The URL begins with http://"],
  ])("%s", async (_what, files, args, says) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    expect(await failed(flowgate(["init", ...args], { cwd }), 2)).toEqual(has(says));
    const left = readdirSync(cwd).map((name) => [name, readFileSync(join(cwd, name), "utf8")]);
    expect(Object.fromEntries(left)).toEqual(files);
  });

  test("files that cannot all be written; those already written are undone", async () => {
    // A folder blocks the path of the file that is written last.
    mkdirSync(join(cwd, "node_modules"));
    writeFileSync(join(cwd, "package.json"), '{ "name": "before" }');
    const paths = ["Pulumi.yaml", "package.json", "sites/paris.yaml", "node_modules"];
    const files = paths.map((path) => ({ path, text: "new" }));
    await expect(writeFiles(cwd, files, (reason) => `failed: ${reason}`)).rejects.toThrow("failed: EISDIR");
    expect(readdirSync(cwd).sort()).toEqual(["node_modules", "package.json"]);
    expect(readFileSync(join(cwd, "package.json"), "utf8")).toBe('{ "name": "before" }');
  });
});
