/** @typedef {import("./guard.mjs").Guard} Guard */

const groupSight = "provider/appliance/gateway/group-sight.ts";

/** What keeps objects from being lost, doubled, or taken from others. @type {Guard[]} */
export const resourceGuards = [
  {
    guard: "before-image: a group that was there before is not taken for the one whose answer was lost",
    row: "F24",
    file: "provider/appliance/gateway/group-creation.ts",
    edits: [{ find: "if (this.#before.wasThere(groupId) || !isCut", replace: "if (groupId < 0 || !isCut" }],
    test: {
      file: "tests/unit/appliance/ip-groups.test.ts",
      name: "is never taken for the other's group: the own one is found or sent again (%s)",
    },
  },
  {
    guard: "whose: a user or user group that exists on the second try is not believed ours without a number",
    row: "F27",
    file: "provider/appliance/gateway/item-outcomes.ts",
    edits: [
      {
        find: "return { error: new AlreadyExistsError(message, existingId, { cause }) };",
        replace: "return { ok: { id: 0, members: [], message, existingId, cause } as Created };",
      },
    ],
    test: {
      file: "tests/faults/users.test.ts",
      name: "F27: a user group that exists on the second try is in doubt: an error, and adopt takes it over",
    },
  },
  {
    guard: "whose: a group that appeared while the answer was lost has the rules that were sent, or is foreign",
    row: "F21",
    file: "provider/appliance/gateway/group-creation.ts",
    edits: [
      {
        find: "isOurs = missing.length + others.length === 0 && (surplus.length === 0 || isTwice)",
        replace: "isOurs = missing.length + others.length + surplus.length >= 0 || isTwice",
      },
    ],
    test: {
      file: "tests/faults/foreign-names.test.ts",
      name: "F24, F27, F29: ... that others made while the answer was lost is not believed ours",
    },
  },
  {
    guard: "lag: a lost request is looked for before it is sent again",
    row: "F36",
    file: "provider/appliance/gateway/group-rules.ts",
    edits: [{ find: "patienceMs: 3000, everyMs: 1000", replace: "patienceMs: 0, everyMs: 0" }],
    test: {
      file: "tests/faults/late-requests.test.ts",
      name: "F21: is waited for before a group is sent again: one group",
    },
  },
  {
    guard: "late: a rule that is there twice is a difference",
    row: "F36",
    file: "provider/resources/ip-group.ts",
    edits: [{ find: "ruleCount > rules.length", replace: "ruleCount < 0 * rules.length" }],
    test: {
      file: "tests/faults/late-requests.test.ts",
      name: "F36: when it comes after the run, a rule is twice: the next refresh and up take one out",
    },
  },
  {
    guard: "an empty list is missing rights, not evidence that groups are gone",
    row: "F47",
    file: groupSight,
    edits: [{ find: 'if (this.#isDark) return "unproven";', replace: 'if (this.#isDark) return "gone";' }],
    test: {
      file: "tests/faults/ip-group-semantics.test.ts",
      name: "F47: a list that is empty for want of rights takes nothing for removed",
    },
  },
  {
    guard: "a second, full reading before a group is called gone",
    row: "F87",
    file: groupSight,
    edits: [
      {
        find: "if (listed !== undefined) return { name: listed };",
        replace: 'return listed === undefined ? "gone" : { name: listed };',
      },
    ],
    test: {
      file: "tests/faults/ip-group-semantics.test.ts",
      name: "F87: a group that one list leaves out is not gone while the search finds it",
    },
  },
  {
    guard: "an id that has another name now is not touched",
    row: "F88",
    file: "provider/resources/ip-group.ts",
    edits: [
      { find: "if (expected.includes(live)) return;", replace: 'if (expected.includes(live) || live !== "") return;' },
    ],
    test: {
      file: "tests/faults/ip-group-semantics.test.ts",
      name: "F88: an id that is another group's now is not touched: update and delete refuse",
    },
  },
  {
    guard: "a change that others overtake is computed anew 3 times at most",
    row: "F150",
    file: "provider/appliance/gateway/group-update.ts",
    edits: [{ find: "const MOST_RECOMPUTATIONS = 3;", replace: "const MOST_RECOMPUTATIONS = 30;" }],
    test: {
      file: "tests/faults/ip-group-semantics.test.ts",
      name: "F150: where another stack was faster the change is computed anew, and stops after 3 times",
    },
  },
  {
    guard: "two groups of one name are not created at once",
    row: "F94",
    file: "provider/appliance/gateway/ip-groups.ts",
    edits: [{ find: "if (this.#creating.has(name))", replace: 'if (this.#creating.has(name) && name === "")' }],
    test: {
      file: "tests/lifecycle/one-owner.test.ts",
      name: "two resources for one name in one program: of two %ss",
    },
  },
  {
    guard: "entries of an answer belong to the user that they name, whatever their order",
    row: "F93",
    file: "provider/appliance/gateway/item-outcomes.ts",
    edits: [
      {
        find: "entries.find((one) => one.name === name) ?? entries.find((one) => one.name.trim() === name)",
        replace: "(entries as Entry[]).shift()",
      },
    ],
    test: {
      file: "tests/faults/users.test.ts",
      name: "F93: entries of an answer in another order belong to the users that they name",
    },
  },
  {
    guard: "an object belongs to the appliance that it was made on",
    file: "provider/appliance/identity.ts",
    edits: [{ find: "if (recorded === undefined ||", replace: "if (recorded !== null ||" }],
    test: {
      file: "tests/unit/appliance/identity.test.ts",
      name: "any other is refused with one sentence that names both and what to do",
    },
  },
  {
    guard: "appliances and accounts share no session, limit or list",
    row: "F61",
    file: "provider/appliance/appliances.ts",
    edits: [
      {
        find: "return kind + JSON.stringify({ ...settings, url }, sortedKeys);",
        replace: "return `${kind}${url.slice(0, 0)}`;",
      },
    ],
    test: {
      file: "tests/unit/appliance/identity.test.ts",
      name: "F61: one object an appliance serves everybody in the process, and none is shared between two",
    },
  },
  {
    guard: "every call waits for the configuration, which may come late",
    row: "F139",
    file: "provider/host.ts",
    edits: [
      {
        find: "await call(await ready)",
        replace:
          "await call(await Promise.race([ready, new Lifecycle(definition, worldOf(new Configuration({}, {})))]))",
      },
    ],
    test: { file: "tests/faults/host.test.ts", name: "F139: may come late: calls made before it wait for it" },
  },
  {
    guard: "an error that the host prints has no stack",
    row: "F138",
    file: "provider/host.ts",
    edits: [{ find: 'plain.stack = "";', replace: "" }],
    test: { file: "tests/faults/host.test.ts", name: "F138: an error of check or diff has no stack and no secret" },
  },
  {
    guard: "only this package's keys of the configuration are looked at",
    file: "provider/host.ts",
    edits: [
      { find: "Object.entries(all).filter(([key]) => key.startsWith(NAMESPACE))", replace: "Object.entries(all)" },
    ],
    test: {
      file: "tests/faults/host.test.ts",
      name: "keys of other packages in the stack configuration are not looked at",
    },
  },
  {
    guard: "what replaces is deleted first",
    row: "F145",
    file: "provider/host.ts",
    edits: [{ find: "{ replaces, deleteBeforeReplace: true }", replace: "{ replaces }" }],
    test: {
      file: "tests/host/unknown-values.test.ts",
      name: "%s: one in an input that replaces is a replacement that deletes first",
    },
  },
  {
    guard: "what was made before a failure is kept in the state",
    row: "F38",
    file: "provider/lifecycle.ts",
    edits: [{ find: "made: (soFar) => (made.soFar = soFar),", replace: "made: () => undefined," }],
    test: {
      file: "tests/faults/replicator-lost.test.ts",
      name: "F38: a profile whose note fails is kept in part, and the next up sends only the note",
    },
  },
  {
    guard: "an existing object is adopted only when the program says so",
    file: "provider/lifecycle.ts",
    edits: [{ find: 'if (mode === "fail") throw', replace: 'if (mode === "") throw' }],
    test: {
      file: "tests/faults/ip-groups.test.ts",
      name: "F24: a foreign group of that name is never adopted by a lost answer",
    },
  },
  {
    guard: "the old name of a renamed profile is not given away in the same run",
    row: "F105",
    file: "provider/resources/parts/profile.ts",
    edits: [{ find: "if (since === undefined) return;", replace: "if (since !== null) return;" }],
    test: {
      file: "tests/faults/replicator-semantics.test.ts",
      name: "F105: the old name of a renamed profile is not given to a new one in the same run",
    },
  },
  {
    guard: "a setting that somebody changed since is not put back",
    file: "provider/resources/setting.ts",
    edits: [{ find: "state[key] !== undefined && live[key] === state[key]", replace: "state[key] !== undefined" }],
    test: { file: "tests/lifecycle/setting-destroy.test.ts", name: "the destroy of a Setting" },
  },
];
