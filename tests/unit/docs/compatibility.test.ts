import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/clone";
import { compilers, OTHER_NODE } from "../../support/compilers";
import { page } from "./pages";

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

describe.each(["README.md", "docs/start/compatibility.md"])("%s", (path) => {
  test("names the range of Node.js that the package asks for", () => {
    expect(row(path, "Node.js")).toContain(`${manifest.engines.node.replace(">=", "")} or later`);
  });

  test("names the oldest TypeScript that is tested", () => {
    expect(row(path, "TypeScript").join()).toContain(`${compilers[0] ?? ""} or later`);
  });
});

test("the page about versions names the range of Pulumi, and the version that the tests run with", () => {
  const [, oldest = "none"] = /^\^(3\.\d+)\.\d+$/u.exec(manifest.peerDependencies["@pulumi/pulumi"] ?? "") ?? [];
  const cells = row("docs/start/compatibility.md", "`@pulumi/pulumi`");
  expect(cells[2]).toBe(`${oldest} or later, below 4`);
  expect(`~${cells[3] ?? ""}.0`).toBe(manifest.devDependencies["@pulumi/pulumi"]);
  expect(row("README.md", "Pulumi").join()).toContain(`${oldest} or later`);
});

test("the page about versions names every TypeScript and Node.js that the tests run with", () => {
  expect(row("docs/start/compatibility.md", "TypeScript")[3]).toBe(compilers.join(", "));
  const ofTests = readFileSync(join(root, ".nvmrc"), "utf8").trim();
  expect(row("docs/start/compatibility.md", "Node.js")[3]).toBe(`${ofTests}, ${OTHER_NODE}`);
});
