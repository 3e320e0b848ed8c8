import { type Asked, containing, type Refusal, type Row, seconds, testRows } from "./rows";
import { failure } from "./support";

type Part = NonNullable<Row[3]>;

const saved = (new_fc: string, ...added: object[]): Asked => ["saveRule", { new_fc, added }];
const ip = (address: string): object => ({ type: "ip", address });
const childRule = (child: number | string): object => ({ type: "child", child_id: String(child) });
const everything = { type: "ipall", all: 1 };
const updated = (fields: object, fc_id = 104): Asked => ["update", { fc_id, ...fields }];
const removed = (...ids: number[]): Asked => ["delete", { json: ids.map((id) => ({ id: String(id) })) }];
const search = (fields: object): Asked => ["search", { fc_name_comp: "like", ...fields }];
const loaded = (fc_id: number): Asked => ["loadRules", { fc_id }];
const tree: Asked = ["loadTreeRootFast"];
const names = (...found: string[]): object =>
  containing({ results: found.map((fc_name) => expect.objectContaining({ fc_name }) as object) });
const foreign = ["Private networks", "Multicast", "Loopback"];

const rulesOf =
  (id: number): Part =>
  ({ ipGroups }) => [...(ipGroups.get(id)?.rules.values() ?? [])];
const groupNames: Part = ({ ipGroups }) => [...ipGroups.values()].slice(3).map(({ name }) => name);

/** Rules of every type as they are answered. They are sent the same way. */
const everyType = [
  { type: "ip", sip: "10.1.1.1" },
  { type: "range", sip: "10.1.2.1", eip: "10.1.2.9" },
  { type: "network", address: "10.2.0.0", mask: "16" },
  everything,
  { type: "wildcard", address: "10.0.7.0", mask: "0.255.0.255" },
  childRule(101),
];
const numbered = (rule: object, index: number): object => ({ rule_id: 506 + index, cid: null, ...rule });
const ofLoopback = [{ rule_id: 505, cid: null, type: "ip", sip: "127.0.0.1" }];
const twice = [saved("Paris", ip("10.0.0.1")), saved("Paris", ip("10.0.0.2"))];
const referenced = [saved("Child"), saved("Parent", childRule(104)), removed(104)];
const late = { groupsVisibleAfterMs: 60_000 };
const updatedLater = [saved("late"), seconds(30), updated({ added: [everything] })];

const rows: readonly Row[] = [
  [
    {},
    [saved("Paris", ...everyType)],
    {
      removed: [],
      updated: [],
      added: everyType.map(numbered),
      warnings: [],
      fc_id: 104,
      myrules: "10.1.1.1, 10.1.2.1-10.1.2.9, 10.2.0.0/16, all IPs, 10.0.7.0 wildcard 0.255.0.255, Private networks",
      fc_name: "Paris",
      total: 6,
    },
  ],
  [{}, [saved("One", ip("10.1.1.1"))], containing({ rule_id: 506 }), rulesOf(104), [ip("10.1.1.1")]],
  [{}, [saved("Empty")], expect.not.objectContaining({ rule_id: expect.anything() as number })],
  [
    {},
    [
      saved("Paris", ip("10.0.0.1"), ip("10.0.0.2")),
      updated({
        name: "Lyon",
        added: [everything],
        updated: [{ rule_id: "506", ...ip("10.9.9.9") }],
        removed: [507],
      }),
    ],
    containing({ fc_id: 104, fc_name: "Lyon", total: 2, removed: [507] }),
    rulesOf(104),
    [ip("10.9.9.9"), everything],
  ],
  [
    {},
    [saved("Paris"), updated({ name: "", added: "", updated: [], removed: "" })],
    containing({ fc_name: "Paris", total: 0 }),
  ],
  [{}, [search({ name: "LOOP" })], names("Loopback")],
  [{}, [search({ name: "Loop", fc_name_comp: "notLike" })], names("Private networks", "Multicast")],
  [{}, [search({ name: "", page: 2, maxRows: 2 })], names("Loopback")],
  [{}, [search({ name: "", page: 3, maxRows: 2 })], names()],
  [
    {},
    [["deleteRule", { rule_id: 501 }]],
    { fc_id: 101, success: 1, myrules: "172.16.0.0/12, 192.168.0.0/16", rule_id: "501", total: 2 },
  ],
  [{}, [saved("Paris"), removed(104, 9999)], { processedCount: 1, removed: ["104"] }],
  [{}, [saved("Child"), saved("Parent", childRule(104)), removed(104, 105)], containing({ processedCount: 2 })],
  [{}, referenced, failure(/is a child of group/), rulesOf(105), [{ type: "child", child_id: 104 }]],
  [{ deleteReferencedGroup: "removeChildRules" }, referenced, containing({ processedCount: 1 }), rulesOf(105), []],
  [
    { deleteReferencedGroup: "leaveDangling" },
    referenced,
    containing({ processedCount: 1 }),
    rulesOf(105),
    [{ type: "child", child_id: 104 }],
  ],
  [
    {},
    [
      saved("Inner"),
      saved("Middle", childRule(104)),
      saved("Outer", childRule(105)),
      updated({ added: [childRule(106)] }),
    ],
    failure(/contains group/),
  ],
  [{ duplicateGroupName: "append" }, twice, containing({ total: 2 }), groupNames, ["Paris"]],
  [{ duplicateGroupName: "refuse" }, twice, failure(/named Paris already exists/), groupNames, ["Paris"]],
  [{ duplicateGroupName: "second" }, twice, containing({ total: 1 }), groupNames, ["Paris", "Paris"]],
  [{}, [saved("Paris"), saved("France", childRule(104)), tree], names(...foreign, "Paris", "France")],
  [{ treeList: "rootsOnly" }, [saved("Paris"), saved("France", childRule(104)), tree], names(...foreign, "France")],
  [{ listOrder: "reversed" }, [tree], names(...foreign.toReversed())],
  [{ listOrder: "reversed" }, [search({ name: "", maxRows: 2 })], names("Loopback", "Multicast")],
  // Rules that are added together get ascending ids in their order, whatever the order of lists.
  [
    { listOrder: "reversed" },
    [saved("Paris", ...everyType.slice(0, 2)), loaded(104)],
    { results: everyType.slice(0, 2).map(numbered).toReversed() },
  ],
  [{ searchShape: "array" }, [search({ name: "Loop" })], [containing({ fc_name: "Loopback" })]],
  [{ searchShape: "rows" }, [search({ name: "Loop" })], containing({ rows: [containing({ fc_name: "Loopback" })] })],
  [{}, [loaded(103)], { results: ofLoopback }],
  [{ rulesShape: "array" }, [loaded(103)], ofLoopback],
  [{ rulesShape: "rules" }, [loaded(103)], { rules: ofLoopback }],
  [{ rulesShape: "rows" }, [loaded(103)], { rows: ofLoopback }],
  [
    { idType: "string", ipRuleFieldOnRead: "address" },
    [loaded(103)],
    { results: [{ rule_id: "505", cid: null, ...ip("127.0.0.1") }] },
  ],
  [
    { networkMaskOnRead: "dotted" },
    [loaded(101)],
    { results: ["255.0.0.0", "255.240.0.0", "255.255.0.0"].map((mask) => containing({ mask })) },
  ],
  [{ idType: "number" }, [tree], { results: [101, 102, 103].map((fc_id) => containing({ fc_id })) }],
  [{ updateReply: "empty" }, [updated({ name: "Mine" }, 101)], {}, (store) => store.ipGroups.get(101)?.name, "Mine"],
  [{ deleteAllReply: "success" }, [["deleteAll"]], { success: 1 }, ({ ipGroups }) => ipGroups.size, 0],
  [{ extraFields: "some" }, [tree], { results: foreign.map(() => containing({ owner: null })) }],
  [{ extraFields: "some" }, [loaded(103)], { results: [containing({ tags: [] })] }],
  [{}, [saved(" Paris ")], containing({ fc_name: " Paris " })],
  [{ storedText: "trimmed" }, [saved(" Lyon ")], containing({ fc_name: "Lyon" })],
  [{ storedText: "trimmed", duplicateGroupName: "refuse" }, [saved("Lyon"), saved("Lyon ")], failure(/already exists/)],
  [late, [saved("late"), tree], names(...foreign)],
  [late, [saved("late"), search({ name: "late" })], names()],
  [late, [saved("late"), loaded(104)], failure(/104 does not exist/)],
  [late, [saved("late"), seconds(61), tree], names(...foreign, "late")],
  [late, [saved("late"), seconds(61), search({ name: "late" })], names("late")],
  [late, [...updatedLater, seconds(31), loaded(104)], { results: [] }],
  [late, [...updatedLater, seconds(61), loaded(104)], { results: [containing(everything)] }],
  [{ tokenRights: "none" }, [tree], { results: [] }],
  [{ tokenRights: "none" }, [saved("Paris")], failure(/not permit/)],
];

const rule = (fields: object): Asked => saved("Paris", fields);
const refusals: readonly Refusal[] = [
  [/not an IPv4/, ...["010.0.0.1", "::1", "1.2.3"].map((address) => rule(ip(address)))],
  [/not an IPv4/, rule({ type: "wildcard", address: "10.0.0.0", mask: "8" })],
  [/eip: is missing/, rule({ type: "range", sip: "10.0.0.1" })],
  [/after eip/, rule({ type: "range", sip: "10.0.0.9", eip: "10.0.0.1" })],
  [/bits set outside its mask/, rule({ type: "network", address: "10.0.0.1", mask: "8" })],
  [/expected string/, rule({ type: "network", address: "10.0.0.0", mask: 8 }), ["delete", { json: [{ id: 101 }] }]],
  [/not a prefix length/, rule({ type: "network", address: "10.0.0.0", mask: "33" })],
  [/expected 1/, rule({ type: "ipall", all: 2 })],
  [/9999 does not exist/, rule(childRule(9999)), loaded(9999), ["deleteRule", { rule_id: 9999 }]],
  [/9999 does not exist/, updated({ updated: [{ rule_id: 9999, ...ip("10.0.0.2") }] }, 101)],
  [/type/, rule({ type: "host", address: "10.0.0.1" })],
  [/note/, rule({ ...ip("10.0.0.1"), note: "x" })],
  [/either address or sip/, rule({ ...ip("10.0.0.1"), sip: "10.0.0.1" })],
  [/new_fc: is missing/, ["saveRule", { added: [] }]],
  [/added: is missing/, ["saveRule", { new_fc: "Paris" }]],
  [/added: is not JSON/, ["saveRule", { new_fc: "Paris", added: "[{" }]],
  [/colour/, ["saveRule", { new_fc: "Paris", added: [], colour: "red" }]],
  [/__proto__/, ["saveRule", { new_fc: "Paris", added: [], ["__proto__"]: "x" }]],
  [/new_fc/, saved("")],
  [/control character/, saved("a\u0007")],
  [/rule 501 is network and cannot change/, updated({ updated: [{ rule_id: 501, ...everything }] }, 101)],
  [/rule 505 does not exist in group/, updated({ name: "Lyon", removed: [505] }, 101)],
  [/removed.0: expected number/, updated({ removed: ["501"] }, 101)],
  [/named twice/, updated({ removed: [501, 501] }, 101)],
  [/already exists/, updated({ name: "Multicast" }, 101)],
  [/contains group/, updated({ added: [childRule(101)] }, 101)],
  [/fc_name_comp/, search({ name: "x", fc_name_comp: "is" })],
  [/page/, search({ name: "x", page: 0 })],
];

const { context, ask } = testRows("ipgroups", rows, refusals);

test("a deletion of everything and one without entries are counted as traps", async () => {
  await ask(removed());
  await ask(["deleteAll"]);
  expect(context.sim.gateway.store.ipGroups.size).toBe(0);
  for (const trap of ["ipgroups/delete []", "ipgroups/deleteAll"] as const)
    expect(context.sim.traps.count(trap)).toBe(1);
  expect(context.sim.traps.count()).toBe(2);
});
