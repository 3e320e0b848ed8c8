import { defaultSwitches, switchSpace, type Switches, unservedPositions } from "../../../simulator";
import { oneAtATime, pairwise, personas, settingsFor } from "../../support/switch-arrays";

type SwitchName = keyof Switches;

test("the switch space contains every switch with its default first and each position once", () => {
  expect(Object.keys(switchSpace)).toEqual(Object.keys(defaultSwitches));
  for (const [name, positions] of Object.entries<readonly unknown[]>(switchSpace)) {
    expect(positions[0]).toBe(defaultSwitches[name as SwitchName]);
    expect(new Set(positions).size).toBe(positions.length);
    expect(positions.length).toBeGreaterThan(1);
  }
});

test("oneAtATime returns the default, and then each other position of each switch alone", () => {
  const rows = oneAtATime({ unserved: true });
  const positions = Object.values(switchSpace).reduce((sum, { length }) => sum + length, 0);
  expect(rows).toHaveLength(1 + positions - Object.keys(switchSpace).length);
  expect(rows[0]).toEqual({ title: "default", switches: defaultSwitches });
  for (const { title, switches } of rows.slice(1)) {
    const changed = Object.entries(switches).filter(([name, value]) => value !== defaultSwitches[name as SwitchName]);
    expect(changed.map(([name, value]) => `${name}=${value}`)).toEqual([title]);
  }
});

test("pairwise combines every position of each switch with every position of each other switch", () => {
  const rows = pairwise({ unserved: true });
  const names = Object.keys(switchSpace) as SwitchName[];
  const unmet: unknown[] = [];
  for (const [index, one] of names.entries()) {
    for (const other of names.slice(index + 1)) {
      const met = new Map<unknown, Set<unknown>>(switchSpace[one].map((position) => [position, new Set()]));
      for (const { switches } of rows) met.get(switches[one])?.add(switches[other]);
      for (const position of switchSpace[one]) {
        for (const another of switchSpace[other]) {
          if (met.get(position)?.has(another) !== true) unmet.push({ [one]: position, [other]: another });
        }
      }
    }
  }
  expect(unmet).toEqual([]);
  // The two largest switches alone need 6 x 6 rows. Without a covering array there would be one row per pair.
  expect(rows.length).toBeLessThan(120);
});

test("pairwise and oneAtATime return the same each time", () => {
  expect(pairwise()).toEqual(pairwise());
  expect(oneAtATime()).toEqual(oneAtATime());
});

test("positions in which no documented client is served are left out unless requested", () => {
  for (const { switches } of [...oneAtATime(), ...pairwise()]) {
    for (const [name, position] of Object.entries(unservedPositions)) {
      expect(switches[name as SwitchName]).not.toBe(position);
    }
  }
});

test("pairwise can vary some of the switches while the others keep their defaults", () => {
  const of = ["idType", "rulesShape", "memberIds"] as const;
  const rows = pairwise({ of });
  expect(rows.length).toBeLessThanOrEqual(14);
  for (const { switches } of rows) {
    const { idType: _i, rulesShape: _r, memberIds: _m, ...others } = switches;
    expect(defaultSwitches).toMatchObject(others);
  }
});

test("settingsFor returns the settings that a user of such an appliance configures", () => {
  const row = {
    ...defaultSwitches,
    scriptPath: "/x.fcgi",
    commandMethod: "either",
    passwordEncoding: "plain",
  } as const;
  expect(settingsFor(row)).toEqual({
    gateway: { scriptPath: "/x.fcgi", staticPermissionType: "app" },
    replicator: { passwordEncoding: "plain", commandMethod: "GET" },
  });
});

test("personas are the same for one seed, differ for another, and have no position that serves no documented client", () => {
  const rows = personas(50, 7);
  expect(rows).toEqual(personas(50, 7));
  expect(rows).not.toEqual(personas(50, 8));
  const outside = rows.flatMap(({ switches }) =>
    Object.entries(switches).filter(([name, position]) => {
      const positions: readonly unknown[] = switchSpace[name as SwitchName];
      return !positions.includes(position) || unservedPositions[name as SwitchName] === position;
    }),
  );
  expect(outside).toEqual([]);
  const drawn = new Set(rows.map(({ switches }) => JSON.stringify(switches)));
  expect(drawn.size).toBe(50);
});
