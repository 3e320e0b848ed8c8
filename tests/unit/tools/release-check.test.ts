import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../support/clone";

interface Manifest {
  scripts: Record<string, string>;
  repository: { type: string; url: string };
}
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
const owner = "https://code.flowgate-project.dev/pulumi-flowgate";
const real = {
  repository: { type: "git", url: `git+${owner}.git` },
  homepage: owner,
  bugs: { url: `${owner}/issues` },
};

/** The output of the check for a package.json. Empty if it may be published. */
function check(content: object): string {
  const folder = mkdtempSync(join(tmpdir(), "flowgate-release-"));
  const path = join(folder, "package.json");
  writeFileSync(path, JSON.stringify(content));
  const { status, stderr } = spawnSync(process.execPath, [join(root, "tools/release-check.mjs"), path], {
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  expect([0, 1]).toContain(status);
  return status === 0 ? "" : stderr;
}

test("a package.json with real addresses may be published", () => {
  expect(check({ ...manifest, ...real })).toBe("");
  expect(check({ ...real, repository: `${owner}.git`, bugs: `${owner}/issues` })).toBe("");
});

test.each([
  ["the package.json of this clone", manifest, "repository, homepage, bugs hold placeholders or nothing"],
  ["one without a homepage", { ...real, homepage: undefined }, "homepage holds a placeholder or nothing"],
  ["one with an example address", { ...real, bugs: { url: "https://git.example.net/x" } }, "bugs holds a placeholder"],
  [
    "one with an address without TLS",
    { ...real, homepage: "http://flowgate-project.dev" },
    "homepage holds a placeholder",
  ],
])("%s is refused", (_what, content, says) => {
  expect(check(content)).toContain(says);
});

test("npm publish runs the release check first", () => {
  expect(manifest.scripts["prepublishOnly"]).toMatch(/^node tools\/release-check\.mjs && /u);
});
