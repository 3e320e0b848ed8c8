import type { Switches } from "../../simulator";
import { type Config, startWorld, type World } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { Resource } from "./resource";

/** What the documents leave open, in sets that do not depend on each other; the default of each is what other tests run with. */
interface Variant {
  readonly title: string;
  readonly switches: Partial<Switches>;
  readonly config?: Config;
  /** Info lines that belong to it. */
  readonly says?: RegExp;
}

const variants: readonly Variant[] = [
  {
    title: "ids as numbers, rules as a plain list, dotted masks, sessions in a header, commands by POST",
    switches: {
      idType: "number",
      memberIds: "number",
      rulesShape: "array",
      networkMaskOnRead: "dotted",
      sessionCarrier: "header",
      commandMethod: "POST",
      textQuotes: "none",
      policyHostBits: "canonical",
    },
    config: { replicator: { commandMethod: "POST" } },
  },
  {
    title: "ids as text, rules below rules, addresses in address, sessions by source, raw paths, plain passwords",
    switches: {
      idType: "string",
      rulesShape: "rules",
      ipRuleFieldOnRead: "address",
      updateReply: "success",
      duplicateGroupName: "refuse",
      errDetails: "text",
      sessionCarrier: "sourceAddress",
      passwordEncoding: "plain",
      configEscaping: "raw",
      collectorKey: "collectors",
      textQuotes: "double",
    },
    config: { replicator: { passwordEncoding: "plain" } },
  },
  {
    title:
      "only roots listed, rules below rows, repeated links refused, two cookies, reads of the running configuration",
    switches: {
      treeList: "rootsOnly",
      rulesShape: "rows",
      duplicateGroupName: "second",
      repeatedLink: "failure",
      actionSpelling: "example",
      formCarriage: "any",
      sessionCookies: "two",
      showReads: "running",
      rebuildMs: 20,
      policyKinds: "onePerKind",
    },
  },
  {
    title: "repeated changes succeed, paths decoded before routing, idle sessions, the deprecated login",
    switches: {
      repeatedChange: "success",
      decodeBeforeRouting: true,
      sessionExpiry: "idle",
      singleSession: true,
      policyHostBits: "verbatim",
      release: 18,
    },
    config: { replicator: { legacyLogin: true } },
    says: /^warning: legacyLogin is on for 127/mu,
  },
];

/** One resource of each kind, children before parents, and what the program changes about it. */
function programs(childId: string): readonly (readonly [kind: string, first: Properties, then: Properties])[] {
  const rules = [
    { type: "ip", address: "10.1.2.3" },
    { type: "range", start: "10.0.0.1", end: "10.0.0.9" },
    { type: "network", cidr: "10.1.0.0/16" },
    { type: "all" },
    { type: "wildcard", address: "10.0.3.0", mask: "0.255.0.255" },
    { type: "child", groupId: childId },
  ];
  const profile = { name: "edge (50%) + 1", listeningPort: 3000, sendingPort: 9 };
  return [
    ["IpGroup", { name: "parent", rules }, { name: "parent renamed", rules: rules.slice(2) }],
    ["UserGroup", { name: "operators", members: [1] }, { name: "operators", members: [] }],
    [
      "Permission",
      { userGroupId: 2, permissionType: "device", seccode: "10.1.1.1" },
      { userGroupId: 2, permissionType: "app", seccode: "runReport" },
    ],
    ["ReplicatorProfile", { ...profile, enabled: false, description: "a b" }, { ...profile, singularity: true }],
    [
      "Collector",
      { address: "10.3.0.1", profiles: ["legacy-netops"], threshold: 5, description: "rack 4, 50%" },
      { address: "10.3.0.1", profiles: ["legacy-netops"], threshold: 6, description: "rack 5" },
    ],
    [
      "Policy",
      { cidr: "10.4.0.0/16", profile: "legacy-netops", kind: "include" },
      { cidr: "10.4.0.0/16", profile: "legacy-netops", kind: "exclude" },
    ],
  ];
}

describe.each(variants)("an appliance of another making: $title", ({ switches, config = {}, says }) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ simulator: { switches }, config });
  });
  afterAll(() => world.close());

  test("every kind is created, read back, changed and removed", async () => {
    const stores = (): string => world.sim.snapshot({ withoutNotesAndPreferences: true });
    const before = stores();
    const child = new Resource(world, "IpGroup");
    await child.up({ name: "child" });
    const declared = programs(child.id).map(([kind, first, then]) => ({
      resource: new Resource(world, kind),
      first,
      then,
    }));
    for (const { resource, first } of declared) {
      expect(await resource.up(first)).toBe("create");
      expect(await resource.refresh()).toBe("same");
    }
    await world.nextRun();
    for (const { resource, first } of declared) {
      expect(await resource.refresh()).toBe("same");
      expect(await resource.up(first)).toBe("same");
    }
    expect(await child.refresh()).toBe("same");
    world.sim.expireSessions();
    for (const { resource, then } of declared) {
      expect(["update", "replace"]).toContain(await resource.up(then));
      expect(await resource.refresh()).toBe("same");
      expect(await resource.up(then)).toBe("same");
    }
    for (const { resource } of declared.reverse()) await resource.destroy();
    await child.destroy();
    expect(stores()).toBe(before);
  });

  test("nothing is said that the user need not know, and no credential", async () => {
    const lines = world.provider.stderr.split("\n").filter(Boolean);
    const unexpected = lines.filter((line) => says?.test(line) !== true && !line.includes("no longer managed"));
    expect(unexpected).toEqual([]);
    if (says !== undefined) expect(lines.join("\n")).toMatch(says);
    expect(await world.leaks()).toEqual([]);
  });
});

describe("a session that has expired is opened anew, whatever the answer says so with:", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  test.each(["401", "403", "redirect", "error", "html"] as const)("%s", async (expiredAnswer) => {
    Object.assign(world.sim.switches, { expiredAnswer });
    // Only few logins are tried in one run.
    await world.nextRun();
    const profile = new Resource(world, "ReplicatorProfile");
    await profile.up({ name: "before", listeningPort: 3000, sendingPort: 9 });
    world.sim.expireSessions();
    world.sim.requests.clear();
    await profile.up({ name: "after", listeningPort: 3000, sendingPort: 9 });
    expect(world.sim.requests.verbs({ result: "success" })).toEqual(["login", "profile/rename", "rebuild"]);
    await profile.destroy();
  });
});
