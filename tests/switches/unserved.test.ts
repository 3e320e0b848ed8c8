import { unservedPositions } from "../../simulator";
import { oneAtATime, type SwitchName } from "../support/switch-arrays";
import { sitesOf } from "./suite";

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
  const sites = sitesOf(rows);

  test.each(rows.map(({ title }) => title))(
    "%s: creation fails with a clear error, the state keeps nothing, and the appliance is unchanged",
    async (title) => {
      const site = sites().find(({ row }) => row.title === title);
      if (site === undefined) throw new Error(`there is no site ${title}`);
      const before = site.sim.snapshot();
      await site.nextRun();
      const [name] = title.split("=") as [SwitchName];
      for (const [kind, words] of Object.entries(says[name] ?? {})) {
        const resource = site.resource(kind);
        await expect(resource.up(inputs[kind as keyof typeof inputs])).rejects.toThrow(words);
        expect(resource.exists).toBe(false);
      }
      expect(site.sim.snapshot()).toBe(before);
    },
  );
});
