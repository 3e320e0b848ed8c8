/** @typedef {import("./guard.mjs").Guard} Guard */

/** What the resources of one appliance share: lists, batches, repetitions, sessions. @type {Guard[]} */
export const applianceGuards = [
  {
    guard: "generation: a list whose reading began before a write ended is not kept",
    row: "F151",
    file: "provider/appliance/snapshot.ts",
    edits: [{ find: "if (generation !== this.#generation) return;", replace: "" }],
    test: {
      file: "tests/unit/appliance/snapshot.test.ts",
      name: "F151: a list begun before a write ended is never kept: what has ended is in every later list, in any schedule",
    },
  },
  {
    guard: "results of a batch go back by key, not by position",
    row: "F40",
    file: "provider/appliance/batcher.ts",
    edits: [
      { find: "results.get(key) ??", replace: "[...results.values()][batch.findIndex((one) => one.key === key)] ??" },
    ],
    test: {
      file: "tests/unit/appliance/batcher.test.ts",
      name: "F40, F41, F94: in any schedule each item gets its own result, one failing item fails alone, and no batch holds a key twice",
    },
  },
  {
    guard: "a batch never holds one key twice",
    row: "F94",
    file: "provider/appliance/batcher.ts",
    edits: [
      { find: "if (batch.has(one.key) || batch.size >= this.#largest)", replace: "if (batch.size >= this.#largest)" },
    ],
    test: {
      file: "tests/unit/appliance/batcher.test.ts",
      name: "F40, F41, F94: in any schedule each item gets its own result, one failing item fails alone, and no batch holds a key twice",
    },
  },
  {
    guard: "a batch holds at most 100 items",
    file: "provider/appliance/batcher.ts",
    edits: [{ find: "const LARGEST_BATCH = 100;", replace: "const LARGEST_BATCH = 100_000;" }],
    test: {
      file: "tests/unit/appliance/batcher.test.ts",
      name: "what waits while the slots are busy leaves together when one is free, at most 100 at once",
    },
  },
  {
    guard: "no more requests at once than are allowed",
    row: "F149",
    file: "provider/appliance/limiter.ts",
    edits: [
      {
        find: "bulkhead(concurrency, Number.MAX_SAFE_INTEGER)",
        replace: "bulkhead(concurrency * 2, Number.MAX_SAFE_INTEGER)",
      },
    ],
    test: {
      file: "tests/unit/appliance/limiter.test.ts",
      name: "F149: never are more operations in flight than the setting, in any schedule, and none is forgotten",
    },
  },
  {
    guard: "one rebuild at a time, so that each change is covered by one that began after it",
    row: "F119",
    file: "provider/appliance/rebuild.ts",
    edits: [
      {
        find: "this.#waiting.push({ resolve, reject });",
        replace: "if (this.#running) { resolve(); return; }\n      this.#waiting.push({ resolve, reject });",
      },
    ],
    test: { file: "tests/unit/appliance/rebuild.test.ts", name: "that began before a change does not count for it" },
  },
  {
    guard: "a creation whose answer was lost is not sent again blindly",
    row: "F13",
    file: "provider/appliance/retry.ts",
    edits: [
      {
        find: 'error instanceof UnknownOutcomeError && operation !== "creating"',
        replace: "error instanceof UnknownOutcomeError",
      },
    ],
    test: {
      file: "tests/unit/appliance/retry.test.ts",
      name: "is never sent again blindly when it creates: the outcome stays unknown",
    },
  },
  {
    guard: "retry budget: an appliance that fails always is not flooded",
    row: "F14",
    file: "provider/appliance/retry.ts",
    edits: [{ find: "return this.#budget >= 0;", replace: "return true;" }],
    test: {
      file: "tests/unit/appliance/retry.test.ts",
      name: "F14: where every call fails, N of them cause at most N + 100 requests, and soon",
    },
  },
  {
    guard: "a Retry-After of more than a minute is an error",
    row: "F12",
    file: "provider/appliance/retry.ts",
    edits: [{ find: "maxRetryAfterSeconds: 60,", replace: "maxRetryAfterSeconds: 100_000," }],
    test: { file: "tests/unit/appliance/retry.test.ts", name: "that asks for more than a minute is an error at once" },
  },
  {
    guard: "a certificate that is not accepted is not tried again",
    row: "F3",
    file: "provider/appliance/retry.ts",
    edits: [{ find: "return error.retryable;", replace: "return true;" }],
    test: {
      file: "tests/unit/appliance/retry.test.ts",
      name: "F3: is not tried again where that cannot help: the certificate is not trusted",
    },
  },
  {
    guard: "a refused login is not sent again: appliances lock users out",
    row: "F48",
    file: "provider/replicator/login.ts",
    edits: [{ find: "if (refused !== undefined) throw refused;", replace: "" }],
    test: {
      file: "tests/unit/replicator/login.test.ts",
      name: "F48: is tried once in this process; all callers get one error (HTTP %d)",
    },
  },
  {
    guard: "a refused token is not sent again",
    row: "F44",
    file: "provider/gateway/caller.ts",
    edits: [
      {
        find: "if (refused !== undefined) throw refused;\n    const reply",
        replace: "const reply",
      },
    ],
    test: {
      file: "tests/unit/gateway/client.test.ts",
      name: "F44: a refused token fails fast: at most as many requests as run at once, one message, no token in it",
    },
  },
  {
    guard: "one login for all who wait",
    row: "F49",
    file: "provider/replicator/session.ts",
    edits: [{ find: "this.#opening ??= this.#begin()", replace: "this.#opening = this.#begin()" }],
    test: {
      file: "tests/unit/replicator/session.test.ts",
      name: "F49: is opened by exactly one login for 64 operations that start cold",
    },
  },
  {
    guard: "re-login limit: a session that is always taken is given up",
    row: "F56",
    file: "provider/replicator/session.ts",
    edits: [{ find: "const MOST_FORCED_LOGINS = 3;", replace: "const MOST_FORCED_LOGINS = 30;" }],
    test: {
      file: "tests/unit/replicator/session.test.ts",
      name: "F56: that another client keeps taking is given up after 3 more logins, and says so",
    },
  },
  {
    guard: "a session is renewed before its 30 minutes are over",
    row: "F50",
    file: "provider/replicator/session.ts",
    edits: [{ find: "const RENEW_AFTER_MS = 27 * 60 * 1000;", replace: "const RENEW_AFTER_MS = 90 * 60 * 1000;" }],
    test: {
      file: "tests/unit/replicator/session.test.ts",
      name: "F50, F51: is renewed when 27 minutes have passed since its start, busy or not, by one login",
    },
  },
  {
    guard: "an operation that sees the end of an older session late opens no new one",
    row: "F54",
    file: "provider/replicator/session.ts",
    edits: [{ find: "if (usable !== undefined && usable !== ended) return usable;", replace: "" }],
    test: {
      file: "tests/unit/replicator/session.test.ts",
      name: "F54: is not opened again by an operation that sees the end of an older one late",
    },
  },
  {
    guard: "cookies keep their raw value",
    row: "F58",
    file: "provider/replicator/cookies.ts",
    edits: [
      {
        find: "const value = pair.slice(at + 1).trim();",
        replace: "const value = decodeURIComponent(pair.slice(at + 1).trim());",
      },
    ],
    test: {
      file: "tests/unit/replicator/cookies.test.ts",
      name: "go back by name and raw value, percent escapes untouched, whatever their attributes",
    },
  },
  {
    guard: "the user groups that every gateway has are not deleted",
    row: "F98",
    file: "provider/gateway/user-api.ts",
    edits: [{ find: "if (kept === undefined) return await", replace: "if (kept !== null) return await" }],
    test: {
      file: "tests/unit/gateway/user-api.test.ts",
      name: "F98: does not delete the user group %j of the appliance",
    },
  },
  {
    guard: "a deletion of users without entries is not sent",
    row: "F90",
    file: "provider/gateway/user-api.ts",
    edits: [{ find: "if (items.length === 0) throw", replace: "if (items.length < 0) throw" }],
    test: { file: "tests/unit/gateway/user-api.test.ts", name: "F90: never sends a deletion without entries" },
  },
  {
    guard: "a deletion of IP groups with an empty list is not sent",
    row: "F90",
    file: "provider/gateway/ip-groups.ts",
    edits: [{ find: "if (groups.length === 0) throw", replace: "if (groups.length < 0) throw" }],
    test: { file: "tests/unit/gateway/ip-groups.test.ts", name: "F90: never sends a delete with an empty list" },
  },
  {
    guard: "a creation that is answered with another name is in doubt",
    row: "F79",
    file: "provider/appliance/gateway/group-creation.ts",
    edits: [{ find: "if (wasThere && fc_name !== undefined && !", replace: 'if (wasThere && fc_name === "" && !' }],
    test: {
      file: "tests/unit/appliance/ip-groups.test.ts",
      name: "F79: an answer about another group is not believed: the own one is found by its name",
    },
  },
  {
    guard: "a list of small pages is followed for 100 pages at most",
    file: "provider/gateway/ip-groups.ts",
    edits: [{ find: "const MOST_SMALL_PAGES = 100;", replace: "const MOST_SMALL_PAGES = 120;" }],
    test: { file: "tests/unit/gateway/ip-groups.test.ts", name: "a search that never ends stops after 100 pages" },
  },
  {
    guard: "all IP groups go only after the host name was typed",
    file: "cli/commands/ip-groups/delete-all.ts",
    edits: [{ find: "await context.confirm(what, client.host, options.confirm);", replace: "void what, options;" }],
    test: {
      file: "tests/unit/cli/ip-groups.test.ts",
      name: "without a terminal it wants the host name as an option, and says so",
    },
  },
];
