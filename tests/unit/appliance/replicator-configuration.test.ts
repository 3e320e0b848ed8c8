import fc from "fast-check";
import { Limiter } from "../../../provider/appliance/client-layer";
import { ReplicatorConfiguration } from "../../../provider/appliance/replicator/configuration";
import { policyKey, type MemberMap, type ReplicatorState } from "../../../provider/appliance/replicator/state";
import { RefusedError } from "../../../provider/errors/errors";
import { ReplicatorClient } from "../../../provider/replicator/client";
import type { Command } from "../../../provider/replicator/commands";
import { startSimulator, type ReplicatorStore, type Simulator } from "../../../simulator";

let sim: Simulator;
let client: ReplicatorClient;
beforeAll(async () => {
  sim = await startSimulator({ https: false });
  const { url, user, password } = sim.replicator;
  client = new ReplicatorClient({ url, user, password, allowHttp: true });
});
afterAll(async () => {
  await client.close();
  await sim.close();
});

const followed = (onChange = (): void => undefined): ReplicatorConfiguration =>
  new ReplicatorConfiguration(client, new Limiter(4), onChange);

/** What the appliance holds, in the form of a state. */
function held({ profiles, thresholds, notes, collectors }: ReplicatorStore): ReplicatorState {
  const policies = [...profiles.values()].flatMap(({ name, policies: own }) =>
    [...own.values()].map(({ network, prefixLength, kind }) => ({
      network,
      prefix: prefixLength,
      profile: name,
      kind,
    })),
  );
  const profilesOf = (address: string): string[] =>
    [...profiles.values()].filter((profile) => profile.collectors.has(address)).map(({ name }) => name);
  return {
    profiles: new Map(
      [...profiles.values()].map(({ name, listeningPort, sendingPort, enabled, singularity, description }) => [
        name,
        { listeningPort, sendingPort, enabled, singularity, description },
      ]),
    ),
    collectors: new Map(
      collectors.map((address) => [
        address,
        { profiles: new Set(profilesOf(address)), threshold: thresholds.get(address) ?? 0 },
      ]),
    ),
    policies: new Map(policies.map((policy) => [policyKey(policy), policy])),
    notes: new Map(notes),
  };
}

function heldExporters({ profiles, exporters }: ReplicatorStore): MemberMap {
  const profilesOf = (address: string): string[] =>
    [...profiles.values()].filter((profile) => profile.exporters.has(address)).map(({ name }) => name);
  return new Map(exporters.map((address) => [address, { profiles: new Set(profilesOf(address)), threshold: 0 }]));
}

/** An intended change. Its meaning depends on what the appliance holds when it is carried out. */
interface Intent {
  what:
    "add" | "update" | "rename" | "switch" | "remove" | "join" | "leave" | "threshold" | "allow" | "forbid" | "note";
  first: number;
  second: number;
}

const intents = fc.array(
  fc.record({
    what: fc.constantFrom<Intent["what"]>(
      ...(["add", "add", "update", "rename", "switch", "remove"] as const),
      ...(["join", "join", "join", "leave", "threshold", "allow", "allow", "forbid", "note"] as const),
    ),
    first: fc.nat(999),
    second: fc.nat(999),
  }),
  { minLength: 1, maxLength: 25 },
);

const words = ["a b", "a?b", "a#b", "a;b", "a+b", "a&b=c", "a'b(c)*!", "total", "__proto__", "0", "prod", "prod-2"];
let used = 0;

/** The command for an intent, based on what the appliance holds now. Undefined if there is nothing to change. */
function commandFor({ what, first, second }: Intent, state: ReplicatorState): Command | undefined {
  const pick = <T>(items: Iterable<T>, index: number): T | undefined => {
    const all = [...items];
    return all[index % Math.max(all.length, 1)];
  };
  const free = words.find((word) => !state.profiles.has(word)) ?? `name ${(used += 1)}`;
  const ports = { listeningPort: 10_000 + (used += 1), sendingPort: 1 + first };
  if (what === "add") return { verb: "profile/add", name: free, ...ports };
  const name = pick(state.profiles.keys(), first);
  if (name === undefined) return undefined;
  const address = `10.0.0.${second % 4}`;
  switch (what) {
    case "update":
      return { verb: "profile/update", name, ...ports };
    case "rename":
      return { verb: "profile/rename", current: name, name: free };
    case "switch":
      return second % 2 === 0
        ? { verb: state.profiles.get(name)?.enabled === true ? "profile/disable" : "profile/enable", name }
        : { verb: "profile/singularity", name, singularity: state.profiles.get(name)?.singularity !== true };
    case "remove":
      return { verb: "profile/remove", name };
    case "join":
      return state.collectors.get(address)?.profiles.has(name) === true
        ? undefined
        : { verb: "collector/add", address, profile: name };
    case "leave": {
      const member = pick(state.collectors, second);
      const profile = member === undefined ? undefined : pick(member[1].profiles, first);
      return member === undefined || profile === undefined
        ? undefined
        : { verb: "collector/remove", address: member[0], profile };
    }
    case "threshold": {
      const collector = pick(state.collectors.keys(), first);
      return collector === undefined
        ? undefined
        : { verb: "collector/threshold", address: collector, threshold: second % 3 };
    }
    case "allow": {
      const policy = { network: `10.${second % 3}.0.0`, prefix: 16, profile: name };
      return (["include", "exclude"] as const).some((kind) => state.policies.has(policyKey({ ...policy, kind })))
        ? undefined
        : { verb: "policies/add", ...policy, kind: second % 2 === 0 ? "include" : "exclude" };
    }
    case "forbid": {
      const policy = pick(state.policies.values(), second);
      return policy === undefined ? undefined : { verb: "policies/remove", ...policy };
    }
    case "note": {
      const collector = pick(state.collectors.keys(), first);
      return second % 2 === 0 || collector === undefined
        ? { verb: "notate/profile", profile: name, description: `text ${first}` }
        : { verb: "notate/ip", address: collector, description: `text ${first}` };
    }
  }
}

const notDone = (): boolean => false;

test.each(["percent", "raw"] as const)(
  "tracking our own commands gives what the appliance holds, and so does a fresh read (escaping: %s)",
  async (configEscaping) => {
    sim.switches.configEscaping = configEscaping;
    await fc.assert(
      fc.asyncProperty(intents, async (plan) => {
        const configuration = followed();
        await configuration.state();
        sim.requests.clear();
        let sent = 0;
        for (const intent of plan) {
          const command = commandFor(intent, await configuration.state());
          if (command === undefined) continue;
          await configuration.send(command, notDone);
          sent += 1;
        }
        expect(await configuration.state()).toEqual(held(sim.replicator.store));
        // No command caused a read.
        expect(sim.requests.verbs({ kind: "write" })).toHaveLength(sent);
        expect(await configuration.fresh()).toEqual(held(sim.replicator.store));
      }),
      { numRuns: 25 },
    );
  },
);

test("exporters are read when first requested, and tracked without another read from then on", async () => {
  const configuration = followed();
  await configuration.state();
  sim.requests.clear();
  for (const [index, name] of ["of exporters", "short-lived"].entries()) {
    const ports = { listeningPort: 4001 + index, sendingPort: 4002 };
    await configuration.send({ verb: "profile/add", name, ...ports }, notDone);
  }
  expect(sim.requests.verbs({ kind: "write" })).toHaveLength(2);
  expect((await configuration.exporters()).members).toEqual(heldExporters(sim.replicator.store));
  sim.requests.clear();
  const commands: Command[] = [
    { verb: "exporter/add", address: "10.0.0.1", profile: "of exporters" },
    { verb: "exporter/add", address: "10.0.0.2", profile: "of exporters" },
    { verb: "exporter/remove", address: "10.0.0.2", profile: "of exporters" },
    { verb: "exporter/add", address: "10.0.0.1", profile: "short-lived" },
    { verb: "exporter/add", address: "10.0.0.3", profile: "short-lived" },
    { verb: "profile/remove", name: "short-lived" },
    { verb: "profile/rename", current: "of exporters", name: "of exporters, renamed" },
  ];
  for (const command of commands) await configuration.send(command, notDone);
  const { members: exporters } = await configuration.exporters();
  expect(sim.requests.verbs({ kind: "write" })).toHaveLength(commands.length);
  expect(exporters).toEqual(heldExporters(sim.replicator.store));
  expect(exporters.get("10.0.0.1")?.profiles).toEqual(new Set(["of exporters, renamed"]));
});

describe("a command that is refused", () => {
  test("F34, F35: counts as done if a new read shows its effect, because another client was faster", async () => {
    const configuration = followed();
    await configuration.send({ verb: "profile/add", name: "shared", listeningPort: 4101, sendingPort: 1 }, notDone);
    const other = followed();
    await other.state();
    const command: Command = { verb: "collector/add", address: "10.1.0.1", profile: "shared" };
    await configuration.send(command, notDone);
    await other.send(command, ({ collectors }) => collectors.get("10.1.0.1")?.profiles.has("shared") === true);
    expect(await other.state()).toEqual(held(sim.replicator.store));
  });

  test("fails with the appliance's error if its effect is missing, and the state still matches the appliance", async () => {
    const configuration = followed();
    await configuration.state();
    const missing: Command = { verb: "collector/add", address: "10.1.0.1", profile: "no such profile" };
    await expect(configuration.send(missing, notDone)).rejects.toThrow(RefusedError);
    expect(await configuration.state()).toEqual(held(sim.replicator.store));
  });

  test("does not count as a change that needs a rebuild", async () => {
    const changes = jest.fn();
    const configuration = followed(changes);
    const missing: Command = { verb: "profile/remove", name: "no such profile" };
    await expect(configuration.send(missing, notDone)).rejects.toThrow(RefusedError);
    expect(changes).not.toHaveBeenCalled();
    await configuration.send({ verb: "profile/add", name: "counted", listeningPort: 4201, sendingPort: 1 }, notDone);
    expect(changes).toHaveBeenCalledTimes(1);
  });
});
