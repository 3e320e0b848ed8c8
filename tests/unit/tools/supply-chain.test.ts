import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/clone";

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
}
interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
}

const read = (name: string): string => readFileSync(join(root, name), "utf8");
const manifest = JSON.parse(read("package.json")) as Manifest;
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
const installed = Object.entries(packages).filter(([path, { link }]) => path.startsWith("node_modules/") && !link);

/**
 * The dependencies and their dependencies, by their paths in the lock file. Excludes the peer, which the user chooses.
 */
function shippedFrom(names: readonly string[], from = "", found = new Map<string, Locked>()): Map<string, Locked> {
  for (const name of names) {
    const nested = `${from}/node_modules/${name}`.replace(/^\//u, "");
    const path = nested in packages ? nested : `node_modules/${name}`;
    const locked = packages[path];
    if (locked === undefined) throw new Error(`${name} is not in the lock file`);
    if (found.has(path)) continue;
    found.set(path, locked);
    shippedFrom(Object.keys(locked.dependencies ?? {}), path, found);
  }
  return found;
}
const shipped = [...shippedFrom(Object.keys(manifest.dependencies))];

describe("what a user of the package installs", () => {
  test("is listed in full in SECURITY.md", () => {
    const listed = /<!-- dependencies -->([\s\S]*?)<!-- \/dependencies -->/u.exec(read("SECURITY.md"))?.[1] ?? "";
    const names = [...listed.matchAll(/^\| `([^`]+)` /gmu)].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });

  test("runs no install script, neither of the package nor of a dependency", () => {
    const lifecycle = ["preinstall", "install", "postinstall", "prepare", "preprepare", "postprepare"];
    expect(Object.keys(manifest.scripts).filter((name) => lifecycle.includes(name))).toEqual([]);
    expect(shipped.length).toBeGreaterThan(Object.keys(manifest.dependencies).length);
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
  });

  test("includes an undici without the known vulnerabilities in decompression and cookies (7.28 or later)", () => {
    const [major = 0, minor = 0] = (packages["node_modules/undici"]?.version ?? "").split(".").map(Number);
    expect(major * 1000 + minor).toBeGreaterThanOrEqual(7028);
  });
});

test("the lock file has a digest for every required package, and no address of a registry", () => {
  // Optional packages are the parts of development tools for other machines.
  const needed = installed.filter(([, { optional }]) => optional !== true);
  expect(needed.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
  expect(installed.filter(([, { resolved }]) => (resolved ?? "") !== "").map(([path]) => path)).toEqual([]);
});

test("the workflows pin each action to a commit", () => {
  const folder = join(root, ".github/workflows");
  const used = readdirSync(folder).flatMap((name) => read(`.github/workflows/${name}`).match(/^.*\buses:.*$/gmu) ?? []);
  expect(used.length).toBeGreaterThan(2);
  for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
});

describe("a release", () => {
  const workflow = read(".github/workflows/release.yml");

  test("is published with provenance by a workflow, after the tests and a required audit", () => {
    const steps = ["run: .ci/run", "run: node tools/audit.mjs --required", "npm run sbom", "npm publish --provenance"];
    const places = steps.map((step) => workflow.indexOf(step));
    expect(places.every((place) => place > 0)).toBe(true);
    expect([...places].sort((one, other) => one - other)).toEqual(places);
    expect(workflow).toContain("id-token: write");
  });

  test("needs no token of a registry, because the workflow proves its identity", () => {
    expect(workflow).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|secrets\./u);
  });

  test("is built and audited before every npm publish", () => {
    expect(manifest.scripts["prepublishOnly"]).toBe(
      "node tools/release-check.mjs && node tools/build.mjs && node tools/audit.mjs --required",
    );
  });

  test("has a list of its components in CycloneDX format", () => {
    expect(manifest.scripts["sbom"]).toBe("npm sbom --sbom-format cyclonedx --omit dev --package-lock-only");
  });
});
