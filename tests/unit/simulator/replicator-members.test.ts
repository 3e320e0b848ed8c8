import { eachTest, expectRefused, success } from "./support";

const context = eachTest();

beforeEach(async () => {
  await context.probe.login();
});

const send = (...segments: (string | number)[]): Promise<unknown> => context.probe.command(...segments);

describe.each([
  ["collector", "collectors"],
  ["exporter", "exporters"],
] as const)("%s", (entity, members) => {
  const held = (): string[] => context.sim.replicator.store[members];

  test("add and remove change one membership", async () => {
    await send("profile", "add", "second", 3000, 3000);
    expect(await send(entity, "add", "10.0.0.1", "legacy-netops")).toEqual(success);
    expect(await send(entity, "add", "10.0.0.1", "second")).toEqual(success);
    expect(await send(entity, "remove", "10.0.0.1", "legacy-netops")).toEqual(success);
    expect(context.sim.replicator.store.profiles.get("second")?.[members]).toEqual(new Set(["10.0.0.1"]));
    expect(await send(entity, "remove", "10.0.0.1", "second")).toEqual(success);
    expect(held()).not.toContain("10.0.0.1");
  });

  test("allremove removes the address from all profiles, and is counted as a trap", async () => {
    await send("profile", "add", "second", 3000, 3000);
    for (const name of ["legacy-netops", "second"]) await send(entity, "add", "10.0.0.1", name);
    expect(await send(entity, "allremove", "10.0.0.1")).toEqual(success);
    expect(held()).not.toContain("10.0.0.1");
    expect(context.sim.traps.count(`${entity}/allremove`)).toBe(1);
  });

  test("an unknown profile, a repeated add and the removal of an address that is not there are refused", async () => {
    await expectRefused(context.probe, /absent does not exist/, entity, "add", "10.0.0.1", "absent");
    await expectRefused(context.probe, /is not in profile/, entity, "remove", "10.0.0.1", "legacy-netops");
    await expectRefused(context.probe, /is in no profile/, entity, "allremove", "10.0.0.1");
    await send(entity, "add", "10.0.0.1", "legacy-netops");
    await expectRefused(context.probe, /is already in profile/, entity, "add", "10.0.0.1", "legacy-netops");
    context.sim.switches.repeatedChange = "success";
    expect(await send(entity, "add", "10.0.0.1", "legacy-netops")).toEqual(success);
  });

  test.each(["10.0.0", "10.0.0.256", "010.0.0.1", "::1", "10.0.0.1:2055", "host.example.net"])(
    "the invalid address %p is refused",
    async (address) => {
      await expectRefused(context.probe, /ip: is not an IPv4 address/, entity, "add", address, "legacy-netops");
    },
  );
});

describe("threshold", () => {
  test("is set by a value above 0, and removed by 0", async () => {
    expect(await send("collector", "threshold", "192.0.2.10", 250)).toEqual(success);
    expect(context.sim.replicator.store.thresholds.get("192.0.2.10")).toBe(250);
    expect(await send("collector", "threshold", "192.0.2.10", 0)).toEqual(success);
    expect(context.sim.replicator.store.thresholds.has("192.0.2.10")).toBe(false);
  });

  test.each(["-1", "1.5", "x", "05", "9007199254740992", "1e3"])("%p is refused", async (value) => {
    await expectRefused(context.probe, /threshold: is not an integer/, "collector", "threshold", "192.0.2.10", value);
  });

  test("is refused for an address that is no collector", async () => {
    await expectRefused(context.probe, /10.9.9.9 does not exist/, "collector", "threshold", "10.9.9.9", 5);
  });
});

describe("policies", () => {
  const policies = (): unknown[] => [
    ...(context.sim.replicator.store.profiles.get("legacy-netops")?.policies.values() ?? []),
  ];

  test("are added and removed by network, profile and kind", async () => {
    expect(await send("policies", "add", "10.0.0.0", 8, "legacy-netops", "exclude")).toEqual(success);
    expect(policies()).toContainEqual({ network: "10.0.0.0", prefixLength: 8, kind: "exclude" });
    await expectRefused(
      context.probe,
      /already in profile/,
      "policies",
      "add",
      "10.0.0.0",
      8,
      "legacy-netops",
      "exclude",
    );
    await expectRefused(
      context.probe,
      /not in profile/,
      "policies",
      "remove",
      "10.0.0.0",
      8,
      "legacy-netops",
      "include",
    );
    expect(await send("policies", "remove", "10.0.0.0", 8, "legacy-netops", "exclude")).toEqual(success);
    expect(policies()).toHaveLength(1);
  });

  test("are limited to one per network and profile, or to one of each kind, as the switch says", async () => {
    await expectRefused(
      context.probe,
      /an include policy for 192.0.2.0\/26/,
      "policies",
      "add",
      "192.0.2.0",
      26,
      "legacy-netops",
      "exclude",
    );
    context.sim.switches.policyKinds = "onePerKind";
    expect(await send("policies", "add", "192.0.2.0", 26, "legacy-netops", "exclude")).toEqual(success);
    expect(policies()).toHaveLength(2);
  });

  test("host bits are refused, kept or cleared, as the switch says", async () => {
    await expectRefused(context.probe, /10.0.0.0\/8 is$/, "policies", "add", "10.0.0.1", 8, "legacy-netops", "include");
    context.sim.switches.policyHostBits = "verbatim";
    await send("policies", "add", "10.0.0.1", 8, "legacy-netops", "include");
    context.sim.switches.policyHostBits = "canonical";
    await send("policies", "add", "172.16.0.1", 12, "legacy-netops", "include");
    expect(policies().slice(1)).toMatchObject([{ network: "10.0.0.1" }, { network: "172.16.0.0" }]);
  });

  test.each(["33", "08", "-1", "8 ", "255.0.0.0"])("the prefix length %p is refused", async (cidr) => {
    await expectRefused(
      context.probe,
      /cidr: is not a prefix length/,
      "policies",
      "add",
      "10.0.0.0",
      cidr,
      "legacy-netops",
      "include",
    );
  });

  test("an unknown kind and an unknown profile are refused", async () => {
    await expectRefused(context.probe, /incexc/, "policies", "add", "10.0.0.0", 8, "legacy-netops", "both");
    await expectRefused(context.probe, /absent does not exist/, "policies", "add", "10.0.0.0", 8, "absent", "include");
  });
});

describe("descriptions", () => {
  test("can be set for a profile and for an address", async () => {
    expect(await send("notate", "profile", "legacy-netops", "50 % of a & b")).toEqual(success);
    expect(await send("notate", "ip", "192.0.2.20", "exporter")).toEqual(success);
    const { profiles, notes } = context.sim.replicator.store;
    expect(profiles.get("legacy-netops")?.description).toBe("50 % of a & b");
    expect(notes.get("192.0.2.20")).toBe("exporter");
  });

  test("are kept for an address that leaves its last profile", async () => {
    await send("collector", "remove", "192.0.2.10", "legacy-netops");
    expect(context.sim.replicator.store.collectors).toEqual([]);
    expect(context.sim.replicator.store.notes.get("192.0.2.10")).toBe("Operations collector");
  });

  test("are refused if they are empty, not printable ASCII, or for unknown objects", async () => {
    await expectRefused(context.probe, /absent does not exist/, "notate", "profile", "absent", "x");
    await expectRefused(context.probe, /neither a collector nor an exporter/, "notate", "ip", "10.9.9.9", "x");
    await expectRefused(context.probe, /not an IPv4 address/, "notate", "ip", "host", "x");
    await expectRefused(context.probe, /description: is not printable ASCII/, "notate", "ip", "192.0.2.10", "é");
    expect((await context.probe.raw("notate/ip/192.0.2.10/")).status).toBe(404);
  });
});
