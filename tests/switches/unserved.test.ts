import { unservedPositions } from "../../simulator";
import { Resource } from "../lifecycle/resource";
import { oneAtATime, type SwitchName } from "../support/switch-arrays";
import { Fleet } from "./fleet";

/** Positions in which nothing works, with the error that explains it. */
const says: Partial<Record<SwitchName, Readonly<Record<string, RegExp>>>> = {
  release: { Setting: /the login failed: .*404.*release/u },
  plainHttp: { IpGroup: /redirect/u, Setting: /redirect/u },
  pathEscapes: {
    ReplicatorProfile:
      /takes escapes in paths literally: it stored "a%20b" instead of "a b", and this change was undone/u,
  },
  settingsGiven: { Setting: /show\/settings does not show its value, .*add: onDestroy: "leave"/u },
  tokenRights: { IpGroup: /the token lacks the permission IPGroups/u },
};
const inputs = {
  IpGroup: { name: "group" },
  Policy: { cidr: "10.0.0.0/8", profile: "legacy-netops", kind: "include" },
  ReplicatorProfile: { name: "a b", listeningPort: 3000, sendingPort: 9 },
  Setting: { name: "flowStopAlert", value: 45 },
};

describe("switch positions in which an appliance serves no client", () => {
  const names = Object.keys(says) as (keyof typeof says)[];
  const rows = oneAtATime({ of: names, unserved: true }).filter(({ switches }) =>
    names.some((name) => switches[name] === unservedPositions[name]),
  );
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await Fleet.start(rows);
    await fleet.nextRun();
  });
  afterAll(() => fleet.close());

  test.each(rows.map(({ title }) => title))(
    "%s: creation fails with a clear error, the state keeps nothing, and the appliance is unchanged",
    async (title) => {
      const site = fleet.sites.find(({ row }) => row.title === title);
      if (site === undefined) throw new Error(`there is no site ${title}`);
      const before = site.sim.snapshot();
      const [name] = title.split("=") as [SwitchName];
      for (const [kind, words] of Object.entries(says[name] ?? {})) {
        const resource = new Resource(fleet, kind);
        const program = { ...inputs[kind as keyof typeof inputs], site: site.name };
        await expect(resource.up(program)).rejects.toThrow(words);
        expect(resource.exists).toBe(false);
      }
      expect(site.sim.snapshot()).toBe(before);
    },
  );
});
