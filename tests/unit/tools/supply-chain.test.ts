import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/clone";

describe("supply chain", () => {
  interface Manifest {
    scripts: Record<string, string>;
    dependencies: Record<string, string>;
  }
  interface Locked {
    resolved?: string;
    integrity?: string;
    hasInstallScript?: boolean;
    optional?: boolean;
    dev?: boolean;
    link?: boolean;
    dependencies?: Record<string, string>;
  }

  const read = (name: string): string => readFileSync(join(root, name), "utf8");
  const manifest = JSON.parse(read("package.json")) as Manifest;
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };

  test("what a user of the package installs is listed in full in SECURITY.md", () => {
    const listed = /<!-- dependencies -->([\s\S]*?)<!-- \/dependencies -->/u.exec(read("SECURITY.md"))?.[1] ?? "";
    const names = [...listed.matchAll(/^\| `([^`]+)` /gmu)].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });

  test("no install script of the package runs, and of dependencies only one that @pulumi/pulumi has too", () => {
    const lifecycle = ["preinstall", "install", "postinstall", "prepare", "preprepare", "postprepare"];
    expect(Object.keys(manifest.scripts).filter((name) => lifecycle.includes(name))).toEqual([]);
    const shipped = Object.entries(packages).filter(([, { dev }]) => dev !== true);
    expect(shipped.length).toBeGreaterThan(Object.keys(manifest.dependencies).length);
    const scripts = shipped.flatMap(([path, { hasInstallScript }]) => (hasInstallScript === true ? [path] : []));
    expect(scripts).toEqual(["node_modules/protobufjs"]);
    const way = ["@pulumi/pulumi", "@grpc/grpc-js", "@grpc/proto-loader", "protobufjs"];
    const needs = (name: string): string[] => Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {});
    for (const [index, name] of way.slice(1).entries()) expect(needs(way[index] ?? "")).toContain(name);
  });

  test("the lock file has a digest for every required package, no address of a registry, and few install scripts", () => {
    const installed = Object.entries(packages).filter(([path, { link }]) => path.startsWith("node_modules/") && !link);
    expect(installed.length).toBeGreaterThan(50);
    // Optional packages are the parts of development tools for other machines.
    const needed = installed.filter(([, { optional }]) => optional !== true);
    expect(needed.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
    expect(installed.filter(([, { resolved }]) => (resolved ?? "") !== "").map(([path]) => path)).toEqual([]);
    const scripts = needed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);
    expect(scripts).toEqual(["node_modules/@parcel/watcher", "node_modules/protobufjs"]);
  });

  test("the bill of materials, the file of zod and its notice name the version of zod that they hold", () => {
    const { version } = JSON.parse(read("node_modules/zod/package.json")) as { version: string };
    const bill = JSON.parse(execFileSync(process.execPath, ["tools/sbom.mjs"], { cwd: root, encoding: "utf8" })) as {
      components: { purl: string }[];
    };
    expect(bill.components.map(({ purl }) => purl)).toEqual(expect.arrayContaining([`pkg:npm/zod@${version}`]));
    expect(read("dist/zod.js").split("\n")[1]).toBe(`zod ${version}`);
    expect(read("dist/THIRD-PARTY.md")).toContain(`[zod](https://zod.dev) ${version}`);
  });

  test("the workflows pin each action to a commit", () => {
    const used = readdirSync(join(root, ".github/workflows")).flatMap(
      (name) => read(`.github/workflows/${name}`).match(/^.*\buses:.*$/gmu) ?? [],
    );
    expect(used.length).toBeGreaterThan(2);
    for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
  });

  test("a release is published with provenance by a workflow, after the tests and a required audit", () => {
    const workflow = read(".github/workflows/release.yml");
    const steps = ["run: .ci/run", "run: npm audit --audit-level=high", "npm run sbom", "npm publish --provenance"];
    const places = steps.map((step) => workflow.indexOf(step));
    expect(places.every((place) => place > 0)).toBe(true);
    expect([...places].sort((one, other) => one - other)).toEqual(places);
    expect(workflow).toContain("id-token: write");
    // The workflow proves its identity, and needs no token of a registry.
    expect(workflow).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|secrets\./u);
  });
});
