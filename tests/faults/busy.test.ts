import { faultRows } from "./row";
import { printer } from "./rules";

const GUESTS = 2;
const statuses = [429, 503] as const;

/** Busy, with the request carried out or not. */
const busy = (status: 429 | 503, apply: boolean, times = 1) =>
  ({ times, apply, kind: { busy: { status, retryAfter: 0 } } }) as const;

describe("an appliance that answers a creating request with 429 or 503", () => {
  const { row } = faultRows();

  for (const status of statuses) {
    row(`F171: and carries it out (${status}): the group is found and kept, and there is one`, async (row) => {
      const group = row.declare("IpGroup", { name: `busy ${status}`, rules: [printer] });
      row.fault({ match: "ipgroups/saveRule", ...busy(status, true) });
      expect(await row.up(group)).toBe("create");
      expect(row.changes()).toEqual(["ipgroups/saveRule"]);
      const [only, ...more] = row.sim.gateway.store.ipGroupsNamed(`busy ${status}`);
      expect([String(only?.id), more]).toEqual([group.resource.id, []]);
    });

    row(
      `F171: and carries out the creation of an account (${status}): it is in doubt and not made twice`,
      async (row) => {
        const name = `busy ${status}`;
        const user = row.declare("User", { name, password: "secret of a user", userGroupIds: [GUESTS] });
        const group = row.declare("UserGroup", { name });
        for (const [declared, match] of [
          [user, "user_api/createUser "],
          [group, "user_api/createUsergroup"],
        ] as const) {
          const fault = row.fault({ match: new RegExp(`^${match}`, "u"), ...busy(status, true) });
          expect((await row.refused(declared)).message).toMatch(/outcome unknown: .*onExisting: "adopt"/u);
          fault.remove();
          expect(await row.up(declared, { ...declared.program, onExisting: "adopt" })).toBe("create");
        }
        const { users, userGroups } = row.sim.gateway.store;
        expect([...users.values(), ...userGroups.values()].filter((one) => one.name === name)).toHaveLength(2);
      },
    );

    row(`F171: and does not carry it out (${status}): 3 more requests, and less than a second`, async (row) => {
      row.within({ requests: 160 });
      await row.made("IpGroup", { name: `first ${status}`, rules: [] });
      const timed = async (title: string): Promise<number> => {
        const groups = Array.from({ length: 20 }, (_, number) =>
          row.declare("IpGroup", { name: `${title} ${status} ${number}`, rules: [printer] }),
        );
        row.sent();
        const began = performance.now();
        await Promise.all(groups.map((group) => row.up(group)));
        return performance.now() - began;
      };
      const usualMs = await timed("usual");
      expect(row.sent()).toHaveLength(20);
      row.fault({ match: "ipgroups/saveRule", skip: 7, ...busy(status, false) });
      const busyMs = await timed("bulk");
      expect(row.sent()).toHaveLength(20 + 3);
      // What this machine needs anyway is no price of the busy answer, and may be twice as much the next time.
      expect(busyMs - 2 * usualMs).toBeLessThan(1_000);
      expect(row.sim.gateway.store.ipGroups.size).toBeGreaterThan(40);
    });
  }
});
