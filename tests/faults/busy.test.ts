import { PACE, paced } from "../support/lifecycle";
import { faultRows } from "./row";
import { printer } from "./rules";

const GUESTS = 2;
const statuses = [429, 503] as const;

/** Busy, with the request carried out or not. */
const busy = (status: 429 | 503, apply: boolean, times = 1) =>
  ({ times, apply, kind: { busy: { status, retryAfter: 0 } } }) as const;

describe("an appliance that answers a creating request with 429 or 503", () => {
  const { row } = faultRows({ simulator: { switches: { duplicateGroupName: "second" } } });

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

describe("a gateway whose lists lag behind its changes", () => {
  const { row } = faultRows({ ...paced, simulator: { switches: { groupsVisibleAfterMs: 300 / PACE } } });

  row("F171: a change of rules that is carried out and answered with 503 is seen and not sent again", async (row) => {
    const group = await row.made("IpGroup", { name: "busy rules", rules: [printer] });
    const groupId = row.sim.gateway.store.ipGroupsNamed("Loopback")[0]?.id ?? 0;
    const rule = row.declare("IpGroupRule", { groupId, rule: { type: "ip", address: "10.9.9.103" } });
    row.invariants.ours(`IP group ${groupId}`);
    row.changes();
    row.fault({ match: "ipgroups/update", ...busy(503, true, 2) });
    expect(await row.up(group, { ...group.program, rules: [printer, { type: "ip", address: "10.1.2.4" }] })).toBe(
      "update",
    );
    expect(await row.up(rule)).toBe("create");
    expect(row.changes()).toEqual(["ipgroups/update", "ipgroups/update"]);
  });

  row("F182: a rule in a group that the same run has created waits until the gateway shows the group", async (row) => {
    const group = await row.made("IpGroup", { name: "F182", rules: [] });
    const { address } = printer;
    const rule = await row.made("IpGroupRule", { groupId: Number(group.resource.id), rule: { type: "ip", address } });
    expect([...(row.sim.gateway.store.ipGroups.get(Number(group.resource.id))?.rules.values() ?? [])]).toEqual([
      printer,
    ]);
    await rule.resource.destroy();
    row.sim.advanceClock(400);
  });

  row("F171: a busy answer after the creation leaves one group", async (row) => {
    row.sim.switches.duplicateGroupName = "second";
    const group = row.declare("IpGroup", { name: "busy and late", rules: [printer] });
    row.fault({ match: "ipgroups/saveRule", ...busy(503, true) });
    expect(await row.up(group)).toBe("create");
    expect(row.sim.gateway.store.ipGroupsNamed("busy and late")).toHaveLength(1);
  });
});
