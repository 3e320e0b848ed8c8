import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { flowgate, printed } from "../support";
import { child, creations, fleet, group, ip, oneRule, rename, stack } from "./scenarios";
import { commentOn, fixture, folder, piped, preview, rowsOf, stepOf, titleOf, type Step } from "./support";

/** The content of `<name>.md`. With FLOWGATE_WRITE_GOLDEN the file is rewritten; review its diff. */
function golden(name: string, markdown: string): string {
  const path = join(folder, `${name}.md`);
  if (process.env["FLOWGATE_WRITE_GOLDEN"] !== undefined) writeFileSync(path, markdown);
  return readFileSync(path, "utf8");
}

/** The differences below the title that contains a text. */
const fence = (markdown: string, title: string): string[] => {
  const [, after = ""] = markdown.split(title);
  return (/```diff\n(.*?)```/su.exec(after)?.[1] ?? "").split("\n").slice(0, -1);
};
describe("flowgate summary", () => {
  test.each([
    ["create", 0],
    ["update", 0],
    ["error", 9],
    ["drift", 0],
  ])("turns the preview %s into the golden comment, and exits with %i", async (name, code) => {
    const stdout = await printed(flowgate(["summary", fixture(name)]), code);
    expect(stdout).toBe(golden(name, stdout));
  });

  test("shows a creation that may adopt as such, and marks the update and deletion of an adopted resource", async () => {
    const created = preview("create", ({ steps }) => {
      const [first] = steps.filter(({ op, urn }) => op === "create" && urn.includes("flowgate:IpGroup"));
      Object.assign(first?.newState?.inputs ?? {}, { onExisting: "adopt" });
    });
    expect((await piped(created)).stdout).toMatch(/<b>\+ 1 IP group<\/b>: create or adopt$/mu);
    const updated = preview("update", ({ steps }) => {
      for (const { oldState } of steps)
        if (oldState?.outputs !== undefined) oldState.outputs["origin"] = { adopted: true };
    });
    const { stdout } = await piped(updated);
    expect(stdout).toMatch(/^\*\*~ collector `10\.0\.0\.1`\*\*.*: adopted$/mu);
    expect(stdout).toMatch(/^\*\*- setting .*: it was there before and was adopted$/mu);
  });

  test("combines previews of several stacks, from files and concatenated on stdin, into one comment", async () => {
    const lyon = preview("create").replaceAll("pulumi:dev::", "pulumi:lyon::");
    const stdout = await printed(piped(preview("create") + lyon, ["-", fixture("drift")]));
    expect(rowsOf(stdout, "| `lyon` | `paris` |")).toEqual(["| `lyon` | `paris` |  | 9 |  |"]);
    expect(stdout).toContain("(at 4 places: dev / lyon, ");
    expect(stdout).toContain(" · at 4 of 4 sites");
  });

  test("prints data with --json", async () => {
    const { stdout } = await flowgate(["summary", fixture("drift"), "--json"]);
    const { changes, errors } = JSON.parse(stdout) as { changes: object[]; errors: object[] };
    expect(errors).toEqual([]);
    expect(changes).toContainEqual(expect.objectContaining({ kind: "Setting", site: "paris", action: "update" }));
  });
});

describe("a set in a summary", () => {
  const rules = (change: (rules: unknown[]) => unknown[]): string =>
    preview("update", ({ steps }) => {
      const { oldState, newState } = stepOf(steps, "paris-servers");
      const inputs = newState?.inputs as { rules: unknown[] };
      inputs.rules = change(structuredClone((oldState?.outputs as { rules: unknown[] }).rules));
    });

  test("of rules in another order shows no difference", async () => {
    expect(fence(await printed(piped(rules((all) => all.reverse()))), "(`paris-servers`)")).toEqual([]);
  });

  test("of permissions is compared by meaning: a dotted device address equals its hex form", async () => {
    const text = preview("update", ({ steps }) => {
      const { oldState, newState } = stepOf(steps, "paris-may");
      Object.assign(oldState?.outputs ?? {}, { permissions: [{ permissionType: "device", seccode: "0a010101" }] });
      Object.assign(newState?.inputs ?? {}, { permissions: [{ permissionType: "device", seccode: "10.1.1.1" }] });
    });
    const { stdout } = await piped(text);
    expect(stdout).not.toMatch(/device \S+ for user group Ops`?\*?\*? \(/u);
    expect(stdout).not.toContain("permission `device");
  });
});

describe("a summary that is too long for a comment", () => {
  const many = preview("update", ({ steps, diagnostics }) => {
    const some = steps.filter(({ op }) => op !== "same");
    for (let index = 0; index < 45; index += 1) {
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
    "is cut by whole rows to at most %i characters, and counts the lines left out",
    async (longest) => {
      const stdout = await printed(piped(many, ["--max-length", String(longest)]));
      expect(stdout.length).toBeLessThanOrEqual(longest);
      expect((stdout.match(/^```/gmu)?.length ?? 0) % 2).toBe(0);
      expect(stdout.match(/<details/gu)?.length ?? 0).toBe(stdout.match(/<\/details>/gu)?.length ?? 0);
      expect(stdout).toMatch(/^- … and \d+ more$/mu);
      expect(stdout).toMatch(
        /^\*\*Not in this comment: .*\d+ (?:messages|lines of [A-Za-z ]+)\.\*\* `flowgate summary --html/mu,
      );
    },
  );

  test("links to the whole report if --link has its address", async () => {
    const { stdout } = await piped(many, ["--max-length", "4000", "--link", "https://ci.example/a_(1)"]);
    expect(stdout.length).toBeLessThanOrEqual(4000);
    expect(stdout).toContain("[The whole report](https://ci.example/a_%281%29) has all.");
  });

  test("is printed in full with a larger --max-length", async () => {
    const { stdout } = await piped(many, ["--max-length", "9999999"]);
    expect(stdout).not.toMatch(/Not in this comment|^[-!] … and/mu);
    expect(rowsOf(stdout, "| `site-44` |")).toHaveLength(1);
  });
});

describe("the summary for a reviewer", () => {
  test("has a title with the stack, the changes, the lack of deletions and the commit, and a mark with the stack", async () => {
    const { stdout } = await piped(oneRule(), ["--commit", "1a2b3c4"]);
    expect(stdout.split("\n")[0]).toBe("<!-- flowgate summary: brown/dev -->");
    expect(titleOf(stdout)).toBe("### `dev`: **1 rule added** · nothing is deleted · commit `1a2b3c4`");
    const { stdout: byCi } = await piped(oneRule(), [], { env: { CI_COMMIT_SHA: "0123456789abcdef" } });
    expect(titleOf(byCi)).toMatch(/commit `0123456789ab`$/u);
  });

  test("counts unchanged resources by kind, or in one number if the engine does not name them", async () => {
    const { stdout } = await piped(oneRule());
    expect(stdout).not.toContain("| --- |");
    const both = await piped(creations(), ["--max-length", "9999999"]);
    expect(rowsOf(both.stdout, "`IpGroup`")).toEqual(["| `IpGroup` | 320 |"]);
    const { steps, ...rest } = JSON.parse(oneRule()) as { steps: Step[] };
    const kept = steps.filter(({ op, urn }) => op !== "same" || urn.includes("pulumi:pulumi:"));
    const unnamed = `${JSON.stringify({ ...rest, steps: kept }, null, 4)}\n`;
    expect(rowsOf((await piped(unnamed + creations())).stdout, "--show-sames")).toEqual([
      "| others (`--show-sames` names them) |  |  | 301 |",
    ]);
  });

  test("shows a rename and the resources that follow it in one line, not as changes of their own", async () => {
    const { stdout } = await piped(rename());
    expect(stdout).toContain(
      "**~ profile `netflow-central`** (`core`): renamed in place; 7 collectors, 2 exporters and 1 policy follow without a request\n",
    );
    expect(fence(stdout, "renamed in place")).toEqual(["- name netflow-core", "+ name netflow-central"]);
    expect(titleOf(stdout)).toContain("**1 rename**");
    expect(rowsOf(stdout, "`Collector`")).toEqual(["| `Collector` |  | 7 |  |"]);
    expect(stdout.match(/```diff/gu)).toHaveLength(1);
  });

  test("lists all of 372 creations, folded, and draws them in at most 25 boxes", async () => {
    const { stdout } = await piped(creations());
    expect(stdout.match(/^\+ Branch \d+ part \d: rules network/gmu)).toHaveLength(280);
    expect(stdout).not.toMatch(/Not in this comment|… and/u);
    expect(stdout.match(/^ {2}n\d+[[(]/gmu)?.length ?? 0).toBeLessThanOrEqual(25);
    expect(stdout).toContain("#43; 280 IP groups");
    expect(stdout).toContain("<b>+ 1 user group</b>: create or adopt");
  });

  test("shows a change that 20 sites share only once, and shows deletions first", async () => {
    const { stdout } = await piped(fleet().join(""));
    expect(titleOf(stdout)).toBe(
      "### 20 stacks: **⚠ deletes 1 policy; 20 rules added, 20 new collectors** · at 20 of 20 stacks",
    );
    expect(stdout.match(/^\*\*~ IP group `Servers`\*\* at 20 places/gmu)).toHaveLength(1);
    expect(fence(stdout, "at `site-07`")).toEqual(["- profile netflow"]);
    expect(stdout.indexOf("- policy `include")).toBeLessThan(stdout.indexOf("~ IP group"));
  });
});

test("the diff of an IpGroups resource has one line for each group, rule and child that changes, and no other", async () => {
  const host = (last: number): object => ip(`10.0.0.${last}`);
  const groups = {
    Paris: { rules: [host(1), host(2)], children: ["Servers"] },
    Servers: { rules: [host(3)] },
    Printers: { rules: [] },
    Old: {},
  };
  const changed = {
    Paris: { rules: [host(2), host(4)], children: ["Servers", "Labs"] },
    Servers: { rules: [host(3)] },
    Scanners: { rules: [], formerNames: ["Printers"] },
    Labs: { rules: [host(5)] },
  };
  const declared = { kind: "IpGroups", name: "groups", inputs: { groups } };
  const stdout = await commentOn(stack.step("update", declared, { groups: changed }));
  expect(stdout).toContain("**⚠ deletes 1 IP group; 1 rename, 1 rule added, 1 rule changed, 1 new IP group**");
  expect(stdout).toContain("**- IP group `Old`** (`groups`)\n\n**");
  expect(fence(stdout, "**~ IP group `Paris`**")).toEqual([
    "  rules (4, was 3)",
    "- ip 10.0.0.1",
    "+ ip 10.0.0.4",
    "+ child Labs",
  ]);
  expect(fence(stdout, "**~ IP group `Scanners`**")).toEqual(["- name Printers", "+ name Scanners"]);
  expect(fence(stdout, "**+ IP group `Labs`**")).toEqual(["+ rules ip 10.0.0.5"]);
  expect(stdout).not.toContain("`Servers`");
});

test("the numbers of other objects are shown as their names", async () => {
  const same = [
    { kind: "User", name: "alice", id: "5", inputs: { name: "alice" } },
    { kind: "UserGroup", name: "ops", id: "7", inputs: { name: "Ops" } },
    group("Lille", [], 101),
  ];
  const created = {
    Membership: { userId: "5", userGroupId: "7" },
    UserPreferences: { userId: "5", preferences: { statusTopn: 20 } },
    UserGroup: { name: "Night", members: ["5"] },
    User: { name: "bob", userGroupIds: ["7"] },
    IpGroupRule: { groupId: "101", rule: ip("10.0.0.1") },
    IpGroup: { name: "Europe", rules: [child(101)] },
  };
  const steps = Object.entries(created).map(([kind, inputs]) => stack.step("create", { kind, name: "new", inputs }));
  const comment = await commentOn(...same.map((one) => stack.step("same", one)), ...steps);
  expect(comment.split("\n").filter((line) => /^\*\*\+|^\+ /u.test(line))).toEqual([
    "**+ IP group `Europe`** (`new`)",
    "+ rules child Lille",
    "**+ IP group rule `ip in IP group Lille`** (`new`)",
    "+ groupId Lille",
    "+ rule ip 10.0.0.1",
    "**+ membership `user alice in user group Ops`** (`new`)",
    "**+ user `bob`** (`new`)",
    "+ userGroupIds Ops",
    "**+ user group `Night`** (`new`)",
    "+ members alice",
    "**+ user's preferences `user alice`** (`new`)",
    "+ preferences.statusTopn 20",
  ]);
});
