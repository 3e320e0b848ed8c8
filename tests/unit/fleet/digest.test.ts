import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Digests } from "../../../lib/fleet/digest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "flowgate-digest-"));
  write("app/Pulumi.yaml", "name: app");
  write("app/index.ts", "one");
  write("models/paris.yaml", "a: 1");
  write("app/Pulumi.paris.yaml", "encryptionsalt: v1:x\nconfig:\n  flowgate:site: paris\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function digests(version = "1"): [string, string] {
  const fleet = {
    program: join(folder, "app"),
    inputs: [join(folder, "models")],
    file: join(folder, "app/fleet.yaml"),
  };
  const of = new Digests(fleet, version, join(folder, "app/.fleet"));
  return [of.of("paris"), of.of("acme/lyon")];
}

test.each([
  ["a file of the program", "app/index.ts"],
  ["a new file in a folder of the program", "app/lib/more.ts"],
  ["an input outside of the program", "models/paris.yaml"],
])("%s changes the digest of every stack", (_what, name) => {
  const [paris, lyon] = digests();
  write(name, "another");
  expect(digests()[0]).not.toBe(paris);
  expect(digests()[1]).not.toBe(lyon);
});

test("the configuration of a stack changes only the digest of that stack", () => {
  const [paris, lyon] = digests();
  write("app/Pulumi.paris.yaml", "encryptionsalt: v1:x\nconfig:\n  flowgate:site: other\n");
  expect(digests()).toEqual([expect.not.stringContaining(paris), lyon]);
});

test("the version of this package changes the digest", () => {
  expect(digests("2")[1]).not.toBe(digests("1")[1]);
});

test.each([
  [
    "the encryption salt next to the configuration",
    "app/Pulumi.paris.yaml",
    "encryptionsalt: v1:y\nconfig:\n  flowgate:site: paris\n",
  ],
  ["the fleet file", "app/fleet.yaml", "sites: [paris]"],
  ["logs and reports", "app/.fleet/logs/paris.log", "text"],
  ["a package in node_modules", "app/node_modules/x/index.js", "text"],
])("%s does not change the digest", (_what, name, text) => {
  const before = digests();
  write(name, text);
  expect(digests()).toEqual(before);
});
