import type { FaultSpec } from "../../simulator";
import { type Declared, type FaultRow, faultRows } from "./row";
import { batch } from "./together";

const GUESTS = 2;

// One request at a time, so that operations that wait in the meantime share a request.
const { row } = faultRows({ config: { gateway: { concurrency: 1 } } });

const users = ["a", "b", "c"].map((letter) => `F168 ${letter}`);
const seccodes = ["auditing", "tos", "wkp"];

const membership = (row: FaultRow, userName: string): Declared =>
  row.declare("Membership", { userName, userGroupId: GUESTS });
const permission = (row: FaultRow, seccode: string): Declared =>
  row.declare("Permission", { userGroupId: GUESTS, permissionType: "app", seccode });

const words = "It is locked";
const ways: readonly [way: string, again: number, faults: readonly Omit<FaultSpec, "match">[]][] = [
  ["refuses the entry", 1, [{ kind: { refuseItems: /F168 b|tos/u, words } }]],
  // The second request has all entries; then each has its own.
  [
    "refuses the whole request",
    3,
    [
      { skip: 1, times: 1, kind: { refuse: words } },
      { skip: 2, times: 1, kind: { refuse: words } },
    ],
  ],
];

for (const [way, again, faults] of ways) {
  row(`F168: one bad entry in a batch of memberships fails alone if the gateway ${way}`, async (row) => {
    for (const name of users) await row.up(row.declare("User", { name, password: "secret of a user" }));
    const links = users.map((name) => membership(row, name));
    for (const fault of faults) row.fault({ match: "user_api/membership", ...fault });
    row.changes();
    expect(await batch(row, membership(row, "admin"), links)).toEqual([true, false, true]);
    // What the response has proved is not sent again.
    expect(row.changes()).toHaveLength(2 + again);
    row.heal();
    expect(links.map(({ resource }) => resource.exists)).toEqual([true, false, true]);
    for (const { resource } of links) if (resource.exists) await resource.destroy();
    const held = users.map((name) => [...(row.sim.gateway.store.userNamed(name)?.userGroups ?? [])]);
    expect(held).toEqual([[], [], []]);
  });

  row(`F168: one bad entry in a batch of permissions fails alone if the gateway ${way}`, async (row) => {
    // Sent again, a link that exists would be refused.
    row.sim.switches.repeatedLink = "found";
    const links = seccodes.map((seccode) => permission(row, seccode));
    for (const fault of faults) row.fault({ match: "user_api/permissions", ...fault });
    expect(await batch(row, permission(row, "asnames"), links)).toEqual([true, false, true]);
    row.heal();
    expect(links.map(({ resource }) => resource.exists)).toEqual([true, false, true]);
    for (const { resource } of links) if (resource.exists) await resource.destroy();
    const codes = [...(row.sim.gateway.store.userGroups.get(GUESTS)?.permissions.keys() ?? [])];
    expect(codes).not.toEqual(expect.arrayContaining([expect.stringMatching(/auditing|wkp/u)]));
  });
}

// The lost request added all of them, so that the gateway refuses its repetition as a whole.
for (const kind of ["memberships", "permissions"] as const) {
  row(`F168: a batch of ${kind} whose answer was lost is ours if the gateway refuses its repetition`, async (row) => {
    row.sim.switches.repeatedLink = "whole";
    const isMembership = kind === "memberships";
    for (const name of users) await row.up(row.declare("User", { name, password: "secret of a user" }));
    const before = row.sim.snapshot();
    const links = isMembership
      ? users.map((name) => membership(row, name))
      : seccodes.map((one) => permission(row, one));
    const blocker = isMembership ? membership(row, "admin") : permission(row, "asnames");
    row.fault({
      match: `user_api/${kind.replace("memberships", "membership")}`,
      skip: 1,
      times: 1,
      kind: "resetAfterApply",
    });
    expect(await batch(row, blocker, links)).toEqual([true, true, true]);
    for (const { resource } of [...links, blocker]) await resource.destroy();
    expect(row.sim.snapshot()).toBe(before);
  });
}
