import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { killNow, removeEmptyAttributes } from "../support/kills";
import { isLong } from "../support/long";
import { record } from "../long/record";
import { enginesOf, openFleet, outcomesOf, simOf, tokenOf, type TestFleet } from "../support/fleet";
import { holdingsOf, type Holdings } from "../support/held";

jest.setTimeout(3_600_000);

/** The long tests roll out to 200 sites. */
const count = isLong ? 200 : 6;
/** Number of sites between two kills. */
const BETWEEN = isLong ? 12 : 2;
/** Sites with the same number modulo this have programs of the same form. */
const FORMS = 6;
const names = Array.from({ length: count }, (_, index) => `site-${String(index).padStart(3, "0")}`);

/** Each site has objects with its own name, and one that is named like the token of another site. */
const isolated = `
const pulumi = require("@pulumi/pulumi");
const { Collector, IpGroup, ReplicatorProfile, User, rule } = require("pulumi-flowgate");
const site = pulumi.getStack();
const number = Number(site.slice(5));
const other = "site-" + String((number + 1) % ${count}).padStart(3, "0");
const onExisting = "adopt";
const own = new IpGroup("own", { name: "group of " + site, rules: [rule.ip("10.0.0." + (number % 250))], onExisting });
const last = new IpGroup("other", { name: "token-of-" + other, rules: [rule.network("10.9.0.0/16")], onExisting }, { dependsOn: own });
switch (number % ${FORMS}) {
  case 1: {
    const profile = new ReplicatorProfile("netflow", { name: "netflow-" + site, listeningPort: 2055, sendingPort: 2056, onExisting });
    new Collector("analysis", { address: "10.0.0.2", profiles: [profile], onExisting });
    break;
  }
  case 2:
    // Refused before any request.
    new IpGroup("wrong", { name: "wrong of " + site, rules: [rule.ip("10.0.0.300")] }, { dependsOn: last });
    break;
  case 3:
    console.log("printed by " + site);
    break;
  case 4:
    last.groupId.apply(() => { throw new Error("the program of " + site + " fails"); });
    break;
  case 5:
    // The gateway of these sites refuses the token.
    break;
}
`;

/** The rules of the group that is named like the token of another site. */
const OTHER = ["network 10.9.0.0/16"];

const logOf = (fleet: TestFleet, site: string): Promise<string> =>
  readFile(join(fleet.folder, `.fleet/logs/${site}.log`), "utf8");

const formOf = (site: string): number => Number(site.slice(5)) % FORMS;
const nextTo = (site: string): string => `site-${String((Number(site.slice(5)) + 1) % count).padStart(3, "0")}`;

/** What a site reports, what its appliances hold, and the names of the resources in its state with those of objects. */
interface AtSite {
  readonly outcome: string;
  readonly holdings: string;
  readonly state: readonly string[];
}

/** Beside the objects that were there before, a site holds those of its form. */
function expectedAt(site: string, before: Holdings): AtSite {
  const form = formOf(site);
  const groups = { [`group of ${site}`]: [`ip 10.0.0.${Number(site.slice(5)) % 250}`], [tokenOf(nextTo(site))]: OTHER };
  const netflow = { collectors: ["10.0.0.2"], facts: "2055 -> 2056", policies: [] };
  return {
    outcome: [2, 4, 5].includes(form) ? "failed" : "done",
    holdings: sorted({
      ...before,
      ipGroups: { ...before.ipGroups, ...(form === 5 ? {} : groups) },
      profiles: { ...before.profiles, ...(form === 1 ? { [`netflow-${site}`]: netflow } : {}) },
    }),
    state: [
      ...(form === 1 ? ["Collector::analysis 10.0.0.2"] : []),
      ...(form === 5 ? [] : [`IpGroup::other ${tokenOf(nextTo(site))}`, `IpGroup::own group of ${site}`]),
      ...(form === 1 ? [`ReplicatorProfile::netflow netflow-${site}`] : []),
    ],
  };
}

/**
 * Rolls the program out to sites in the order given, and expects each to be as its program says. `kill` kills engines
 * and kept processes now and then. Returns the number of kills.
 */
async function rollOut(keep: string, sites: readonly string[], kill: boolean): Promise<number> {
  const fleet = await openFleet({
    sites,
    program: isolated,
    ownCredentials: true,
    fleet: { keep, parallel: 1, canary: [], waves: [sites.length], failures: sites.length },
  });
  const held = (site: string): Holdings => holdingsOf(simOf(fleet, site));
  try {
    const expected = sites.map((site) => [site, expectedAt(site, held(site))]);
    for (const site of sites.filter((one) => formOf(one) === 5)) simOf(fleet, site).gateway.setToken("another one");
    const kills = kill ? await upWithKills(fleet, sites) : 0;
    await fleet.run(["up"]);
    const reports = outcomesOf(await fleet.report());
    const results = sites.map(async (site): Promise<readonly [string, AtSite]> => {
      const [state, log] = await Promise.all([stateOf(fleet, site), logOf(fleet, site)]);
      const sent = JSON.stringify([...simOf(fleet, site).requests]);
      for (const text of [state, log, sent]) {
        // Nothing of any other site, but the object that is named like a token of the next one.
        const found = (text.match(/site-\d{3}/gu) ?? []).filter((name) => name !== site && name !== nextTo(site));
        expect({ site, found }).toEqual({ site, found: [] });
      }
      expect(log).not.toMatch(/password-of-/u);
      expect(log).not.toContain(tokenOf(site));
      const outcome = reports[site] === "already" ? "done" : String(reports[site]);
      return [site, { outcome, holdings: sorted(held(site)), state: namesIn(state) }];
    });
    expect(await Promise.all(results)).toEqual(expected);
    return kills;
  } finally {
    await fleet.close();
  }
}

/** Rolls out, and kills the engine of a site, or all kept processes, each time some more sites have been reached. */
async function upWithKills(fleet: TestFleet, sites: readonly string[]): Promise<number> {
  let [turn, kills] = [0, 0];
  const run = fleet.start(["up"]);
  const over = new AbortController();
  const ended = run.ended.finally(() => over.abort());
  const reached = (): string[] => sites.filter((site) => simOf(fleet, site).requests.count() > 0);
  for (let next = BETWEEN; !over.signal.aborted;) {
    await sleep(50);
    const now = reached();
    if (now.length < next) continue;
    const pids = turn % 2 === 0 ? enginesOf(now.at(-1) ?? "") : keptOf(run.child.pid);
    const killed = pids.filter(killNow).length;
    // On a busy machine an engine may have ended by now; the next look tries again.
    if (killed === 0) continue;
    kills += killed;
    next += BETWEEN;
    turn += 1;
  }
  await ended;
  await removeEmptyAttributes(stateFolderOf(fleet));
  return kills;
}

/** Process ids of the processes that a worker keeps. */
function keptOf(worker: number | undefined): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/u).map(Number);
    return parent === worker && /kept\/\w+-host\.js/u.test(line) && pid !== undefined ? [pid] : [];
  });
}

const stateFolderOf = (fleet: TestFleet): string => fileURLToPath(fleet.env["PULUMI_BACKEND_URL"] ?? "");

const stateOf = (fleet: TestFleet, site: string): Promise<string> =>
  readFile(join(stateFolderOf(fleet), `.pulumi/stacks/fleet/${site}.json`), "utf8");

/** The resources of a state by their names and those of their objects. */
function namesIn(state: string): string[] {
  const { checkpoint } = JSON.parse(state) as {
    checkpoint: { latest?: { resources?: { urn: string; inputs?: Record<string, unknown> }[] } };
  };
  const resources = (checkpoint.latest?.resources ?? []).filter(({ urn }) => urn.includes("pulumi-nodejs:dynamic"));
  return resources
    .map(({ urn, inputs = {} }) => `${urn.replace(/.*flowgate:/u, "")} ${String(inputs["name"] ?? inputs["address"])}`)
    .sort();
}

/** JSON whose keys do not depend on the order in which the engine created objects. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

function shuffled(list: readonly string[], seed: number): string[] {
  let state = seed;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  return list
    .map((value) => [random(), value] as const)
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value);
}

describe("sites with credentials, objects and faults of their own, in random order", () => {
  test.each([
    ["nothing", isLong ? FORMS : 1, false],
    ["provider", count, true],
    // The other tests of fleets show a kept program too.
    ...(isLong ? ([["program", count / 4, true]] as const) : []),
  ] as const)("are as their programs say if the fleet keeps %s (%i sites)", async (keep, sites, kill) => {
    const kills = await rollOut(keep, shuffled(names.slice(0, sites), 20_301), kill);
    expect(kills > 0).toBe(kill);
    if (isLong && kill) await record(`fleet-kept-${keep}`, { sites, kills });
  });
});
