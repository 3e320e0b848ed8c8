import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../support/clone";
import { flowgate } from "./support";

const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md") && path !== "index.md" && !path.startsWith("internals"))
  .map((path) => basename(path, ".md"));

test("help lists every page for users under a unique name", async () => {
  const { code, stdout } = await flowgate(["help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Usage: flowgate");
  const listed = stdout.slice(stdout.indexOf("\nPages\n")).split("\n");
  expect(pages.filter((name) => !listed.some((line) => line.startsWith(`${name} `)))).toEqual([]);
  expect(new Set(pages).size).toBe(pages.length);
});

test.each(pages)("help prints the page %s without Markdown syntax that a terminal does not need", async (name) => {
  const { code, stdout } = await flowgate(["help", name]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^(?:# |Usage: )/u);
  expect(stdout).not.toMatch(/<!-- \/?generated|\]\(|^```|^\| /mu);
});

test("help wraps paragraphs and tables to fit the terminal", async () => {
  const { stdout } = await flowgate(["help", "terraform"], { terminal: true });
  const outside = stdout.split("\n").filter((line) => line.length > 100);
  expect(outside).toEqual([]);
  expect(stdout).toContain("terraform force-unlock");
});

test("help prints the usage of a subcommand", async () => {
  expect((await flowgate(["help", "settings", "set"])).stdout).toContain("Usage: flowgate settings set [options]");
});

test("help finds the page of a resource by its class if a command has the same name", async () => {
  expect((await flowgate(["help", "ip-groups"])).stdout).toMatch(/^Usage: flowgate ip-groups/u);
  expect((await flowgate(["help", "IpGroups"])).stdout).toMatch(/^# IpGroups/u);
});

test("help suggests the nearest page for an unknown word", async () => {
  const { code, stdout, stderr } = await flowgate(["help", "terrafrom"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain('did you mean "terraform"?');
});
