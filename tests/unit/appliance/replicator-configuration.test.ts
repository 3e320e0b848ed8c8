import { limiterOf } from "../../../provider/appliance/client-layer";
import { ReplicatorConfiguration } from "../../../provider/appliance/replicator/configuration";
import { policyKey, type MemberMap, type ReplicatorState } from "../../../provider/appliance/replicator/state";
import { RefusedError } from "../../../provider/errors/errors";
import type { Command } from "../../../provider/replicator/commands";
import type { ReplicatorStore, Simulator } from "../../../simulator";
import { closeAll } from "../http/support";
import { clientOf, simulator } from "../replicator/support";

let sim: Simulator;
beforeEach(async () => {
  sim = await simulator();
});
afterEach(closeAll);

const followed = (onChange = (): void => undefined): ReplicatorConfiguration =>
  new ReplicatorConfiguration(clientOf(sim), limiterOf(4), onChange);

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

const notDone = (): boolean => false;
const ports = { listeningPort: 4001, sendingPort: 4002 };

/** A command of each verb, with names that need escapes, in an order in which the appliance accepts them. */
const commands: readonly Command[] = [
  ...["a?b#c;d+e&f=g'h(i)*!", "__proto__", "total", "prod", "prod-2"].map(
    (name, index) => ({ verb: "profile/add", name, listeningPort: 10_000 + index, sendingPort: 1 + index }) as const,
  ),
  { verb: "profile/update", name: "total", ...ports },
  { verb: "profile/disable", name: "total" },
  { verb: "profile/disable", name: "prod" },
  { verb: "profile/enable", name: "prod" },
  { verb: "profile/singularity", name: "prod", singularity: true },
  { verb: "profile/singularity", name: "__proto__", singularity: true },
  { verb: "profile/singularity", name: "__proto__", singularity: false },
  ...["__proto__", "prod", "prod-2"].flatMap((profile, index) => [
    { verb: "collector/add", address: "10.0.0.1", profile } as const,
    { verb: "exporter/add", address: "10.0.0.1", profile } as const,
    { verb: "policies/add", network: `10.${index}.0.0`, prefix: 16, profile, kind: "include" } as const,
    { verb: "notate/profile", profile, description: `text of ${profile}` } as const,
  ]),
  { verb: "policies/add", network: "10.9.0.0", prefix: 16, profile: "prod", kind: "exclude" },
  { verb: "collector/add", address: "10.0.0.2", profile: "prod-2" },
  { verb: "exporter/add", address: "10.0.0.3", profile: "prod-2" },
  { verb: "collector/threshold", address: "10.0.0.1", threshold: 7 },
  { verb: "collector/threshold", address: "10.0.0.2", threshold: 8 },
  { verb: "notate/ip", address: "10.0.0.1", description: "100% up" },
  { verb: "collector/remove", address: "10.0.0.1", profile: "__proto__" },
  { verb: "exporter/remove", address: "10.0.0.1", profile: "__proto__" },
  { verb: "policies/remove", network: "10.0.0.0", prefix: 16, profile: "__proto__", kind: "include" },
  { verb: "profile/rename", current: "prod", name: "prod, renamed" },
  { verb: "profile/remove", name: "prod-2" },
];

test.each(["percent", "raw"] as const)(
  "tracking our own commands gives what the appliance holds, and so does a fresh read (escaping: %s)",
  async (configEscaping) => {
    sim.switches.configEscaping = configEscaping;
    const configuration = followed();
    await configuration.state();
    await configuration.exporters();
    sim.requests.clear();
    for (const command of commands) {
      await configuration.send(command, notDone);
      expect(await configuration.state()).toEqual(held(sim.replicator.store));
      expect((await configuration.exporters()).members).toEqual(heldExporters(sim.replicator.store));
    }
    // No command caused a read, except the first name that needs escapes.
    expect(sim.requests.verbs({ kind: "write" })).toHaveLength(commands.length);
    expect(sim.requests.verbs({ kind: "read" })).toEqual(["show/config"]);
    expect(await configuration.fresh()).toEqual(held(sim.replicator.store));
  },
);

test("a command that is refused is no change that needs a rebuild, and the state still matches the appliance", async () => {
  const changes = jest.fn();
  const configuration = followed(changes);
  await configuration.state();
  const missing: Command = { verb: "collector/add", address: "10.1.0.1", profile: "no such profile" };
  await expect(configuration.send(missing, notDone)).rejects.toThrow(RefusedError);
  expect(changes).not.toHaveBeenCalled();
  expect(await configuration.state()).toEqual(held(sim.replicator.store));
  await configuration.send({ verb: "profile/add", name: "counted", ...ports }, notDone);
  expect(changes).toHaveBeenCalledTimes(1);
});
