import { parse } from "yaml";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { root } from "../../support/clone";
import { linksOf, page, type Page, section } from "./pages";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compilers } from "../../support/compilers";

describe("pages in the package", () => {
  /** The pages in the tarball, and all of its files and folders. */
  let pages: Page[];
  let held: ReadonlySet<string>;
  let paths: string[];

  beforeAll(async () => {
    const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
    const { stdout } = await promisify(execFile)("npm", args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    paths = files.map(({ path }) => path);
    held = new Set(paths.flatMap(withFolders));
    pages = paths.filter((path) => path.endsWith(".md")).map(page);
  });

  /** A path and all folders that contain it. */
  function withFolders(path: string): string[] {
    const folder = dirname(path);
    return folder === "." ? [path] : [path, ...withFolders(folder)];
  }

  interface Link {
    readonly from: string;
    readonly path: string;
  }

  /** Links to other files of the package, by their paths in the package. */
  function linksInside(): Link[] {
    return pages.flatMap((from) =>
      linksOf(from)
        .filter((target) => !/^[a-z][a-z+.-]*:/iu.test(target))
        .map((target) => {
          const [path = ""] = target.split("#");
          return { from: from.path, path: path === "" ? from.path : join(dirname(from.path), path) };
        }),
    );
  }

  test("the package contains what users need: in dist JavaScript, maps of the provider, and a type file per entry, in examples no modules and no stacks", () => {
    const roots = ["dist", "docs", "examples", "package.json", "plugin", "sdk", "templates"];
    const texts = ["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md"];
    expect([...new Set(paths.map((path) => path.split("/")[0] ?? ""))].sort()).toEqual([...texts, ...roots].sort());
    expect(paths.filter((path) => path.startsWith("sdk/"))).toEqual(["sdk/model/site-model.schema.json"]);
    expect(paths).toEqual(expect.arrayContaining(["docs/index.md", "examples/site-template/index.ts"]));
    expect(
      paths.filter((path) => /^docs\/internals|node_modules|Pulumi\..+\.yaml|\.fleet|\btests?\b/u.test(path)),
    ).toEqual([]);
    const dist = paths.filter((path) => path.startsWith("dist/"));
    expect(dist.length).toBeGreaterThan(100);
    expect(dist.filter((path) => !/\.js$|^dist\/provider\/.*\.js\.map$/u.test(path))).toEqual(
      [
        "THIRD-PARTY.md",
        ...["client", "index", "provider", "simulator", "testing"].map((name) => `types/${name}.d.ts`),
      ].map((name) => `dist/${name}`),
    );
  });

  test("bundlers and both module systems of Node.js find what the package exports: publint has no remark", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ["node_modules/publint/src/cli.js", "--strict"], {
      cwd: root,
    });
    expect(stdout).toContain("All good!");
  });

  test("every link of a packed page leads to a file of the package, or to the web over HTTPS", () => {
    const broken = linksInside().filter(({ path }) => !held.has(path.replace(/\/$/u, "")));
    expect(broken.map(({ from, path }) => `${from}: ${path}`)).toEqual([]);
    const abroad = pages.flatMap(linksOf).filter((target) => /^[a-z][a-z+.-]*:/iu.test(target));
    expect(abroad.filter((target) => new URL(target).protocol !== "https:")).toEqual([]);
    expect(linksInside().length).toBeGreaterThan(100);
  });

  test("every action that a page uses is an action in the package", () => {
    const used = pages.flatMap(({ text }) => [...text.matchAll(/uses: \.\/node_modules\/pulumi-flowgate\/(\S+)/gu)]);
    const paths = used.map(([, path = ""]) => `${path}/action.yml`);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !held.has(path))).toEqual([]);
    const steps = readFileSync(join(root, paths[0] ?? ""), "utf8");
    const scripts = [...steps.matchAll(/github\.action_path \}\}\/(\S+)/gu)].map(([, name = ""]) => name);
    expect(scripts.filter((name) => !held.has(join(dirname(paths[0] ?? ""), name)))).toEqual([]);
  });

  test("the contents name every page of docs/", () => {
    const listed = new Set(linksInside().flatMap(({ from, path }) => (from === "docs/index.md" ? path : [])));
    const all = pages.map(({ path }) => path).filter((path) => path.startsWith("docs/") && path !== "docs/index.md");
    expect(all.filter((path) => !listed.has(path))).toEqual([]);
  });
});

describe("compatibility", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly engines: { readonly node: string };
    readonly peerDependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };

  /** The cells of the table row that begins with this text. */
  function row(path: string, first: string): string[] {
    const line = page(path)
      .text.split("\n")
      .find((one) => one.startsWith(`| ${first} `));
    return (line ?? "").split("|").map((cell) => cell.trim());
  }

  test("the README and the page about versions name the oldest Node.js, TypeScript and Pulumi that are supported", () => {
    const node = manifest.engines.node.replace(">=", "");
    const typescript = compilers[0] ?? "none";
    const [, pulumi = "none"] = /^\^(3\.\d+)/u.exec(manifest.peerDependencies["@pulumi/pulumi"] ?? "") ?? [];
    expect(section(page("README.md"), "More")).toContain(
      `Node.js ${node}, TypeScript ${typescript}, \`@pulumi/pulumi\` ${pulumi}, each or later`,
    );
    expect(section(page("README.md"), "Try it without an appliance")).toContain(`Node.js ${node} or later`);
    expect(row("docs/start/compatibility.md", "Node.js")).toContain(`${node} or later`);
    expect(row("docs/start/compatibility.md", "TypeScript").join()).toContain(`${typescript} or later`);
  });

  test("the page about versions names the range of Pulumi, and the version that the tests run with", () => {
    const [, oldest = "none"] = /^\^(3\.\d+)\.\d+$/u.exec(manifest.peerDependencies["@pulumi/pulumi"] ?? "") ?? [];
    const cells = row("docs/start/compatibility.md", "`@pulumi/pulumi`");
    expect(cells[2]).toBe(`${oldest} or later, below 4`);
    expect(`~${cells[3] ?? ""}.0`).toBe(manifest.devDependencies["@pulumi/pulumi"]);
  });

  test("the page about versions names every TypeScript and Node.js that the tests run with", () => {
    expect(row("docs/start/compatibility.md", "TypeScript")[3]).toBe(compilers.join(", "));
    const workflow = readFileSync(join(root, ".github/workflows/ci.yml"), "utf8");
    const [, releases = "none"] = /^ +node: \[(.+)\]$/mu.exec(workflow) ?? [];
    expect(row("docs/start/compatibility.md", "Node.js")[3]).toBe(releases);
  });
});

test.each(["github-matrix", "gitlab-fleet", "argo-fleet"])(
  "the pipeline %s of a fleet is YAML: plan, a job for each site, merge",
  (name) => {
    const content = parse(readFileSync(join(root, `examples/fleet/${name}.yml`), "utf8"), { merge: true }) as unknown;
    const said = JSON.stringify(content);
    for (const part of [
      "fleet preview --max-deletes 20",
      "fleet plan --json | jq",
      "fleet up --yes",
      /fleet merge \/?reports\/[*]\.json/u,
    ])
      expect(said).toMatch(part);
    const expressions = [...said.matchAll(/\{\{ ?(.*?) ?\}\}/gu)].map(([, expression = ""]) => expression);
    expect(expressions.filter((one) => !/^(?:fromJSON\()?[\w.-]+(?:\)\[\d\])?$/u.test(one))).toEqual([]);
  },
);

test("what is added to Stack objects of a fleet is YAML: a patch of Stack objects with fields of their own", () => {
  const { resources, patches } = parse(readFileSync(join(root, "examples/fleet/kustomization.yaml"), "utf8")) as {
    readonly resources: readonly string[];
    readonly patches: readonly { readonly target: object; readonly patch: string }[];
  };
  expect([resources, patches.map(({ target }) => target)]).toEqual([["stacks.yaml"], [{ kind: "Stack" }]]);
  const added = (parse(patches[0]?.patch ?? "") as { op: string; path: string }[]).map(({ op, path }) => [op, path]);
  expect(added).toEqual(["serviceAccountName", "backend", "envRefs"].map((name) => ["add", `/spec/${name}`]));
});
