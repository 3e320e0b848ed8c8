import type { FaultKind } from "../../simulator";
import type { User } from "../../simulator/gateway/store";
import type { ProviderFault } from "../support/provider-calls";
import { setTimeout } from "node:timers/promises";
import { type Declared, type FaultRow, faultRows } from "./row";
import { batch, together } from "./together";

// One request at a time, so that operations that wait in the meantime share a request.
const { row } = faultRows({ config: { gateway: { concurrency: 1 } } });

const GUESTS = 2;
const lost = { times: 1, kind: "resetAfterApply" } as const;
const notMade = { times: 1, kind: "resetBeforeApply" } as const;

const userOf = (row: FaultRow, name: string): User | undefined => row.sim.gateway.store.userNamed(name);

function declareUser(row: FaultRow, name: string, more: object = { userGroupIds: [GUESTS] }): Declared {
  return row.declare("User", { name, password: `password of ${name}`, ...more });
}

const outcomeUnknown = /outcome unknown: .* exists now \(id name:.*onExisting: "adopt"/u;

row("F26: a user whose answer was lost and that exists is in doubt: an error, and adopt takes it over", async (row) => {
  for (const [name, more] of Object.entries({
    "F26 made": { userGroupIds: [GUESTS] },
    "F26 by name": { userGroupIds: ["name:Guests"] },
    "F26 alone": {},
  })) {
    const user = declareUser(row, name, more);
    const fault = row.fault({ match: "user_api/createUser", ...lost });
    expect((await row.refused(user)).message).toMatch(outcomeUnknown);
    fault.remove();
    expect(user.resource.exists).toBe(false);
    expect(row.changes()).toEqual(["user_api/createUser", "user_api/changeUsername"]);
    expect(await row.up(user, { ...user.program, onExisting: "adopt" })).toBe("create");
    expect(user.resource.id).toBe(`name:${name}`);
    row.changes();
  }
});

row("F26: a user whose answer was lost is adopted by its name where the program says so", async (row) => {
  const user = declareUser(row, "F26 adopted", { userGroupIds: [GUESTS], onExisting: "adopt" });
  row.fault({ match: "user_api/createUser", ...lost });
  expect(await row.up(user)).toBe("create");
  expect(user.resource.id).toBe("name:F26 adopted");
  expect(userOf(row, "F26 adopted")?.userGroups).toEqual(new Set([GUESTS]));
});

const unclear: readonly [kind: FaultKind, words: string][] = [
  [{ rewrite: () => ({ data: { message: "Perhaps" } }) }, "no action that reads users"],
  [{ refuse: "Disk full" }, "Disk full"],
  ["resetAfterApply", "connection"],
];
for (const [kind, words] of unclear) {
  row(`F26: a user whose existence cannot be seen either (${words}) is an error that says what to do`, async (row) => {
    const user = declareUser(row, "F26 unseen");
    row.fault({ match: "user_api/createUser", ...lost });
    row.fault({ match: "user_api/changeUsername", kind });
    const { message } = await row.refused(user);
    expect(message).toMatch(/outcome unknown: the answer to its creation was lost.*onExisting: "adopt"/u);
    expect(message).toContain(words);
    row.heal();
    expect(await row.up(user, { ...user.program, onExisting: "adopt" })).toBe("create");
  });
}

row("F27: of a user group whose second try is lost or refused too, the error says what to do", async (row) => {
  for (const kind of ["resetAfterApply", { refuse: "Disk full" }] as const) {
    const name = typeof kind === "string" ? "F27 lost twice" : "F27 refused";
    const group = row.declare("UserGroup", { name });
    const faults = [row.fault({ match: "user_api/createUsergroup", ...lost })];
    faults.push(row.fault({ match: "user_api/createUsergroup", times: 1, kind }));
    const { message } = await row.refused(group);
    expect(message).toMatch(/outcome unknown: .*no action that reads user groups.*onExisting: "adopt"/u);
    if (typeof kind !== "string") expect(message).toContain("Disk full");
    for (const fault of faults) fault.remove();
    expect(await row.up(group, { ...group.program, onExisting: "adopt" })).toBe("create");
  }
});

/** Runs `up`. If the outcome is unknown, runs it again with the line that the error names. */
async function settled(row: FaultRow, user: Declared): Promise<void> {
  const error = await row.up(user).then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  if (error === undefined) return;
  expect(error.message).toMatch(outcomeUnknown);
  row.invariants.shown(error.message);
  await row.up(user, { ...user.program, onExisting: "adopt" });
}

row(
  "F40: of 8 users in a batch whose connection dies each is settled by itself, none lost and none twice",
  async (row) => {
    for (const [title, fault] of Object.entries({ made: lost, "not made": notMade })) {
      const users = Array.from({ length: 8 }, (_, n) => declareUser(row, `F40 ${title} ${n}`));
      const first = declareUser(row, `F40 ${title} first`);
      row.sent();
      // Matches the request for several users, however many of them it contains.
      row.fault({ match: /^user_api\/createUser .*, /u, ...fault });
      await together(
        row,
        () => row.up(first),
        users.length,
        () => Promise.all(users.map((user) => settled(row, user))),
      );
      const batches = row.sim.requests.where({ action: "user_api/createUser" }).map(({ detail }) => detail.split(", "));
      const hit = batches.find((batch) => batch.length > 1) ?? [];
      expect(hit.length).toBeGreaterThan(1);
      // Each user of the batch is sent a second time: to create it if it does not exist, otherwise to adopt it.
      const sent = batches.flat();
      const times = users.map(({ program }) => sent.filter((name) => name === program["name"]).length);
      const expected = users.map(({ program }) => (hit.includes(String(program["name"])) ? 2 : 1));
      expect(times).toEqual(expected);
      for (const { program } of users) expect(userOf(row, String(program["name"]))).toBeDefined();
    }
    row.within({ requests: 60, milliseconds: 60_000 });
  },
);

row("F41: of 5 user groups in a batch only the one that the gateway refuses fails", async (row) => {
  row.sim.mutate.addUserGroup("F41 number 3");
  const groups = Array.from({ length: 5 }, (_, n) => row.declare("UserGroup", { name: `F41 number ${n}` }));
  const first = row.declare("UserGroup", { name: "F41 first" });
  expect(await batch(row, first, groups)).toEqual([true, true, true, false, true]);
  expect(row.sim.requests.count({ action: "user_api/createUsergroup" })).toBe(2);
  row.sim.mutate.removeUserGroup("F41 number 3");
  expect(await row.up(groups[3] as Declared)).toBe("create");
});

row("F91: a user named like a number that an id has is not meant by that id", async (row) => {
  const admin = [...row.sim.gateway.store.users.values()].find(({ name }) => name === "admin") as User;
  const twin: User = { id: 9000, name: String(admin.id), userGroups: new Set(), preferences: new Map() };
  row.sim.mutate.gateway((store) => store.users.set(twin.id, twin));
  row.afterwards(() => undefined);
  const membership = await row.made("Membership", { userId: admin.id, userGroupId: GUESTS });
  expect(admin.userGroups.has(GUESTS)).toBe(true);
  expect(twin.userGroups.size).toBe(0);
  await membership.resource.destroy();
  row.sim.mutate.gateway((store) => store.users.delete(twin.id));
  await expect(row.up(declareUser(row, "12"))).rejects.toThrow(/looks like an integer|integer/u);
});

row("F93: entries of an answer in another order belong to the users that they name", async (row) => {
  const users = ["a", "b", "c"].map((letter) => declareUser(row, `F93 ${letter}`));
  row.fault({
    match: "user_api/createUser",
    kind: { rewrite: (answer) => ({ data: [...(answer as { data: unknown[] }).data].reverse() }) },
  });
  expect(await batch(row, declareUser(row, "F93 first"), users)).toEqual([true, true, true]);
  for (const { resource, program } of users) {
    expect(resource.id).toBe(String(userOf(row, String(program["name"]))?.id));
  }
});

row("F93: a user that the answer leaves out is unknown alone, and a trimmed name is the same name", async (row) => {
  const users = ["kept", "left out", "trimmed"].map((word) => declareUser(row, `F93 ${word}`));
  row.fault({
    match: "user_api/createUser",
    skip: 1,
    kind: {
      rewrite: (answer) => ({
        data: (answer as { data: { name: string }[] }).data
          .filter(({ name }) => name !== "F93 left out")
          .map((entry) => ({ ...entry, name: entry.name === "F93 trimmed" ? " F93 trimmed " : entry.name })),
      }),
    },
  });
  expect(await batch(row, declareUser(row, "F93 holds the slot"), users)).toEqual([true, false, true]);
  row.heal();
  const leftOut = users[1] as Declared;
  const { message } = await row.refused(leftOut);
  expect(message).toMatch(/^User "F93 left out".*onExisting: "adopt"/u);
  await row.up(leftOut, { ...leftOut.program, onExisting: "adopt" });
});

row(
  "F95: a text about a membership that is not understood is an error with that text, and is settled by the next up",
  async (row) => {
    const membership = row.declare("Membership", { userName: "admin", userGroupId: GUESTS });
    row.fault({
      match: "user_api/membership",
      apply: false,
      kind: { rewrite: () => ({ data: { added: ["Perhaps tomorrow"], removed: [] } }) },
    });
    const { message } = await row.partly(membership);
    expect(message).toContain("Perhaps tomorrow");
    expect(message).toContain(`pulumi config set --path "flowgate:gateway.wording.done[0]" '^Perhaps tomorrow$'`);
    row.heal();
    expect(await row.up(membership)).toBe("update");
    expect(userOf(row, "admin")?.userGroups.has(GUESTS)).toBe(true);
  },
);

row(
  "F96: errors about permissions that match no entry lead to single requests, so that each fails for itself",
  async (row) => {
    const seccodes = ["auditing", "tos", "wkp"];
    const permissions = seccodes.map((seccode) =>
      row.declare("Permission", { userGroupId: GUESTS, permissionType: "app", seccode }),
    );
    // The gateway refuses one of them, with an error text that names none.
    row.fault({
      match: "user_api/permissions",
      kind: {
        rewrite: (answer) => {
          const has = row.sim.gateway.store.userGroups.get(GUESTS)?.permissions;
          const refused = has?.delete("app tos") === true;
          return refused ? { data: { updated: [], errors: ["Something is wrong"] } } : answer;
        },
      },
    });
    const blocker = row.declare("Permission", { userGroupId: GUESTS, permissionType: "app", seccode: "asnames" });
    expect(await batch(row, blocker, permissions)).toEqual([true, false, true]);
    expect(row.sim.requests.count({ action: "user_api/permissions" })).toBe(5);
  },
);

row("F152: a caller that gives up while its batch is under way leaves the others of the batch alone", async (row) => {
  const others = [0, 1, 2].map((n) => declareUser(row, `F152 user ${n}`));
  const given = declareUser(row, "F152 given up");
  const batch = { action: /createUser .*F152 given up/u };
  row.fault({ match: batch.action, times: 1, kind: { delayMs: 300 } });
  const underWay = async (): Promise<void> => {
    while (row.sim.requests.count(batch) === 0) await setTimeout(5);
  };
  const provider = row.world.provider.kind("User");
  const giveUp = async (): Promise<ProviderFault> => {
    const { inputs } = await provider.check(given.program);
    return provider.createAborted(inputs, underWay());
  };
  const first = declareUser(row, "F152 first");
  const [steps, aborted] = await together(
    row,
    () => row.up(first),
    others.length + 1,
    () => Promise.all([Promise.all(others.map((user) => row.up(user))), giveUp()]),
  );
  expect(aborted.message).toMatch(/cancelled/iu);
  expect(steps).toEqual(["create", "create", "create"]);
  const [sent] = row.sim.requests.where(batch).map(({ detail }) => detail.split(", "));
  expect(sent?.length).toBeGreaterThan(1);
  for (const { resource } of others) expect(row.sim.gateway.store.users.has(Number(resource.id))).toBe(true);
  // The user was created, but no caller received the answer. The next up reports that it exists.
  expect((await row.refused(given)).message).toContain('onExisting: "adopt"');
  expect(await row.up(given, { ...given.program, onExisting: "adopt" })).toBe("create");
  for (const { program } of [given, ...others]) {
    const named = [...row.sim.gateway.store.users.values()].filter(({ name }) => name === program["name"]);
    expect(named).toHaveLength(1);
  }
});
