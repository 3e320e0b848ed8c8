import { limiterOf } from "../../../provider/appliance/client-layer";
import type { Moment } from "../../../provider/appliance/gateway/group-list";
import { GroupSight } from "../../../provider/appliance/gateway/group-sight";
import type { FaultKind, Simulator, Switches } from "../../../simulator";
import { clientOf, simulator } from "../gateway/support";
import { closeAll } from "../http/support";

afterEach(closeAll);

const actions: Readonly<Record<string, string>> = { list: "ipgroups/loadTreeRootFast", search: "ipgroups/search" };

let sim: Simulator;
let sight: GroupSight;
let moment: Moment | undefined;
/** The numbers of groups by their first names. */
let ids: Record<string, number>;

const id = (group: string): number => ids[group] ?? Number(group);
const firstName = (groupId: number): string => Object.keys(ids).find((name) => ids[name] === groupId) ?? `${groupId}`;
const listed = (all: Iterable<number> | undefined): string =>
  all === undefined ? "not known" : [...all].map(firstName).join(" ") || "none";

/** A gateway with the groups `A`, `B` and `C`: `B` is nested below `A`. */
async function start(switches: Partial<Switches> = {}): Promise<void> {
  sim = await simulator({ switches });
  events.removeAll();
  const B = sim.mutate.addIpGroup("B");
  const A = sim.mutate.addIpGroup("A", [{ type: "child", child_id: B }]);
  ids = { A, B, C: sim.mutate.addIpGroup("C") };
  sight = new GroupSight(clientOf(sim), limiterOf());
}

function answers(match: "list" | "search", kind: FaultKind, times = Infinity): void {
  sim.faults.add({ match: actions[match] ?? "", kind, times });
}

/** An answer whose total counts more than it lists: the client asks for one more page. */
const cut = {
  rewrite: (body: unknown) => ({ ...(Array.isArray(body) ? { results: body } : (body as object)), total: 9 }),
};
const none = { rewrite: () => [] };
const without = (groupId: number): FaultKind => ({
  rewrite: (body) => ({
    results: (body as { results: { fc_id: string }[] }).results.filter(({ fc_id }) => Number(fc_id) !== groupId),
  }),
});

/** What happens on the gateway. */
const events = {
  removeAll() {
    for (const { name } of [...sim.gateway.store.ipGroups.values()]) sim.mutate.removeIpGroup(name);
  },
  remove: (group: string) => sim.mutate.removeIpGroup(group),
  rename: (group: string, name: string) => sim.mutate.renameIpGroup(group, name),
  add: (group: string) => void (ids[group] = sim.mutate.addIpGroup(group)),
  addAbove: (group: string, child: string) =>
    void sim.mutate.addIpGroup(group, [{ type: "child", child_id: id(child) }]),
  cutSearch: () => answers("search", cut),
  emptySearch: () => answers("search", none),
  refuseSearch: () => answers("search", { refuse: "Unknown action" }),
  failSearchOnce: () => answers("search", { status: 500 }, 1),
  hideInSearch: (group: string) => answers("search", without(id(group))),
  emptyList: () => answers("list", none),
  hideInList: (group: string) => answers("list", without(id(group))),
  failList: () => answers("list", { status: 500 }),
  calm: () => sim.faults.clear(),
  dark: () => void (sim.switches.tokenRights = "none"),
  light: () => void (sim.switches.tokenRights = "all"),
  understood: () => void (sim.switches.strangeGroup = "none"),
};

/** What the provider does or records. */
const notes = {
  expire: () => sight.expire(),
  set: (group: string, name: string) => sight.set(id(group), name),
  makes: (group: string, name: string) => sight.makes(id(group), name),
  shows: (group: string) => sight.shows(id(group)),
  delete: (group: string) => sight.delete(id(group)),
  mentions: (group: string) => sight.mentions(id(group)),
  meets: (group: string, name: string) => sight.meets(id(group), name),
};

const questions = {
  async of(group: string) {
    const seen = await sight.of(id(group));
    return typeof seen === "string" ? seen : seen.name;
  },
  name: async (group: string) => (await sight.nameOf(id(group))) ?? "gone",
  ids: async (name: string) => listed(await sight.idsNamed(name)),
  left: async (...groups: string[]) => listed(await sight.left(groups.map(id))),
  nested: (group: string) => sight.isNested(id(group)),
  async all() {
    const { groups } = await sight.all();
    return [...groups].map(([one, name]) => (firstName(one) === name ? name : `${firstName(one)}=${name}`)).join(" ");
  },
  async moment() {
    moment = await sight.moment();
    return firstName(moment.highest);
  },
  wasThere: (...groups: string[]) => groups.map((group) => moment?.wasThere(id(group))).join(" "),
  fresh: async () => (await sight.fresh()).size,
  isEmpty: () => sight.isEmpty,
  isNew: (...groups: string[]) => groups.map((group) => sight.isNew(id(group))).join(" "),
};

const refusals: Readonly<Record<string, RegExp>> = {
  "cut search": /^the search of the gateway shows 3 of 9 IP groups\. This IP group is not treated as removed\.$/u,
  "no groups": /^the gateway lists no IP groups at all: .* pulumi state delete\.$/u,
  "empty search": /^the gateway lists IP groups, but its search finds none at all\. .* removed\.$/u,
  "cut groups": /^the gateway shows 3 of 9 IP groups, so the others would be missing\.$/u,
  "strange name":
    /^the gateway lists IP groups that are not understood: .*All groups.*, and its search lists .*All groups.*: whether one has this name is not known\. Run pulumi up again/u,
  "cut name": /shows 2 of 3 .* search shows 3 of 9/u,
  "unknown action": /Unknown action/u,
  "HTTP 500": /500/u,
};

/** Plays a story, and returns the answers to its questions, each after the readings that it took. */
async function logOf(story: string): Promise<string> {
  const log: string[] = [];
  const all: Readonly<Record<string, (...words: string[]) => unknown>> = { ...events, ...notes, ...questions };
  for (const step of story.split(", ")) {
    const [what = "", ...words] = step.split(" ");
    sim.requests.clear();
    const answer = await Promise.resolve(all[what]?.(...words)).catch((error: unknown) => {
      const { message } = error as Error;
      const [name] = Object.entries(refusals).find(([, refusal]) => refusal.test(message)) ?? [message];
      return `(${name})`;
    });
    if (!(what in questions)) continue;
    const sent = sim.requests.verbs().map((verb) => Object.keys(actions).find((one) => actions[one] === verb));
    log.push([...sent, answer].join(" "));
  }
  return log.join(", ");
}

const roots = { treeList: "rootsOnly" } as const;
const three = "search search search";

test.each<[sentence: string, story: string, log: string, switches?: Partial<Switches>]>([
  ["a group that the list has needs no search", "of A, of B, name B", "list A, search B, B", roots],
  ["a group that neither list nor search has is gone", "of 999, name 999", "list search gone, gone"],
  [
    "a group that a cut search lacks is not proven to be gone, until both are read again",
    "cutSearch, of 999, isEmpty, name 999, name A, calm, of 999",
    "list search search unproven, false, list search search (cut search), list A, search gone",
  ],
  [
    "a group is not gone if the gateway shows no group at all, until both are read again",
    "dark, of 999, isEmpty, name 999, light, of 999",
    `list ${three} unproven, true, list ${three} (no groups), list search gone`,
  ],
  [
    "a group is not gone if only the list has groups, until both are read again",
    "emptySearch, of 999, isEmpty, calm, of 999",
    `list ${three} (empty search), false, list search gone`,
  ],
  [
    "what is missing after a cut search and then from an empty gateway is reported with the latter",
    "cutSearch, name 999, calm, dark, name 999",
    `list search search (cut search), list ${three} (no groups)`,
  ],
  [
    "a gateway without groups is known to be empty once it was read",
    "removeAll, isEmpty, fresh, isEmpty, fresh, set 7 new, isEmpty",
    "false, list 0, true, list 0, false",
  ],
  [
    "a gateway without groups stays dark until it lists a group",
    "dark, of 1, isEmpty, fresh, expire, isEmpty, light, isEmpty, fresh, isEmpty",
    `list ${three} unproven, true, list 0, true, true, list 3, false`,
  ],
  [
    "all groups are those of the list and of the search, by number, read anew",
    "all, rename C D, all",
    "list search B A C, list search B A C=D",
    { ...roots, strangeGroup: "nameless", listOrder: "reversed" },
  ],
  [
    "all groups are those of the list if the gateway refuses every search",
    "refuseSearch, all, removeAll, all",
    "list search search A C, list search search (unknown action)",
    roots,
  ],
  ["all groups are refused if the search is cut", "cutSearch, all", "list search search (cut groups)"],
  ["all groups are refused if the list fails", "failList, all", "list (HTTP 500)"],
  ["all groups are refused if the search fails, but does not refuse", "failSearchOnce, all", "list search (HTTP 500)"],
  ["all groups are refused if there is none", "removeAll, all", `list ${three} (no groups)`],
  [
    "a search shows to names what the list lacks, once it is known that the list lacks groups",
    "ids B, of 999, ids B, expire, ids B",
    "list none, search gone, B, list search B",
    roots,
  ],
  ["a search adds nothing to names if it shows no more", "of 999, expire, ids B", "list search gone, list B"],
  [
    "names are compared as exactly as the gateway compares them",
    "ids A, ids a, meets A A, meets 999 a, ids a, meets A a, meets A A, ids a",
    "list A, none, none, A",
    { groupNames: "ignoreCase" },
  ],
  [
    "ids that only a search shows are found once a rule refers to a group that the list lacks",
    "mentions A, ids B, mentions B, ids B, mentions A, ids A",
    "list none, search B, A",
    roots,
  ],
  [
    "ids are looked up in a search if an entry that cannot be read may have that name",
    "ids A, ids Other, ids groups, understood, ids groups",
    "list A, none, search (strange name), list none",
    { strangeGroup: "idZero" },
  ],
  [
    "ids are looked up in a search if the list is cut",
    "ids C, ids D, cutSearch, expire, ids C, ids D",
    "list search C, none, list search search C, (cut name)",
    { treeMaxRows: 2 },
  ],
  [
    "a moment has what list and search showed, as far as they were read",
    "remove C, moment, wasThere A B C, add D, addAbove E D, remove E, expire, of 999, moment, set 777 later, wasThere A B D 777",
    "list A, true false false, list search gone, D, true true true false",
    roots,
  ],
  ["a moment has the highest number of list or search", "add D, hideInList D, of 999, moment", "list search gone, D"],
  ["what is left is what a new list has", "fresh, remove C, left A, left A C", "list 3, list A, list search A"],
  [
    "what is left includes what only a search shows, or what a cut search may hide",
    "remove C, left A B C, cutSearch, left A B C",
    "list search A B, list search search A B C",
    roots,
  ],
  [
    "what is left does not include an entry that cannot be read, because each could be read before",
    "remove C, left A C",
    "list search A",
    { strangeGroup: "nameless" },
  ],
  ["what is left is not known if the gateway never showed a group", "dark, left A", `list ${three} not known`],
  ["nothing is left of a group that was listed before", "fresh, removeAll, left B", `list 3, list ${three} none`],
  [
    "nothing is left of a group that was found",
    "emptyList, of B, removeAll, left B",
    `list search B, list ${three} none`,
    roots,
  ],
  ["nothing is left if a group was created before", "dark, makes 7 new, removeAll, left B", `list ${three} none`],
  [
    "a group that the list lacks is nested if a new search shows it",
    "fresh, nested A, nested 999, hideInSearch A, expire, nested B",
    "list 2, list false, list search false, list search search true",
    roots,
  ],
  [
    "our own writes change list and search, so that nothing is read again",
    "of 999, set A A2, set B B2, makes 7 new, name A, name B, name 7, ids new, delete 7, name 7",
    "list search gone, A2, B2, new, 7, gone",
    roots,
  ],
  [
    "our own writes mark a group as new until the gateway shows it, or it is deleted",
    "makes A any, makes 7 any, makes 8 any, isNew A 7 8 9, fresh, shows 7, delete 8, isNew A 7 8",
    "true true true false, list 3, false false false",
  ],
])("%s", async (_sentence, story, log, ...[switches]) => {
  await start(switches);
  expect(await logOf(story)).toBe(log);
});

test("an entry that cannot be read is named beside all groups", async () => {
  await start({ strangeGroup: "nameless" });
  expect((await sight.all()).unreadable).toEqual([expect.stringContaining("null")]);
});

test.each([
  ["refuses", { refuse: "name is empty" }],
  ["finds nothing by", none],
])("a search of all groups has two parts if the gateway %s the empty text", async (_, kind) => {
  await start(roots);
  answers("search", kind, 1);
  expect(await questions.all()).toBe("B A C");
  const details = sim.requests.where({ action: /search/u }).map(({ detail }) => detail);
  expect(details).toEqual(["like , page 1", "like a, page 1", "notLike a, page 1"]);
});

test("a search of all groups counts even if the list was dropped meanwhile", async () => {
  await start(roots);
  await sight.fresh();
  answers("search", { delayMs: 50 });
  const reading = questions.of("B");
  await new Promise((resolve) => setTimeout(resolve, 20));
  sight.expire();
  expect(await reading).toBe("B");
});
