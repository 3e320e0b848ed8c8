import { readFileSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../support/clone";
import { Journey } from "../support/journey";
import { hostOf } from "../support/languages";
import { makePackedFolder } from "../support/packed";

jest.setTimeout(900_000);

const page = readFileSync(join(root, "docs/guides/plugin.md"), "utf8");

/** The code blocks of a section of the page, in order. */
function blocksOf(title: string): { language: string; text: string }[] {
  const start = page.indexOf(`\n### ${title}\n`);
  const text = page.slice(start, page.indexOf("\n### ", start + 1));
  return [...text.matchAll(/^```(?<language>\w+)\n(?<text>[\s\S]*?)^```$/gmu)].map(({ groups = {} }) => ({
    language: groups["language"] ?? "",
    text: groups["text"] ?? "",
  }));
}

/** The file of each block that is not a list of commands. */
const files: Readonly<Record<string, string>> = {
  yaml: "Pulumi.yaml",
  text: "requirements.txt",
  python: "__main__.py",
  go: "main.go",
};

const add = "pulumi package add ./node_modules/pulumi-flowgate/plugin";
const sdk = join(root, "tools/sdk/main.mjs");
const imported = "git.example.invalid/pulumi-flowgate/sdk/go/flowgate";

/** The folder of the language hosts that Pulumi is released with, if they are here: every command runs as written. */
const hosts = process.env["FLOWGATE_LANGUAGE_HOSTS"];

const addPath =
  'echo "plugins: { providers: [{ name: flowgate, path: node_modules/pulumi-flowgate/plugin }] }" >> Pulumi.yaml';

const command = "node_modules/pulumi-flowgate/dist/cli/main.js";
const up = "pulumi up --yes --skip-preview";

/** What stands in for commands that need these hosts, which cannot be built from Go modules. */
const withoutHosts: Readonly<Record<string, string>> = {
  "Python: pulumi install": "true",
  [`Python: ${add}`]: `node ${sdk} python sdk && python3 -m pip install --quiet --target packages -r requirements.txt ./sdk && ${addPath}`,
  [`Go: ${add}`]: [
    `node ${sdk} go sdk ${imported}`,
    `(cd sdk && go mod init ${imported} && go mod edit -require=github.com/pulumi/pulumi/sdk/v3@v3.259.0)`,
    `go mod edit -require=${imported}@v0.1.0 -replace=${imported}=./sdk`,
  ].join(" && "),
  "Go: pulumi stack init dev": "true",
  "Go: pulumi up": "CGO_ENABLED=0 go vet -mod=mod -tags osusergo,grpcnotrace .",
  [`YAML: ${add}`]: addPath,
};

/** What runs in place of a line of a section: an answer to a question, and what stands in for a host or the registry. */
function commandOf(title: string, line: string): string {
  const other = hosts === undefined ? withoutHosts[`${title}: ${line}`] : undefined;
  if (other !== undefined) return other;
  // The packed package and its dependencies are there, and so is the simulator.
  if (/^npm install |^npx flowgate simulate /u.test(line)) return "true";
  return line === "pulumi up" ? up : line.replace(/^npx flowgate /u, `node ${command} `);
}

describe("the page of the plugin, from an empty folder with the packed package", () => {
  let modules: string;
  let packed: Awaited<ReturnType<typeof makePackedFolder>>;
  beforeAll(async () => {
    packed = await makePackedFolder();
    modules = join(packed.path, "node_modules");
  });
  afterAll(() => packed.remove());

  /** Writes the files of a section, and runs its commands, and others before and after these. */
  async function follow(title: string, more: readonly string[], before: readonly string[] = []): Promise<string> {
    const host = await hostOf(title === "YAML" ? "yaml" : "python");
    const journey = await Journey.begin(hosts === undefined ? [host] : [hosts, host]);
    const { folder, env } = journey;
    env["PYTHONPATH"] = join(folder, "packages");
    await cp(modules, join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
    let printed = "";
    const type = async (line: string): Promise<void> => {
      const { code, output } = await journey.type(line);
      printed += `$ ${line}\n${output}`;
      if (code !== 0) throw new Error(printed);
    };
    try {
      await journey.simulate(`node ${command} simulate --file ../appliances.json`);
      for (const line of before) await type(line);
      for (const block of blocksOf(title)) {
        const name = files[block.language];
        if (name !== undefined)
          await writeFile(join(folder, name), block.text, { flag: before.length === 0 ? "w" : "a" });
        if (block.language !== "sh") continue;
        for (const line of block.text.trim().split("\n")) await type(commandOf(title, line));
      }
      for (const line of more) await type(line);
      return printed;
    } finally {
      await journey.end();
    }
  }

  const noChange = "pulumi preview --expect-no-changes";
  const destroy = "pulumi destroy --yes --skip-preview";

  test("TypeScript, in a new project", async () => {
    const imported = "pulumi import flowgate:index:IpGroup again Offices --yes --protect=false --generate-code=false";
    const printed = await follow("A new project", [noChange, imported, destroy]);
    expect(printed).toMatch(/\+ 7 created/u);
    expect(printed).toMatch(/officesId: \d+/u);
    expect(printed).toMatch(/= 1 imported/u);
    expect(printed).toMatch(/- 8 deleted/u);
  });

  test("TypeScript, in a stack of dynamic resources, which moves there and back", async () => {
    const dynamic = [`node ${command} init --no-plugin --template typescript`, "pulumi stack init dev", up];
    const refresh = "pulumi refresh --yes --skip-preview";
    const back = ["pulumi config set --path flowgate:plugin false", up];
    const printed = await follow("An existing stack", [noChange, refresh, ...back, noChange, destroy], dynamic);
    const [, there = "", home = ""] = printed.split(/^\$ pulumi config set .*$/mu);
    expect(there).toMatch(/^ +7 unchanged$/mu);
    expect(home).toMatch(/^ +~ 6 updated$/mu);
    expect(home).toMatch(/- 7 deleted/u);
    expect(printed).not.toMatch(/replaced/u);
  });

  test("Python", async () => {
    const python = hosts === undefined ? "python3" : "venv/bin/python";
    const help = `${python} -c 'import pulumi_flowgate as f; help(f.IpGroupArgs)'`;
    const printed = await follow("Python", [noChange, help, destroy]);
    expect(printed).toMatch(/\+ 4 created/u);
    expect(printed).toMatch(/group: +"?\d+/u);
    expect(printed).toMatch(/class IpGroupArgs/u);
    expect(printed).toMatch(/rules/u);
    expect(printed).toMatch(/- 4 deleted/u);
  });

  test("YAML", async () => {
    const printed = await follow("YAML", [noChange, destroy]);
    expect(printed).toMatch(/\+ 2 created/u);
    expect(printed).toMatch(/group: +"?\d+/u);
    expect(printed).toMatch(/- 2 deleted/u);
  });

  test("Go: without a language host, as far as the program compiles", async () => {
    const printed = await follow("Go", hosts === undefined ? [] : [noChange, destroy]);
    if (hosts === undefined) expect(printed).toContain("$ CGO_ENABLED=0 go vet");
    else expect(printed).toMatch(/\+ 2 created[\s\S]*- 2 deleted/u);
  });
});
