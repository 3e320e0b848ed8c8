import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parse } from "yaml";
import { root } from "../../../support/clone";
import { configFor } from "../../../support/configuration";
import { fakeEngine, temporaryFolder } from "../support";
import { refreshedUp, up } from "./in-process";
import { host, modelProgram, openBox, type Box } from "./support";
import { has } from "../../../support/has";

jest.setTimeout(300_000);

let box: Box;
beforeEach(async () => {
  box = await openBox();
});
afterEach(() => box.close());

describe("a workflow", () => {
  const program = (): Parameters<typeof up>[1] => ({
    folder: box.folder,
    files: new Map([["index.ts", box.text("index.js")]]),
    config: configFor(box.sim),
  });

  async function declare(): Promise<string> {
    const text = `const { IpGroup, rule } = require("pulumi-flowgate");
new IpGroup("one", { name: "One", rules: [rule.ip("10.0.0.1")] });
new IpGroup("two", { name: "Two", rules: [rule.ip("10.0.0.2")] });
`;
    await box.writeScript(text);
    await up(box, program());
    for (const name of ["One", "Two"]) box.sim.mutate.addRules(name, [{ type: "ip", address: "10.0.0.9" }]);
    return text;
  }

  test("a question for each difference takes only what is answered with yes", async () => {
    const text = await declare();
    const asked = await box.run(["accept"], { terminal: true, typed: "no\nyes\n" });
    expect([asked.code, asked.stderr]).toEqual([0, has("Take this into the code?")]);
    const now = text.replace('rule.ip("10.0.0.2")', 'rule.ip("10.0.0.2"), rule.ip("10.0.0.9")');
    expect(box.text("index.js")).toBe(now);
  });

  test("the example workflow commits what accept edits to a branch, and opens a pull request with what it printed", async () => {
    const text = await declare();
    const temporary = temporaryFolder();
    const origin = join(temporary, "origin.git");
    const git = (...args: readonly string[]): string =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
        cwd: box.folder,
        encoding: "utf8",
      });
    git("init", "--quiet", "--initial-branch=main");
    git("init", "--quiet", "--bare", origin);
    git("remote", "add", "origin", origin);
    git("add", "index.js");
    git("commit", "--quiet", "--message", "Program");
    const { jobs } = parse(readFileSync(join(root, "examples/pull-request/github/accept.yml"), "utf8")) as {
      jobs: { accept: { steps: { name?: string; run?: string }[] } };
    };
    const step = (name: string): string => jobs.accept.steps.find((one) => one.name === name)?.run ?? "exit 99";
    expect(step("Accept")).toContain('npx flowgate accept --yes --stack "$STACK" > "$RUNNER_TEMP/accepted.txt"');
    const bin = fakeEngine(temporary, "");
    const log = join(temporary, "gh.log");
    writeFileSync(join(bin, "gh"), `#!/bin/sh\necho "$@" >> ${log}\n[ "$2" = create ]\n`, { mode: 0o755 });
    const opened = (): void => {
      const env = { ...process.env, PATH: [bin, process.env["PATH"]].join(delimiter), RUNNER_TEMP: temporary };
      const script = step("Open or update the pull request");
      execFileSync("bash", ["-eo", "pipefail", "-c", script], { cwd: box.folder, env, stdio: "pipe" });
    };
    opened();
    expect(git("ls-remote", origin)).toBe("");
    const accepted = await box.run(["accept", "--yes"]);
    writeFileSync(join(temporary, "accepted.txt"), accepted.stdout);
    opened();
    const [edit = "", create = ""] = readFileSync(log, "utf8").trim().split("\n");
    expect([edit, create]).toEqual([
      has(/^pr edit flowgate-accept --body-file /u),
      has(/^pr create --head flowgate-accept --title /u),
    ]);
    expect(readFileSync(join(temporary, "body.md"), "utf8")).toContain("2 objects are taken into index.js.");
    const pushed = execFileSync("git", ["--git-dir", origin, "show", "flowgate-accept:index.js"], { encoding: "utf8" });
    expect(pushed).toBe(
      text
        .replace('"10.0.0.1")', '"10.0.0.1"), rule.ip("10.0.0.9")')
        .replace('"10.0.0.2")', '"10.0.0.2"), rule.ip("10.0.0.9")'),
    );
    expect(await refreshedUp(box, program())).toEqual([]);
  });

  test("a new object in place of a removed one is declared there, without an export that its neighbours lack", async () => {
    const text = `const { IpGroup, rule } = require("pulumi-flowgate");
const one = new IpGroup("one", { name: "One", rules: [rule.ip("10.0.0.1")] });
const two = new IpGroup("two", { name: "Two", rules: [rule.ip("10.0.0.2")] });
const three = new IpGroup("three", { name: "Three", rules: [rule.ip("10.0.0.3")] });
`;
    await box.writeScript(text);
    await up(box, program());
    for (const name of ["One", "Two", "Three"]) box.sim.mutate.removeIpGroup(name);
    box.sim.mutate.addIpGroup("Four", [{ type: "ip", address: "10.0.0.4" }]);
    expect(await box.run(["accept", "--yes", "--unmanaged", "IpGroup"])).toMatchObject({ code: 0, stderr: "" });
    expect(box.text("index.js")).toBe(`const { IpGroup, rule } = require("pulumi-flowgate");
const four = new IpGroup("four", {
  name: "Four",
  rules: [rule.ip("10.0.0.4")],
  onExisting: "adopt"
});
`);
  });
});

test("a new group is declared before its parent", async () => {
  const { mutate } = box.sim;
  for (const name of ["France", "Paris"]) mutate.addIpGroup(name, [host("10.0.0.1")]);
  await box.run(["export", "site"]);
  await box.write("index.ts", box.text("site/index.ts"));
  expect(await box.run(["import", "site/import.json"])).toMatchObject({ code: 0 });
  mutate.addRules("France", [{ type: "child", child_id: mutate.addIpGroup("Lyon", [host("10.0.0.3")]) }]);
  expect(await box.run(["accept", "--yes", "--unmanaged", "IpGroup"])).toMatchObject({ code: 0, stderr: "" });
  expect(box.text("index.ts").match(/(?<=new IpGroup\(")\w+/gu)).toEqual(["lyon", "france", "paris"]);
});

describe("an IpGroups", () => {
  describe("a group with a name that an IpGroups cannot have", () => {
    beforeEach(() => {
      const { mutate } = box.sim;
      const inner = mutate.addIpGroup("toString", [host("10.1.0.1")]);
      mutate.addIpGroup("Above", [{ type: "child", child_id: inner }]);
    });

    test("is a single group of an export with --bulk, which its parent refers to", async () => {
      expect(await box.run(["export", "site", "--bulk"])).toMatchObject({ code: 0 });
      const [single = "", set = ""] = box.text("site/index.ts").split("new IpGroups");
      expect([single, set]).toEqual([
        has('new IpGroup("tostring", {\n  name: "toString"'),
        has(/Above: \{\n +rules: \[rule\.child\(tostring\)\]/u),
      ]);
      await box.write("index.ts", 'import "./site";\n');
      expect(await box.run(["import", "site/import.json"])).toMatchObject({ code: 0 });
    });

    test("is left out of a model with bulk: true, with the reason", async () => {
      const { code, stdout, stderr } = await box.run(["export", "site", "--bulk", "--format", "model"]);
      expect([code, stdout + stderr]).toEqual([0, has("An IpGroups cannot have a group of this name")]);
      await box.writeScript(modelProgram(["site/site.yaml"], { bulk: true }));
      expect(await box.run(["import", "site/import.json"])).toMatchObject({ code: 0 });
      expect(await box.run(["accept", "--yes", "IpGroup:toString"])).toMatchObject({
        code: 9,
        stdout: has("(an IpGroups cannot have a group of this name)"),
      });
    });
  });

  test("accept leaves a group out of a model if import would refuse its name, with the reason", async () => {
    box.sim.mutate.addIpGroup("Lille", [host("10.1.0.2")]);
    await box.run(["export", "site", "--format", "model"]);
    await box.writeScript(modelProgram(["site/site.yaml"]));
    expect(await box.run(["import", "site/import.json"])).toMatchObject({ code: 0 });
    box.sim.mutate.addIpGroup("EU::Lille", [host("10.1.0.1")]);
    const { code, stdout } = await box.run(["accept", "--yes", "--json", "IpGroup:EU::Lille"]);
    expect([code, JSON.parse(stdout)]).toMatchObject([9, { accepted: [], byHand: [has('must not contain "::"')] }]);
  });
});
