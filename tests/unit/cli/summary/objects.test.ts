import {
  child,
  collector,
  cut,
  deletions,
  done,
  failed,
  failures,
  group,
  ip,
  policy,
  profile,
  rules,
  stack,
} from "./scenarios";
import { commentOn, commentOnUp, piped, rowsOf, titleOf } from "./support";

describe("a comment counts objects, not resources", () => {
  test("90 groups that an IpGroups loses are deleted IP groups, in the title, the table and one line each", async () => {
    const { stdout } = await piped(deletions());
    expect(titleOf(stdout)).toBe("### `dev`: **⚠ deletes 90 IP groups**");
    expect(rowsOf(stdout)).toEqual(["| `IpGroup` | 90 | 10 |"]);
    expect(stdout.match(/^- B \d+: rules ip 10\.0\.0\.\d+$/gmu)).toHaveLength(90);
    expect(stdout).not.toContain("<details");
    expect(stdout).toMatch(/n0\["- 90 IP groups<br\/>/u);
  });

  test.each(["10.1.1.1", "0a010101"])("a permission for the device %s has its address", async (seccode) => {
    const one = {
      kind: "Permission",
      name: "may",
      inputs: { userGroupName: "Ops", permissionType: "device", seccode },
    };
    const stdout = await commentOn(stack.step("create", one));
    expect(stdout).toContain("permission `device 10.1.1.1 for user group Ops`");
    expect(stdout).not.toMatch(/0a010101/iu);
  });

  test("users that a user group loses are withdrawn memberships, and an existing one stays", async () => {
    const inputs = { name: "Ops", members: ["alice", "bob"] };
    const outputs = { userGroupId: 21, origin: { existed: ["bob"] } };
    const stdout = await commentOn(
      stack.step("update", { kind: "UserGroup", name: "ops", inputs, outputs }, { members: [] }),
    );
    expect(titleOf(stdout)).toBe("### `dev`: **⚠ withdraws 1 membership**");
    expect(stdout).toContain("**- membership `user alice in user group Ops`**");
  });

  test.each([
    ["whatever the other resource says", {}, "move"],
    ["with what else changes", { rules: [ip("10.0.0.9")] }, "update"],
  ])("a group that another resource declares from now on moves, and is not deleted: %s", async (_, change, column) => {
    const groups = { Lille: { rules: [ip("10.0.0.1")] }, Rome: { rules: [ip("10.0.0.2")] } };
    const many = { kind: "IpGroups", name: "all", inputs: { groups }, outputs: { groupIds: { Lille: 1, Rome: 2 } } };
    const single = group("Lille", [ip("10.0.0.1")], 0, "lille");
    const steps = [
      stack.step("update", many, { groups: { Rome: groups.Rome } }),
      stack.step("create", { ...single, inputs: { ...single.inputs, ...change } }),
    ];
    const stdout = await commentOn(...steps);
    expect(titleOf(stdout)).not.toContain("deletes");
    expect(titleOf(stdout)).toContain(column === "move" ? "1 moved IP group" : "1 rule changed");
    expect(stdout).toContain("moves from `all`, and stays on the appliance");
    expect(stdout).not.toContain("**- IP group");
  });

  test("a group of a set that leaves the program is deleted, since its next owner is refused before", async () => {
    const groups = { Lille: { rules: [ip("10.0.0.1")] } };
    const many = { kind: "IpGroups", name: "all", inputs: { groups }, outputs: { groupIds: { Lille: 1 } } };
    const single = group("Lille", [ip("10.0.0.1")], 0, "lille");
    const created = (change: object) => stack.step("create", { ...single, inputs: { ...single.inputs, ...change } });
    const refused = await commentOn(stack.step("delete", many), created({}));
    expect(titleOf(refused)).toBe("### `dev`: **⚠ deletes 1 IP group; 1 new IP group**");
    const adopted = await commentOn(stack.step("delete", many), created({ onExisting: "adopt" }));
    expect(titleOf(adopted)).toContain("1 moved IP group");
  });

  test("what failed is only failed: in the title, the table, the text and the picture", async () => {
    const { stdout } = await piped(failures());
    expect(titleOf(stdout)).toBe("### `dev`: **not everything was applied**: **⚠ 2 failed, 1 new collector**");
    expect(rowsOf(stdout)).toEqual([
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

test("the comment on an update says what was deleted, withdrawn and replaced", async () => {
  const membership = { kind: "Membership", name: "duty", inputs: { userName: "alice", userGroupName: "Ops" } };
  const steps = [
    stack.step("delete", group("Floor", [])),
    stack.step("delete", membership),
    // The engine reports a replacement in several steps. An interrupted update has only the first ones.
    ...["delete-replaced", "replace", "create-replacement"].map((op) =>
      stack.step(op, policy("10.9.0.0/16", "netflow")),
    ),
    stack.step("create-replacement", policy("10.8.0.0/16", "netflow")),
    stack.step("delete-replaced", policy("10.7.0.0/16", "netflow")),
  ];
  const stdout = await commentOnUp(steps.map(done));
  expect(titleOf(stdout)).toBe(
    "### `dev`: applied: **⚠ deleted 1 IP group, 1 policy; ⚠ withdrew 1 membership; ⚠ replaced 2 policies**",
  );
  expect(stdout.split("\n")[0]).toBe("<!-- flowgate deployment: brown/dev -->");
});

describe("a comment on a failed update", () => {
  test("counts the groups of a set that were created, changed and deleted as that, and only the others as failed", async () => {
    const groups = { Kept: { rules: [ip("10.0.0.1")] }, Gone: {}, Stays: {} };
    const groupIds = { Kept: 1, Gone: 2, Stays: 3 };
    const set = { kind: "IpGroups", name: "all", inputs: { groups }, outputs: { groupIds } };
    const changed = { Kept: { rules: [ip("10.0.0.2")] }, New: { rules: [ip("10.0.0.3")] }, Taken: {} };
    const saved = { groups: { ...changed, Stays: {}, Taken: undefined }, groupIds: { Kept: 1, Stays: 3, New: 4 } };
    const update = stack.step("update", set, { groups: changed });
    const stdout = await commentOnUp([failed(update, saved)]);
    expect(titleOf(stdout)).toBe(
      "### `dev`: **not everything was applied**: **⚠ 2 failed, ⚠ deleted 1 IP group; 1 rule changed, 1 new IP group**",
    );
    expect(stdout).toContain("✗ IP group `Taken`");
    expect(stdout).toContain("✗ IP group `Stays`");
    expect(titleOf(await commentOnUp([failed(update)]))).toContain("**⚠ 5 failed**");
    // If each group is as declared, something else failed, which the title must not hide.
    const all = { groups: changed, groupIds: { Kept: 1, New: 4, Taken: 5 } };
    expect(titleOf(await commentOnUp([failed(update, all)]))).toContain("**⚠ 5 failed**");
  });

  test("does not count an exclude policy that failed as a new one", async () => {
    const inputs = { cidr: "10.9.0.0/16", profile: "netflow", kind: "exclude" };
    const exclude = stack.step("create", { ...policy("10.9.0.0/16", "netflow"), inputs });
    expect(titleOf(await commentOnUp([failed(exclude)]))).toBe(
      "### `dev`: **not everything was applied**: **⚠ 1 failed**",
    );
  });

  test("counts a resource whose inputs were refused, for which the engine reports no step", async () => {
    const step = stack.step("create", profile("netflow"));
    const refused: [string, string] = [stack.step("create", policy("10.9.0.0/16", "x")).urn, "cidr: write a network."];
    const stdout = await commentOnUp([failed(step)], [step.urn, "Listening port 2055 is already used."], refused);
    expect(titleOf(stdout)).toBe("### `dev`: **not everything was applied**: **⚠ 2 failed**");
    expect(rowsOf(stdout)).toEqual(["| `Policy` | 1 |", "| `ReplicatorProfile` | 1 |"]);
  });

  test("leaves out what the program's language host says after the error of the resource itself", async () => {
    const step = stack.step("create", profile("netflow"));
    const host =
      "Error: resource netflow [pulumi-nodejs:dynamic/flowgate:ReplicatorProfile] failed to register\n at /a/b.ts:1:2";
    const own: [string, string] = [step.urn, "Listening port 2055 is already used."];
    const stdout = await commentOnUp([failed(step)], own, [undefined, host]);
    expect(stdout).toContain("Listening port 2055 is already used.");
    expect(stdout).not.toContain("failed to register");
    expect(await commentOnUp([failed(step)], [undefined, host])).toContain("failed to register");
  });
});

describe("a new name is no difference of what refers to the object", () => {
  const text = (names: readonly [string, string], op = "update"): string => {
    const [before, after] = names;
    const user = { kind: "User", name: "u", inputs: { name: before }, outputs: { userId: 7 } };
    const theme = { kind: "UserPreferences", name: "p", inputs: { userId: 7, preferences: { theme: "dark" } } };
    return stack.text([
      stack.step(op, user, { name: after }),
      stack.step("update", group("Inner", [], 5), { name: `${after} group` }),
      stack.step("update", group("Outer", [child(5)], 6), { rules: [child(5), ip("10.0.0.1")] }),
      stack.step("update", theme, { preferences: { theme: "light" } }),
    ]);
  };

  test("of a renamed user and a renamed child", async () => {
    const { stdout } = await piped(text(["alice", "alicia"]));
    expect(stdout).not.toMatch(/^[-+] (?:userId|rules child|child)/mu);
    expect(stdout).toContain("- preferences.theme dark\n+ preferences.theme light\n");
    expect(titleOf(stdout)).toBe(
      "### `dev`: **2 renames, 1 rule added, 1 changed user's preferences** · nothing is deleted",
    );
  });

  test("of a renamed profile, in a collector that changes otherwise too", async () => {
    const changed = collector("10.0.0.1", ["old", "other"]);
    const stdout = await commentOn(
      stack.step("update", profile("old"), { name: "new" }),
      stack.step("update", changed, { profiles: ["new"], threshold: 5 }),
    );
    expect(stdout).toContain("  profiles (1, was 2)\n- other\n+ threshold 5\n");
  });
});

describe("a comment says everything before it says all of one thing", () => {
  test.each([1, 50])("3,000 rules that go do not displace a disabled profile, a right and %i groups", async (lost) => {
    const { stdout } = await piped(cut(lost));
    const groups = lost === 1 ? "1 IP group" : "50 IP groups";
    expect(titleOf(stdout)).toBe(
      `### \`dev\`: **⚠ deletes ${groups}; ⚠ withdraws 1 permission; 2,999 rules removed, 1 changed profile**`,
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
    const stdout = await commentOn(stack.step("create", group("Big", rules(3_000), 0)));
    expect(stdout.match(/^\+ rules network/gmu)).toHaveLength(40);
    expect(stdout).toContain("+ … and 2,960 more rules, 10.100.40.0–10.111.183.255\n");
  });

  test("when not even the titles fit, the last sentence counts what is missing by operation and kind", async () => {
    const whole = stack.step("delete", group("Whole", [], 999));
    const lost = Array.from({ length: 300 }, (_, at) =>
      stack.step("delete", policy(`10.${at % 3}.${at % 250}.0/24`, "long")),
    );
    const come = Array.from({ length: 20 }, (_, at) => stack.step("create", profile(`profile-${at}`)));
    const { stdout } = await piped(stack.text([whole, ...lost, ...come]), ["--max-length", "4000"]);
    const shown = stdout.match(/^- .*10\.\d+\.\d+\.0\/24.*$/gmu)?.length ?? 0;
    expect(shown).toBeGreaterThan(20);
    expect(stdout).toContain(`**Not in this comment: ${300 - shown} deleted policies, 20 new profiles.**`);
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
    expect(await commentOn(...changed.slice(0, 7), ...severe)).not.toContain("<details");
    const stdout = await commentOn(...changed, ...severe);
    expect(titleOf(stdout)).toContain("⚠ deletes 1 profile; ⚠ 1 new exclude policy");
    expect(stdout).toContain("<details><summary><b>~ 14 IP groups</b></summary>");
    const open = stdout.slice(0, stdout.indexOf("<details"));
    expect(open).toContain("exclude 10.9.0.0/16 in netflow");
    expect(open).toContain("- profile `old`");
  });
});
