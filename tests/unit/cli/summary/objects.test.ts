import { closeAll } from "../support";
import { cut, deletions, failures, group, ip, profile, policy, rights, rules, Stack } from "./scenarios";
import { piped } from "./support";

afterEach(closeAll);

const title = (markdown: string): string => markdown.split("\n")[2] ?? "";
const rows = (markdown: string): string[] => markdown.split("\n").filter((line) => line.startsWith("| `"));

describe("a comment counts objects, not resources", () => {
  test.each(["pulumi-nodejs:dynamic/flowgate:", "flowgate:index:"])(
    "90 groups that an IpGroups of %s loses are deleted IP groups, in the title, the table and one line each",
    async (types) => {
      const { stdout } = await piped(deletions().replaceAll("pulumi-nodejs:dynamic/flowgate:", types));
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
    const outputs = { userGroupId: 21, origin: { existed: ["bob"] } };
    const { stdout } = await piped(
      stack.text([stack.step("update", { kind: "UserGroup", name: "ops", inputs, outputs }, { members: [] })]),
    );
    expect(title(stdout)).toBe("### `dev`: **⚠ withdraws 1 membership**");
    expect(stdout).toContain("**- membership `user alice in user group Ops`**");
  });

  test.each([
    ["whatever the other resource says", {}, "move"],
    ["with what else changes", { rules: [ip("10.0.0.9")] }, "update"],
  ])("a group that another resource declares from now on moves, and is not deleted: %s", async (_, change, column) => {
    const stack = new Stack();
    const groups = { Lille: { rules: [ip("10.0.0.1")] }, Rome: { rules: [ip("10.0.0.2")] } };
    const many = { kind: "IpGroups", name: "all", inputs: { groups }, outputs: { groupIds: { Lille: 1, Rome: 2 } } };
    const single = group("Lille", [ip("10.0.0.1")], 0, "lille");
    const steps = [
      stack.step("update", many, { groups: { Rome: groups.Rome } }),
      stack.step("create", { ...single, inputs: { ...single.inputs, ...change } }),
    ];
    const { stdout } = await piped(stack.text(steps));
    expect(title(stdout)).not.toContain("deletes");
    expect(title(stdout)).toContain(column === "move" ? "1 moved IP group" : "1 rule changed");
    expect(stdout).toContain("moves from `all`, and stays on the appliance");
    expect(stdout).not.toContain("**- IP group");
  });

  test("a group of a set that leaves the program is deleted, since its next owner is refused before", async () => {
    const stack = new Stack();
    const groups = { Lille: { rules: [ip("10.0.0.1")] } };
    const many = { kind: "IpGroups", name: "all", inputs: { groups }, outputs: { groupIds: { Lille: 1 } } };
    const single = group("Lille", [ip("10.0.0.1")], 0, "lille");
    const created = (change: object) => stack.step("create", { ...single, inputs: { ...single.inputs, ...change } });
    const refused = (await piped(stack.text([stack.step("delete", many), created({})]))).stdout;
    expect(title(refused)).toBe("### `dev`: **⚠ deletes 1 IP group, 1 new IP group**");
    const adopted = (await piped(stack.text([stack.step("delete", many), created({ onExisting: "adopt" })]))).stdout;
    expect(title(adopted)).toContain("1 moved IP group");
  });

  test("what failed is only failed: in the title, the table, the text and the picture", async () => {
    const { stdout } = await piped(failures());
    expect(title(stdout)).toBe("### `dev`: **not everything was applied**: **⚠ 2 failed, 1 new collector**");
    expect(rows(stdout)).toEqual([
      "| `Collector` |  | 1 |  |",
      "| `IpGroup` | 1 |  |  |",
      "| `ReplicatorProfile` | 1 |  | 1 |",
    ]);
    expect(stdout).not.toContain("update failed");
    expect(stdout).toContain("**✗ IP group `Private`**: could not be created");
    expect(stdout).toMatch(/"#10007; Private<br\/>[^"]*"\]:::failed/u);
    expect(stdout.match(/:::create/gu)).toHaveLength(1);
  });
});

describe("a comment says everything before it says all of one thing", () => {
  const stack = new Stack();

  test.each([1, 50])("3,000 rules that go do not displace a disabled profile, a right and %i groups", async (lost) => {
    const { stdout } = await piped(cut(lost));
    const groups = lost === 1 ? "1 IP group" : "50 IP groups";
    expect(title(stdout)).toBe(
      `### \`dev\`: **⚠ deletes ${groups}, ⚠ withdraws 1 permission, 2,999 rules removed, 1 changed profile**`,
    );
    expect(stdout).toContain("- enabled true\n+ enabled false\n");
    expect(stdout).toContain("permission `device");
    expect(stdout.match(/^(?:\*\*)?- (?:IP group `)?B \d+/gmu)).toHaveLength(lost);
    expect(stdout).toContain("  rules (1, was 3,000)\n- network 10.100.1.0/24\n");
    expect(stdout).toContain("- … and 2,959 more rules, 10.100.41.0–10.111.183.255\n");
    expect(stdout).toMatch(/^\*\*Not in this comment: 2,959 lines of IP groups\.\*\*/mu);
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
