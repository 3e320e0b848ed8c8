import { closeAll, startSite, type Site } from "./support";

let site: Site;

beforeEach(async () => {
  site = await startSite();
});
afterEach(closeAll);

describe("ip-groups list", () => {
  test("prints the id and the name of every group", async () => {
    const { code, stdout } = await site.run(["ip-groups", "list"]);
    expect([code, stdout]).toEqual([0, " Id  IP group\n101  Private networks\n102  Multicast\n103  Loopback\n"]);
    expect(await site.json(["ip-groups", "list"])).toContainEqual({ fc_id: 102, fc_name: "Multicast" });
  });

  test("needs attention if it is empty, because a gateway is delivered with groups", async () => {
    site.sim.switches.tokenRights = "none";
    const { code, stdout } = await site.run(["ip-groups", "list"]);
    expect(code).toBe(9);
    expect(stdout).toContain("the token lacks the permission IPGroups");
    expect(await site.run(["ip-groups", "list", "--json"])).toMatchObject({ code: 9, stdout: "[]\n", stderr: "" });
  });
});

describe("ip-groups search", () => {
  test("lists the groups whose name contains the text, or with --not does not, from all pages", async () => {
    expect(await site.json(["ip-groups", "search", "oo"])).toEqual([{ fc_id: 103, fc_name: "Loopback" }]);
    expect(await site.json(["ip-groups", "search", "o", "--not"])).toEqual([{ fc_id: 102, fc_name: "Multicast" }]);
    for (let number = 1; number <= 25; number += 1) site.sim.mutate.addIpGroup(`Branch ${number}`);
    expect(await site.json(["ip-groups", "search", "Branch"])).toHaveLength(25);
  });

  test("says that nothing matches", async () => {
    const { code, stdout } = await site.run(["ip-groups", "search", "nowhere"]);
    expect([code, stdout]).toEqual([9, 'Nothing in the IP groups matches "nowhere".\n']);
    const not = await site.run(["ip-groups", "search", "", "--not"]);
    expect([not.code, not.stdout]).toEqual([9, 'Nothing in the IP groups matches "not ".\n']);
  });
});

describe("ip-groups show", () => {
  test("prints rules of every type in readable form, and child groups by name", async () => {
    const child = site.sim.mutate.addIpGroup("Paris");
    site.sim.mutate.addIpGroup("France", [
      { type: "ip", address: "10.1.0.1" },
      { type: "range", sip: "10.1.0.10", eip: "10.1.0.20" },
      { type: "network", address: "10.2.0.0", mask: "16" },
      { type: "ipall", all: 1 },
      { type: "wildcard", address: "10.0.0.9", mask: "0.255.255.0" },
      { type: "child", child_id: child },
    ]);
    const { stdout } = await site.run(["ip-groups", "show", "France"]);
    const rules = stdout
      .split("Rules\n")[1]
      ?.split("\n")
      .map((line) => line.trim().split(/ {2,}/u).slice(1));
    expect(rules?.slice(1, 7)).toEqual([
      ["ip", "10.1.0.1"],
      ["range", "10.1.0.10 - 10.1.0.20"],
      ["network", "10.2.0.0/16"],
      ["ipall", "all"],
      ["wildcard", "10.0.0.9 0.255.255.0"],
      ["child", `IP group Paris (id ${child})`],
    ]);
  });

  test("takes the id or the name, and prints the rules in the gateway's form with --json", async () => {
    expect(await site.json(["ip-groups", "show", "103"])).toEqual(await site.json(["ip-groups", "show", "Loopback"]));
    expect(await site.json(["ip-groups", "show", "103"])).toMatchObject({
      fc_id: 103,
      fc_name: "Loopback",
      rules: [{ type: "ip", address: "127.0.0.1" }],
    });
  });

  test("suggests the nearest name", async () => {
    const { code, stderr } = await site.run(["ip-groups", "show", "loopbak"]);
    expect([code, stderr]).toEqual([
      9,
      'error: There is no IP group "loopbak". Did you mean "Loopback"? `flowgate ip-groups list` lists all.\n',
    ]);
  });

  test("refuses a text that matches two groups, and names both", async () => {
    const id = site.sim.mutate.addIpGroup("103");
    const { code, stderr } = await site.run(["ip-groups", "show", "103"]);
    expect(code).toBe(2);
    expect(stderr).toContain(`Loopback (id 103), 103 (id ${id})`);
  });

  test("says that a group has no rules", async () => {
    site.sim.mutate.addIpGroup("Empty");
    expect((await site.run(["ip-groups", "show", "Empty"])).stdout).toContain("\nRules\nIt has no rules.\n");
  });
});
