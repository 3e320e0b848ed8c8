import type { FaultSpec } from "../../simulator";
import { type Declared, type FaultRow, faultRows } from "./row";
import { batch } from "./together";

const GUESTS = 2;

// One request at a time, so that operations that wait in the meantime share a request.
const { row } = faultRows({ config: { gateway: { concurrency: 1 } } });

const users = ["a", "b", "c"].map((letter) => `F168 ${letter}`);
const seccodes = ["auditing", "tos", "wkp"];

type Kind = "memberships" | "permissions";
interface Links {
  readonly links: readonly Declared[];
  /** Another one, which takes the only slot until the links share a request. */
  readonly first: Declared;
  readonly match: string;
}

async function declareLinks(row: FaultRow, kind: Kind): Promise<Links> {
  if (kind === "permissions") {
    const permission = (seccode: string): Declared =>
      row.declare("Permission", { userGroupId: GUESTS, permissionType: "app", seccode });
    return { links: seccodes.map(permission), first: permission("asnames"), match: "user_api/permissions" };
  }
  for (const name of users) await row.made("User", { name, password: "secret of a user" });
  const membership = (userName: string): Declared => row.declare("Membership", { userName, userGroupId: GUESTS });
  return { links: users.map(membership), first: membership("admin"), match: "user_api/membership" };
}

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

for (const kind of ["memberships", "permissions"] as const) {
  for (const [way, again, faults] of ways) {
    row(`F168: one bad entry in a batch of ${kind} fails alone if the gateway ${way}`, async (row) => {
      // Sent again, a link that exists would be refused.
      row.sim.switches.repeatedLink = "found";
      const { links, first, match } = await declareLinks(row, kind);
      const before = row.sim.snapshot();
      for (const fault of faults) row.fault({ match, ...fault });
      row.changes();
      expect(await batch(row, first, links)).toEqual([true, false, true]);
      // What the response has proved is not sent again.
      expect(row.changes()).toHaveLength(2 + again);
      row.heal();
      expect(links.map(({ resource }) => resource.exists)).toEqual([true, false, true]);
      for (const { resource } of [first, ...links]) if (resource.exists) await resource.destroy();
      expect(row.sim.snapshot()).toBe(before);
    });
  }

  // The lost request added all of them, so that the gateway refuses its repetition as a whole.
  row(`F168: a batch of ${kind} whose answer was lost is ours if the gateway refuses its repetition`, async (row) => {
    row.sim.switches.repeatedLink = "whole";
    const { links, first, match } = await declareLinks(row, kind);
    const before = row.sim.snapshot();
    row.fault({ match, skip: 1, times: 1, kind: "resetAfterApply" });
    expect(await batch(row, first, links)).toEqual([true, true, true]);
    for (const { resource } of [...links, first]) await resource.destroy();
    expect(row.sim.snapshot()).toBe(before);
  });
}
