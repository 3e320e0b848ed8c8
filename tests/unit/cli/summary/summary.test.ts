import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeAll, flowgate, temporaryFolder } from "../support";
import { fixture, folder, piped, preview, type Step } from "./support";

afterEach(closeAll);

/** What is written in `<name>.md`; with FLOWGATE_WRITE_GOLDEN it is written anew, to be read in the diff. */
function golden(name: string, markdown: string): string {
  const path = join(folder, `${name}.md`);
  if (process.env["FLOWGATE_WRITE_GOLDEN"] !== undefined) writeFileSync(path, markdown);
  return readFileSync(path, "utf8");
}

const rows = (markdown: string, text: string): string[] =>
  markdown.split("\n").filter((line) => line.startsWith("|") && line.includes(text));
const stepOf = (steps: readonly Step[], name: string): Step => {
  const found = steps.find(({ urn }) => urn.endsWith(`::${name}`));
  if (found === undefined) throw new Error(`there is no step of ${name}`);
  return found;
};

describe("what the engine wrote, as Markdown", () => {
  test.each([
    ["create", 0],
    ["update", 0],
    ["error", 9],
    ["drift", 0],
  ])("%s: the golden comment, and the exit code %i", async (name, code) => {
    const ended = await flowgate(["summary", fixture(name)]);
    expect([ended.code, ended.stderr]).toEqual([code, ""]);
    expect(ended.stdout).toBe(golden(name, ended.stdout));
  });

  test("what may be taken over is created or adopted, and what was adopted says so, a deletion too", async () => {
    const created = preview("create", ({ steps }) => {
      const [first] = steps.filter(({ op, urn }) => op === "create" && urn.includes("flowgate:IpGroup"));
      Object.assign(first?.newState?.inputs ?? {}, { onExisting: "adopt" });
    });
    expect(
      (await piped(created)).stdout.split("\n").filter((line) => line.includes("| create or adopt |")),
    ).not.toEqual([]);
    const updated = preview("update", ({ steps }) => {
      for (const { oldState } of steps) if (oldState?.outputs !== undefined) oldState.outputs["adopted"] = true;
    });
    const { stdout } = await piped(updated);
    expect(stdout).toContain("| update (adopted) |");
    expect(stdout).toMatch(/\*\*delete\*\* .*, which was adopted/u);
  });

  test("previews of several stacks, in files and one after another on stdin, are one comment", async () => {
    const lyon = preview("create").replaceAll("pulumi:dev::", "pulumi:lyon::");
    const { code, stdout } = await piped(preview("create") + lyon, ["-", fixture("drift")]);
    expect(code).toBe(0);
    expect(rows(stdout, "| `lyon` | `paris` |")).toEqual(["| `lyon` | `paris` | 9 | 0 | 0 | 0 | 0 |"]);
    expect(rows(stdout, "`lyon / paris`")).not.toEqual([]);
    expect(stdout).toContain("places.");
  });

  test("with --json it is data", async () => {
    const { stdout } = await flowgate(["summary", fixture("drift"), "--json"]);
    const { changes, errors } = JSON.parse(stdout) as { changes: object[]; errors: object[] };
    expect(errors).toEqual([]);
    expect(changes).toContainEqual(expect.objectContaining({ kind: "Setting", site: "paris", action: "update" }));
  });
});

describe("a set", () => {
  const rules = (change: (rules: unknown[]) => unknown[]): string =>
    preview("update", ({ steps }) => {
      const { oldState, newState } = stepOf(steps, "paris-servers");
      const inputs = newState?.inputs as { rules: unknown[] };
      inputs.rules = change(structuredClone((oldState?.outputs as { rules: unknown[] }).rules));
    });

  test("of rules in another order is no difference", async () => {
    const { stdout } = await piped(rules((all) => all.reverse()));
    expect(rows(stdout, "`paris-servers`").filter((line) => line.includes("`rules`"))).toEqual([]);
  });

  test("of rules of which one is another one differs in one line, wherever it stands", async () => {
    const { stdout } = await piped(
      rules((all) => [
        ...all.filter((one) => (one as { type: string }).type !== "ip").reverse(),
        { type: "ip", address: "10.0.0.2" },
      ]),
    );
    expect(rows(stdout, "`paris-servers`")).toEqual([
      "| `paris` | update | `IpGroup` `paris-servers` `Servers` | `rules` | `ip 10.0.0.1` | `ip 10.0.0.2` |",
    ]);
  });

  test("of permissions is compared by what they mean: a dotted device is its hex form", async () => {
    const text = preview("update", ({ steps }) => {
      const { oldState, newState } = stepOf(steps, "paris-may");
      Object.assign(oldState?.outputs ?? {}, { permissions: [{ permissionType: "device", seccode: "0a010101" }] });
      Object.assign(newState?.inputs ?? {}, { permissions: [{ permissionType: "device", seccode: "10.1.1.1" }] });
    });
    expect(rows((await piped(text)).stdout, "`permissions`").filter((line) => line.includes("paris"))).toEqual([]);
  });
});

describe("a secret", () => {
  test("stands nowhere, masked by the engine or not", async () => {
    const text = preview("update", ({ steps, diagnostics }) => {
      const { oldState, newState } = stepOf(steps, "paris-alice");
      Object.assign(oldState?.outputs ?? {}, { password: "old-canary" });
      Object.assign(newState?.inputs ?? {}, { password: "new-canary" });
      const sealed = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "sealed-canary" };
      Object.assign(stepOf(steps, "paris-exp").newState?.inputs ?? {}, { description: sealed });
      diagnostics?.push({ message: "warning: the appliance says token-canary\n", severity: "info#err" });
    });
    const env = { FLOWGATE_SITE_PARIS_GATEWAY_TOKEN: "token-canary" };
    for (const args of [[], ["--json"]]) {
      const { code, stdout } = await piped(text, args, { env });
      expect(code).toBe(0);
      expect(stdout).not.toContain("canary");
      expect(stdout).toContain("[secret]");
    }
  });
});

describe("names that mean something to Markdown", () => {
  const hostile = "a|b `c` <img src=x onerror=1> @team #1 [x](http://y) **z** \\| \u202e\n\n# Head\r\n```\nend";

  test("stay text: no cell, mention, link, heading, tag or fence comes of them", async () => {
    const text = preview("update", ({ steps, diagnostics }) => {
      const step = stepOf(steps, "paris-servers");
      step.urn = step.urn.replace("paris-servers", hostile);
      Object.assign(step.newState?.inputs ?? {}, { name: hostile, site: hostile });
      diagnostics?.push({ urn: step.urn, message: `warning: ${hostile.replaceAll("\n", " ")}`, severity: "warning" });
      diagnostics?.push({ message: `error: ${hostile}`, severity: "error" });
    });
    const { stdout } = await piped(text, ["--title", hostile]);
    const [comment = "", mermaid = ""] = stdout.split("```mermaid\n");
    // What is left without code is this package's own.
    const bare = comment.replace(/`[^`\n]*`/gu, "").replace(/<code>[^<>\n]*<\/code>/gu, "");
    expect(bare).not.toMatch(/@|#1|\[x\]|\*\*z|img|Head|team|\u202e/u);
    for (const line of bare.split("\n").filter((one) => one.startsWith("| ") && one.includes("update"))) {
      expect(line.match(/\|/gu)).toHaveLength(7);
    }
    expect(comment.match(/^#{1,6} .*$/gmu)?.map((line) => line.replace(/ <.*/u, ""))).toEqual([
      "##",
      "### Errors",
      "### Warnings",
      "### Counts",
      "### Changes",
      "### What changes",
    ]);
    expect(mermaid.match(/```/gu)).toHaveLength(1);
    for (const [, label = ""] of mermaid.matchAll(/\["(.*)"\]/gu)) {
      expect(label.replaceAll("<br/>", "").replace(/#\d+;/gu, "")).toMatch(/^[\p{L}\p{N} ._/:,…-]*$/u);
    }
  });
});

describe("what does not fit into a comment", () => {
  const many = preview("update", ({ steps, diagnostics }) => {
    const some = steps.filter(({ op }) => op !== "same");
    for (let index = 0; index < 200; index += 1) {
      const site = `site-${String(index)}`;
      for (const step of some) {
        const copy = structuredClone(step);
        copy.urn = copy.urn.replace(/(paris|lyon)/u, site);
        for (const state of [copy.newState?.inputs, copy.oldState?.outputs]) Object.assign(state ?? {}, { site });
        steps.push(copy);
      }
      diagnostics?.push({ message: `warning: ${site} ${"says something ".repeat(100)}`, severity: "info#err" });
    }
  });

  test.each([4_000, 20_000, 65_536])(
    "is left out by whole rows and counted: at most %i characters",
    async (longest) => {
      const { code, stdout } = await piped(many, ["--max-length", String(longest)]);
      expect(code).toBe(0);
      expect(stdout.length).toBeLessThanOrEqual(longest);
      expect(stdout.length).toBeGreaterThan(longest / 2);
      for (const line of stdout.split("\n").filter((one) => one.startsWith("|"))) {
        expect([8, 7]).toContain(line.match(/\|/gu)?.length);
      }
      expect(stdout.match(/```/gu)?.length ?? 0).toBe(stdout.includes("```mermaid") ? 2 : 0);
      expect(stdout).toMatch(/^\| … and \d+ more \|/mu);
      expect(stdout).toMatch(/^- … and \d+ more$/mu);
    },
  );

  test("is told in full where a comment holds more", async () => {
    const { stdout } = await piped(many, ["--max-length", "9999999"]);
    expect(stdout).not.toMatch(/\| … and/u);
    expect(rows(stdout, "`site-199-servers`")).toHaveLength(2);
  });
});

describe("what is no preview", () => {
  test.each([
    ["nothing", "", "stdin is empty: pulumi preview --json ended before it told anything."],
    ["no JSON", "error: no stack selected\n", "stdin is not what pulumi preview --json prints."],
    ["another JSON", '{"a":1}', "stdin is not what pulumi preview --json prints."],
    ["half of one", preview("create").slice(0, 5_000), "stdin is not what pulumi preview --json prints."],
  ])("%s is a mistake of the command line", async (_what, text, says) => {
    const { code, stdout, stderr } = await piped(text);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(says);
  });

  test("a file that is not there is named, and so is a length that no comment has", async () => {
    const missing = await flowgate(["summary", "nowhere.json"], { cwd: temporaryFolder() });
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringMatching(/nowhere\.json cannot be read \(ENOENT\)/u),
    ]);
    const short = await piped(preview("create"), ["--max-length", "10"]);
    expect([short.code, short.stderr]).toEqual([2, expect.stringContaining("number of characters from 4000")]);
  });
});
