import { Limiter } from "../../../provider/appliance/client-layer";
import { GroupSight } from "../../../provider/appliance/gateway/group-sight";
import type { FaultKind, Simulator, Switches } from "../../../simulator";
import { clientOf, simulator } from "../gateway/support";
import { closeAll } from "../http/support";

afterEach(closeAll);

const LIST = "ipgroups/loadTreeRootFast";
const SEARCH = "ipgroups/search";

let sim: Simulator;
let sight: GroupSight;

/** A gateway with the groups `A`, `B` and `C`: `B` is nested below `A`. Returns their ids. */
async function start(switches: Partial<Switches> = {}): Promise<[a: number, b: number, c: number]> {
  sim = await simulator({ switches });
  for (const { name } of [...sim.gateway.store.ipGroups.values()]) sim.mutate.removeIpGroup(name);
  const b = sim.mutate.addIpGroup("B");
  const a = sim.mutate.addIpGroup("A", [{ type: "child", child_id: b }]);
  const c = sim.mutate.addIpGroup("C");
  sight = new GroupSight(clientOf(sim), new Limiter());
  return [a, b, c];
}

/** The gateway answers one action in another way. */
function answers(match: string | RegExp, kind: FaultKind): void {
  sim.faults.add({ match, kind });
}

/** The answer with a total that counts more than it lists. */
const cut = {
  rewrite: (body: unknown) => ({ ...(Array.isArray(body) ? { results: body } : (body as object)), total: 9 }),
};
const none = { rewrite: () => [] };

/** The actions that were requested since the last call. */
function sent(): string[] {
  const verbs = sim.requests.verbs();
  sim.requests.clear();
  return verbs;
}

function removeAll(): void {
  for (const { name } of [...sim.gateway.store.ipGroups.values()]) sim.mutate.removeIpGroup(name);
}

describe("a group", () => {
  test("that the list has needs no search, and both are read once", async () => {
    const [a, b] = await start({ treeList: "rootsOnly" });
    expect(await sight.of(a)).toEqual({ name: "A" });
    expect(sent()).toEqual([LIST]);
    expect(await sight.of(b)).toEqual({ name: "B" });
    expect(await sight.nameOf(b)).toBe("B");
    expect(sent()).toEqual([SEARCH]);
  });

  test("that neither list nor search has is gone", async () => {
    await start();
    expect(await sight.of(999)).toBe("gone");
    expect(await sight.nameOf(999)).toBeUndefined();
    expect(sent()).toEqual([LIST, SEARCH]);
  });

  test("that a cut search lacks is not proven to be gone, until both are read again", async () => {
    const [a] = await start();
    answers(SEARCH, cut);
    expect(await sight.of(999)).toBe("unproven");
    expect(sight.isEmpty).toBe(false);
    await expect(sight.nameOf(999)).rejects.toThrow(
      /^the search of the gateway shows 3 of 9 IP groups\. This IP group is not treated as removed\.$/u,
    );
    expect(await sight.nameOf(a)).toBe("A");
    sim.faults.clear();
    expect(await sight.of(999)).toBe("gone");
  });

  test("is not gone if the gateway shows no group at all, until both are read again", async () => {
    await start({ tokenRights: "none" });
    expect(await sight.of(999)).toBe("unproven");
    expect(sent()).toEqual([LIST, SEARCH, SEARCH, SEARCH]);
    await expect(sight.nameOf(999)).rejects.toThrow(
      /^the gateway lists no IP groups at all: .* pulumi state delete\.$/u,
    );
    expect(sent()).toEqual([LIST, SEARCH, SEARCH, SEARCH]);
    sim.switches.tokenRights = "all";
    expect(await sight.of(999)).toBe("gone");
  });

  test("is not gone if only the list has groups, until both are read again", async () => {
    await start();
    answers(SEARCH, none);
    await expect(sight.of(999)).rejects.toThrow(/lists IP groups, but its search finds none at all\. .* removed\.$/u);
    expect(sight.isEmpty).toBe(false);
    sim.faults.clear();
    expect(await sight.of(999)).toBe("gone");
  });

  test("that is missing after a cut search and then from an empty gateway is reported with the latter", async () => {
    await start();
    answers(SEARCH, cut);
    await expect(sight.nameOf(999)).rejects.toThrow("shows 3 of 9");
    sim.faults.clear();
    sim.switches.tokenRights = "none";
    await expect(sight.nameOf(999)).rejects.toThrow("lists no IP groups at all");
  });
});

describe("a gateway without groups", () => {
  test("is known to be empty once it was read", async () => {
    await start();
    removeAll();
    expect(sight.isEmpty).toBe(false);
    expect((await sight.fresh()).size).toBe(0);
    expect(sight.isEmpty).toBe(true);
    expect((await sight.fresh()).size).toBe(0);
    sight.set(7, "new");
    expect(sight.isEmpty).toBe(false);
  });

  test("stays dark until it lists a group", async () => {
    await start({ tokenRights: "none" });
    await sight.of(1);
    expect(sight.isEmpty).toBe(true);
    await sight.fresh();
    sight.expire();
    expect(sight.isEmpty).toBe(true);
    sim.switches.tokenRights = "all";
    expect(sight.isEmpty).toBe(true);
    await sight.fresh();
    expect(sight.isEmpty).toBe(false);
  });

  test("has nothing to return", async () => {
    await start();
    removeAll();
    await expect(sight.all()).rejects.toThrow("lists no IP groups at all");
  });
});

describe("all groups", () => {
  test("are those of the list and of the search, by number, read anew", async () => {
    const [a, b, c] = await start({ treeList: "rootsOnly", strangeGroup: "nameless", listOrder: "reversed" });
    const { groups, unreadable } = await sight.all();
    expect([...groups]).toEqual([
      [b, "B"],
      [a, "A"],
      [c, "C"],
    ]);
    expect(unreadable).toEqual([expect.stringContaining("null")]);
    sent();
    sim.mutate.renameIpGroup("C", "D");
    expect((await sight.all()).groups.get(c)).toBe("D");
    expect(sent()).toEqual([LIST, SEARCH]);
  });

  test("are those of the list if the gateway refuses every search", async () => {
    const [a, , c] = await start({ treeList: "rootsOnly" });
    answers(SEARCH, { refuse: "Unknown action" });
    const { groups } = await sight.all();
    expect([...groups]).toEqual([
      [a, "A"],
      [c, "C"],
    ]);
    sim.mutate.removeIpGroup("A");
    sim.mutate.removeIpGroup("C");
    sim.mutate.removeIpGroup("B");
    await expect(sight.all()).rejects.toThrow("Unknown action");
  });

  test.each([
    ["the search is cut", SEARCH, /^the gateway shows 3 of 9 IP groups, so the others would be missing\.$/u],
    ["an answer is no list", LIST, /./u],
  ])("are refused if %s", async (_, match, words) => {
    await start();
    answers(match, match === SEARCH ? cut : { status: 500 });
    await expect(sight.all()).rejects.toThrow(words);
  });

  test("are refused if the search fails in another way than by a refusal", async () => {
    await start();
    sim.faults.add({ match: SEARCH, times: 1, kind: { status: 500 } });
    await expect(sight.all()).rejects.toThrow("500");
  });
});

describe("a search of all groups", () => {
  /** Its questions since the last call. */
  const asked = (): string[] => {
    const details = sim.requests.where({ action: SEARCH }).map(({ detail }) => detail);
    sim.requests.clear();
    return details;
  };

  test.each([
    ["refuses", { refuse: "name is empty" }],
    ["finds nothing by", none],
  ])("has two parts if the gateway %s the empty text", async (_, kind) => {
    const ids = await start({ treeList: "rootsOnly" });
    sim.faults.add({ match: SEARCH, times: 1, kind });
    const { groups } = await sight.all();
    expect(new Set(groups.keys())).toEqual(new Set(ids));
    expect(asked()).toEqual(["like , page 1", "like a, page 1", "notLike a, page 1"]);
  });

  test("shows to names what the list lacks, once it is known that the list lacks groups", async () => {
    const [, b] = await start({ treeList: "rootsOnly" });
    expect(await sight.idsNamed("B")).toEqual([]);
    expect(asked()).toEqual([]);
    await sight.of(999);
    expect(asked()).toEqual(["like , page 1"]);
    expect(await sight.idsNamed("B")).toEqual([b]);
    sight.expire();
    expect(await sight.idsNamed("B")).toEqual([b]);
    expect(asked()).toEqual(["like , page 1"]);
  });

  test("counts even if the list was dropped meanwhile", async () => {
    const [, b] = await start({ treeList: "rootsOnly" });
    await sight.fresh();
    answers(SEARCH, { delayMs: 50 });
    const reading = sight.of(b);
    await new Promise((resolve) => setTimeout(resolve, 20));
    sight.expire();
    expect(await reading).toEqual({ name: "B" });
  });

  test("adds nothing to names if it shows what the list shows", async () => {
    const [, b] = await start();
    await sight.of(999);
    sight.expire();
    sent();
    expect(await sight.idsNamed("B")).toEqual([b]);
    expect(sent()).toEqual([LIST]);
  });
});

describe("ids by name", () => {
  test("are compared as exactly as the gateway compares names", async () => {
    const [a] = await start({ groupNames: "ignoreCase" });
    expect(await sight.idsNamed("A")).toEqual([a]);
    expect(await sight.idsNamed("a")).toEqual([]);
    await sight.meets(a, "A");
    await sight.meets(999, "a");
    expect(await sight.idsNamed("a")).toEqual([]);
    await sight.meets(a, "a");
    await sight.meets(a, "A");
    expect(await sight.idsNamed("a")).toEqual([a]);
  });

  test("that only a search shows are found once a rule refers to a group that the list lacks", async () => {
    const [a, b] = await start({ treeList: "rootsOnly" });
    sight.mentions(a);
    expect(await sight.idsNamed("B")).toEqual([]);
    expect(sent()).toEqual([LIST]);
    sight.mentions(b);
    expect(await sight.idsNamed("B")).toEqual([b]);
    sight.mentions(a);
    expect(await sight.idsNamed("A")).toEqual([a]);
    expect(sent()).toEqual([SEARCH]);
  });

  test("are looked up in a search if an entry that cannot be read may have that name", async () => {
    const [a] = await start({ strangeGroup: "idZero" });
    expect(await sight.idsNamed("A")).toEqual([a]);
    expect(await sight.idsNamed("Other")).toEqual([]);
    expect(sent()).toEqual([LIST]);
    await expect(sight.idsNamed("groups")).rejects.toThrow(
      /^the gateway lists IP groups that are not understood: .*All groups.*, and its search lists .*All groups.*: whether one has this name is not known\. Run pulumi up again/u,
    );
    sim.switches.strangeGroup = "none";
    expect(await sight.idsNamed("groups")).toEqual([]);
    expect(sent()).toEqual([SEARCH, LIST]);
  });

  test("are looked up in a search if the list is cut", async () => {
    const [, , c] = await start({ treeMaxRows: 2 });
    expect(await sight.idsNamed("C")).toEqual([c]);
    expect(await sight.idsNamed("D")).toEqual([]);
    expect(sent()).toEqual([LIST, SEARCH]);
    answers(SEARCH, cut);
    sight.expire();
    expect(await sight.idsNamed("C")).toEqual([c]);
    await expect(sight.idsNamed("D")).rejects.toThrow(/shows 2 of 3 .* search shows 3 of 9/u);
  });
});

describe("a moment", () => {
  test("has what list and search showed, as far as they were read", async () => {
    const [a, b, c] = await start({ treeList: "rootsOnly" });
    sim.mutate.removeIpGroup("C");
    const before = await sight.moment();
    expect([before.highest, before.wasThere(a), before.wasThere(b), before.wasThere(c)]).toEqual([
      a,
      true,
      false,
      false,
    ]);
    const nested = sim.mutate.addIpGroup("D");
    sim.mutate.addIpGroup("E", [{ type: "child", child_id: nested }]);
    sim.mutate.removeIpGroup("E");
    sight.expire();
    await sight.of(999);
    const after = await sight.moment();
    sight.set(777, "later");
    expect(after.highest).toBe(nested);
    expect([a, b, nested, 777].map(after.wasThere)).toEqual([true, true, true, false]);
  });

  test("has the highest number of the list or of the search", async () => {
    await start({ treeList: "rootsOnly" });
    const nested = sim.mutate.addIpGroup("D");
    sim.mutate.renameIpGroup("A", "A");
    sim.gateway.store.ipGroupsNamed("A")[0]?.rules.clear();
    const parent = sim.gateway.store.ipGroupsNamed("A")[0]?.id ?? 0;
    expect(parent).toBeLessThan(nested);
    const rules = { rewrite: (body: unknown) => withoutGroup(body, nested) };
    answers(LIST, rules);
    await sight.of(999);
    expect((await sight.moment()).highest).toBe(nested);
  });
});

/** An answer of the list without a group. */
function withoutGroup(body: unknown, groupId: number): unknown {
  const { results } = body as { results: { fc_id: string }[] };
  return { results: results.filter(({ fc_id }) => Number(fc_id) !== groupId) };
}

describe("what is left of groups", () => {
  test("are all that a new list has", async () => {
    const [a, , c] = await start();
    await sight.fresh();
    sim.mutate.removeIpGroup("C");
    sent();
    expect(await sight.left([a])).toEqual(new Set([a]));
    expect(sent()).toEqual([LIST]);
    expect(await sight.left([a, c])).toEqual(new Set([a]));
    expect(sent()).toEqual([LIST, SEARCH]);
  });

  test("includes what only a search shows, or what a cut search may hide", async () => {
    const [a, b, c] = await start({ treeList: "rootsOnly" });
    sim.mutate.removeIpGroup("C");
    expect(await sight.left([a, b, c])).toEqual(new Set([a, b]));
    answers(SEARCH, cut);
    expect(await sight.left([a, b, c])).toEqual(new Set([a, b, c]));
  });

  test("does not include an entry that cannot be read, because each could be read before", async () => {
    const [a, , c] = await start({ strangeGroup: "nameless" });
    sim.mutate.removeIpGroup("C");
    expect(await sight.left([a, c])).toEqual(new Set([a]));
  });

  test("is not known if the gateway has never shown a group", async () => {
    const [a] = await start({ tokenRights: "none" });
    expect(await sight.left([a])).toBeUndefined();
  });

  test.each([
    ["has listed a group", {}],
    ["has found a group", { treeList: "rootsOnly" }],
    ["has created a group", { tokenRights: "none" }],
  ] as const)("is nothing if the gateway %s before and shows none now", async (how, switches) => {
    const [, b] = await start(switches);
    if (how === "has created a group") sight.makes(7, "new");
    else if (how === "has listed a group") await sight.fresh();
    else {
      answers(LIST, none);
      expect(await sight.of(b)).toEqual({ name: "B" });
    }
    removeAll();
    expect(await sight.left([b])).toEqual(new Set());
  });
});

describe("a group that the list lacks", () => {
  test("is nested if a new search shows it", async () => {
    const [a, b] = await start({ treeList: "rootsOnly" });
    await sight.fresh();
    sent();
    expect(await sight.isNested(a)).toBe(false);
    expect(sent()).toEqual([LIST]);
    expect(await sight.isNested(999)).toBe(false);
    answers(SEARCH, { rewrite: (body) => withoutGroup(body, a) });
    sight.expire();
    expect(await sight.isNested(b)).toBe(true);
  });
});

describe("our own writes", () => {
  test("change list and search, so that nothing is read again", async () => {
    const [a, b] = await start({ treeList: "rootsOnly" });
    await sight.of(999);
    sent();
    sight.set(a, "A2");
    sight.set(b, "B2");
    sight.makes(7, "new");
    expect([await sight.nameOf(a), await sight.nameOf(b), await sight.nameOf(7)]).toEqual(["A2", "B2", "new"]);
    expect(await sight.idsNamed("new")).toEqual([7]);
    sight.delete(7);
    expect(await sight.nameOf(7)).toBeUndefined();
    expect(sent()).toEqual([]);
  });

  test("mark a group as new until the gateway shows it, or it is deleted", async () => {
    const [a] = await start();
    for (const id of [a, 7, 8]) sight.makes(id, "any");
    expect([a, 7, 8, 9].map((id) => sight.isNew(id))).toEqual([true, true, true, false]);
    await sight.fresh();
    sight.shows(7);
    sight.delete(8);
    expect([a, 7, 8].map((id) => sight.isNew(id))).toEqual([false, false, false]);
  });
});
