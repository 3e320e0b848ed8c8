import { closeAll } from "../support";
import { group, ip, network, profile, policy, Stack } from "./scenarios";
import { piped } from "./support";

afterEach(closeAll);

const title = (markdown: string): string => markdown.split("\n")[2] ?? "";
const rows = (markdown: string): string[] => markdown.split("\n").filter((line) => line.startsWith("| `"));

/** An `IpGroups` with groups `B 0`, `B 1`, and so on. */
const bulk = (count: number): Parameters<Stack["step"]>[1] => ({
  kind: "IpGroups",
  name: "all",
  inputs: { groups: groupsTo(count) },
  outputs: { groupIds: Object.fromEntries(Array.from({ length: count }, (_, at) => [`B ${at}`, 100 + at])) },
});
const groupsTo = (count: number): Record<string, object> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`B ${at}`, { rules: [ip(`10.0.0.${at}`)] }]));
const rules = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => network(`10.${100 + Math.floor(at / 256)}.${at % 256}.0/24`));
const rights = (...seccodes: string[]): Record<string, unknown> => ({
  permissions: seccodes.map((seccode) => ({ permissionType: "device", seccode })),
});

describe("a comment counts objects, not resources", () => {
  test.each(["pulumi-nodejs:dynamic/flowgate:", "flowgate:index:"])(
    "90 groups that an IpGroups of %s loses are deleted IP groups, in the title, the table and one line each",
    async (types) => {
      const stack = new Stack();
      const text = stack.text([stack.step("update", bulk(100), { groups: groupsTo(10) })]);
      const { stdout } = await piped(text.replaceAll("pulumi-nodejs:dynamic/flowgate:", types));
      expect(title(stdout)).toBe("### `dev`: **⚠ deletes 90 IP groups**");
      expect(rows(stdout)).toEqual(["| `IpGroup` | 90 | 10 |"]);
      expect(stdout.match(/^- B \d+: rules ip 10\.0\.0\.\d+$/gmu)).toHaveLength(90);
      expect(stdout).not.toContain("<details");
      expect(stdout).toMatch(/n0\["- 90 IP groups<br\/>/u);
    },
  );

  test("rights that a permission set loses are withdrawn, by the name of the user group", async () => {
    const stack = new Stack();
    const ops = { kind: "UserGroup", name: "ops", inputs: { name: "Ops" }, outputs: { userGroupId: 21 } };
    const set = {
      kind: "PermissionSet",
      name: "may",
      inputs: { userGroupId: "21", ...rights("10.1.1.1", "10.1.1.2") },
    };
    const { stdout } = await piped(
      stack.text([stack.step("same", ops), stack.step("update", set, rights("10.1.1.2"))]),
    );
    expect(title(stdout)).toBe("### `dev`: **⚠ withdraws 1 permission**");
    expect(stdout).toMatch(/^\*\*- permission `device \S+ for user group Ops`\*\* \(`may`\)$/mu);
  });

  test("users that a user group loses are withdrawn memberships, and an existing one stays", async () => {
    const stack = new Stack();
    const inputs = { name: "Ops", members: ["alice", "bob"] };
    const outputs = { userGroupId: 21, existed: ["bob"] };
    const { stdout } = await piped(
      stack.text([stack.step("update", { kind: "UserGroup", name: "ops", inputs, outputs }, { members: [] })]),
    );
    expect(title(stdout)).toBe("### `dev`: **⚠ withdraws 1 membership**");
    expect(stdout).toContain("**- membership `user alice in user group Ops`**");
  });

  test("what failed is only failed: in the title, the table, the text and the picture", async () => {
    const stack = new Stack();
    const steps = [
      stack.step("create", group("Private", [network("10.0.0.0/8")], 0)),
      stack.step("create", profile("dup")),
    ];
    const events = steps.map(({ op, urn, newState }, sequence) =>
      JSON.stringify({ sequence, resOpFailedEvent: { metadata: { op, urn, new: newState } } }),
    );
    const { stdout } = await piped(`${events.join("\n")}\n`);
    expect(title(stdout)).toBe("### `dev`: **not everything was applied**: **⚠ 2 failed**");
    expect(rows(stdout)).toEqual(["| `IpGroup` | 1 |", "| `ReplicatorProfile` | 1 |"]);
    expect(stdout).toContain("**✗ IP group `Private`**: could not be created");
    expect(stdout).toMatch(/"#10007; Private"\]:::failed/u);
    expect(stdout).not.toContain(":::create");
  });
});

describe("a comment says everything before it says all of one thing", () => {
  const stack = new Stack();
  const many = (lost: number): string =>
    stack.text([
      stack.step("update", group("Big", rules(3_000), 99), { rules: rules(1) }),
      stack.step("update", profile("netflow"), { enabled: false }),
      stack.step(
        "update",
        { kind: "PermissionSet", name: "may", inputs: { userGroupId: "21", ...rights("10.1.1.1") } },
        rights(),
      ),
      stack.step("update", bulk(60), { groups: groupsTo(60 - lost) }),
    ]);

  test.each([1, 50])("3,000 rules that go do not displace a disabled profile, a right and %i groups", async (lost) => {
    const { stdout } = await piped(many(lost));
    const groups = lost === 1 ? "1 IP group" : "50 IP groups";
    expect(title(stdout)).toBe(
      `### \`dev\`: **⚠ deletes ${groups}, ⚠ withdraws 1 permission, 2,999 rules removed, 1 changed profile**`,
    );
    expect(stdout).toContain("- enabled true\n+ enabled false\n");
    expect(stdout).toContain("permission `device");
    expect(stdout.match(/^(?:\*\*)?- (?:IP group `)?B \d+/gmu)).toHaveLength(lost);
    expect(stdout).toContain("  rules (1, was 3,000)\n- network 10.100.1.0/24\n");
    expect(stdout).toContain("- … and 2,959 more rules, 10.100.41.0–10.111.183.255\n");
    expect(stdout).toMatch(/^\*\*Not in this comment: 2,959 lines of values\.\*\*/mu);
    expect(stdout.length).toBeLessThan(10_000);
  });

  test("a new group with 3,000 rules shows 40 of them and the addresses of the others", async () => {
    const { stdout } = await piped(stack.text([stack.step("create", group("Big", rules(3_000), 0))]));
    expect(stdout.match(/^\+ rules network/gmu)).toHaveLength(40);
    expect(stdout).toContain("+ … and 2,960 more rules, 10.100.40.0–10.111.183.255\n");
  });

  test("when not even the titles fit, the last sentence counts what is missing by operation and kind", async () => {
    const lost = Array.from({ length: 300 }, (_, at) =>
      stack.step("delete", group(`Group with a long name ${at}`, [], at)),
    );
    const come = Array.from({ length: 20 }, (_, at) => stack.step("create", profile(`profile-${at}`)));
    const { stdout } = await piped(stack.text([...lost, ...come]), ["--max-length", "4000"]);
    const shown = stdout.match(/^- Group with a long name \d+$/gmu)?.length ?? 0;
    expect(shown).toBeGreaterThan(20);
    expect(stdout).toContain(`**Not in this comment: ${300 - shown} deleted IP groups, 20 new profiles.**`);
  });

  test("up to 30 lines nothing is folded, and beyond that no loss and no exclusion is", async () => {
    const exclude = {
      ...policy("10.9.0.0/16", "netflow"),
      inputs: { cidr: "10.9.0.0/16", profile: "netflow", kind: "exclude" },
    };
    const changed = Array.from({ length: 14 }, (_, at) =>
      stack.step("update", group(`G ${at}`, [ip("10.0.0.1")], at), { rules: [ip("10.0.0.1"), ip("10.0.0.2")] }),
    );
    const severe = [stack.step("create", exclude), stack.step("delete", profile("old"))];
    expect((await piped(stack.text([...changed.slice(0, 7), ...severe]))).stdout).not.toContain("<details");
    const { stdout } = await piped(stack.text([...changed, ...severe]));
    expect(title(stdout)).toContain("⚠ deletes 1 profile, ⚠ 1 new exclude policy");
    expect(stdout).toContain("<details><summary><b>~ 14 IP groups</b></summary>");
    const open = stdout.slice(0, stdout.indexOf("<details"));
    expect(open).toContain("exclude 10.9.0.0/16 in netflow");
    expect(open).toContain("- profile `old`");
  });
});
