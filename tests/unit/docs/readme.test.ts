import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { page, section } from "./pages";
import { root } from "../../support/clone";
import { opened } from "../../support/opened";
import { openStory, shellLines } from "./story";

jest.setTimeout(300_000);

const commands = (heading: string): string[] => shellLines(section(page("README.md"), heading));

const story = opened(openStory);

// The first one: it leaves the appliances as they were.
test("the lines for a clone create the example, find no drift, destroy it, and leave no file that git shows", async () => {
  const { folder, run, sim } = story;
  const clone = join(folder.path, "clone");
  await mkdir(clone);
  for (const name of [".gitignore", "Pulumi.yaml", "package.json", "examples", "plugin"])
    await cp(join(root, name), join(clone, name), { recursive: true });
  for (const name of ["dist", "node_modules"]) await symlink(join(root, name), join(clone, name), "dir");
  expect(await run("git init --quiet && git add --all", {}, clone)).toMatchObject({ code: 0 });

  const before = sim.snapshot({ withoutNotesAndPreferences: true });
  const [demo, tests, setup, ...lines] = commands("In a clone");
  expect([demo, tests, setup]).toEqual(["npm run demo", "npm test", "npm run setup"]);
  const changes: boolean[] = [];
  for (const line of lines) {
    expect([line, await run(line, {}, clone)]).toMatchObject([line, { code: 0 }]);
    changes.push(sim.snapshot({ withoutNotesAndPreferences: true }) !== before);
  }
  expect(lines.slice(3)).toEqual(["pulumi up", "npx flowgate drift", "pulumi destroy"]);
  expect(changes).toEqual([false, false, false, true, true, false]);
  expect(await run("git diff --stat && git ls-files --others --exclude-standard", {}, clone)).toMatchObject({
    stdout: "",
  });
});

test("the lines of the README lead from an empty folder to an update, a change by hand, and a comment", async () => {
  const { run, sim } = story;
  const [install, ...begin] = commands("Try it without an appliance").filter((line) => !line.includes(" simulate "));
  expect(install).toBe("npm install pulumi-flowgate @pulumi/pulumi @types/node typescript@5");
  expect(begin.at(-1)).toBe("pulumi up");
  for (const line of begin) expect([line, await run(line)]).toMatchObject([line, { code: 0 }]);
  expect(sim.gateway.store.ipGroupsNamed("Offices")).toHaveLength(1);

  const [change = "", drift = "", back = ""] = commands("Change something by hand");
  expect([change, (await run(change)).code]).toEqual([change, 0]);
  const found = await run(drift);
  expect([drift, found.code]).toEqual([drift, 9]);
  expect(found.stdout).toContain("9000");
  expect([back, (await run(back)).code]).toEqual([back, 0]);
  expect(sim.replicator.store.thresholds.get("10.20.0.10")).toBe(5000);

  for (const line of commands("In pull requests")) expect([line, (await run(line)).code]).toEqual([line, 0]);
  expect((await run("cat summary.md")).stdout).toContain("flowgate summary");
});

test("the package loads by each of its entries", async () => {
  const { folder, run } = story;
  const entries = ["", "/client", "/provider", "/simulator", "/testing", "/package.json"];
  await folder.write("entries.js", entries.map((entry) => `require("pulumi-flowgate${entry}");\n`).join(""));
  expect(await run("node entries.js")).toEqual({ code: 0, stdout: "", stderr: "" });
});
