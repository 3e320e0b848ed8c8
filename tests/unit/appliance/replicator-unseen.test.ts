import { limiterOf } from "../../../provider/appliance/client-layer";
import { ReplicatorConfiguration } from "../../../provider/appliance/replicator/configuration";
import { Retrier } from "../../../provider/http/retry";
import type { ReplicatorState } from "../../../provider/appliance/replicator/state";
import type { Send } from "../../../provider/http/request";
import type { ReplicatorClient } from "../../../provider/replicator/client";
import type { Command } from "../../../provider/replicator/commands";
import type { Simulator } from "../../../simulator";
import { closeAll } from "../http/support";
import { clientOf, simulator } from "../replicator/support";
import { gate, type Gate } from "./support";

const address = "10.0.0.1";
const profile = "legacy-netops";
const addExporter: Command = { verb: "exporter/add", address, profile };
const addCollector: Command = { verb: "collector/add", address, profile };
const addPolicy = { verb: "policies/add", kind: "include", network: "10.0.0.0", prefix: 8, profile } as const;
const never = (): boolean => false;

let sim: Simulator;
let client: ReplicatorClient;
let configuration: ReplicatorConfiguration;

/** Answers that arrived but are not passed on yet, by the action of their request. */
const held = new Map<string, { came: Gate; handedOn: Gate }>();
/** Requests that wait before they are sent, by their action. */
const waiting = new Map<string, { came: Gate; handedOn: Gate }>();
const holding =
  (inner: Send): Send =>
  async (request) => {
    const wait = waiting.get(request.action);
    waiting.delete(request.action);
    wait?.came.open();
    await wait?.handedOn.opened;
    const reply = await inner(request);
    const hold = held.get(request.action);
    if (hold === undefined) return reply;
    held.delete(request.action);
    hold.came.open();
    await hold.handedOn.opened;
    return reply;
  };
/** Holds the next answer to an action. With `waiting`, holds the next request instead. */
function hold(action: string, what = held): { came: Gate; handedOn: Gate } {
  const both = { came: gate(), handedOn: gate() };
  what.set(action, both);
  return both;
}

async function start(switches: Partial<Simulator["switches"]>): Promise<void> {
  sim = await simulator({ switches: { showReads: "running", ...switches } });
  const { layer } = new Retrier("replicator", new URL(sim.replicator.url).host);
  client = clientOf(sim, { wrap: (inner) => layer(holding(inner)) });
  configuration = new ReplicatorConfiguration(client, limiterOf(8), () => undefined, undefined, rebuild);
}

/** A rebuild on an appliance whose answers do not prove that a change was made. */
async function rebuildUnproved(): Promise<void> {
  await expect(rebuild()).rejects.toThrow("result is neither");
}

async function rebuild(): Promise<void> {
  const ended = configuration.rebuilding();
  await client.rebuild();
  ended();
}

/** Simulates another resource whose command is refused: from then on, earlier reads no longer count. */
async function meetRefusal(): Promise<void> {
  const refused = { verb: "collector/add", address, profile: "nowhere" } as const;
  await expect(configuration.send(refused, never)).rejects.toThrow("does not exist");
}

const profilesOfExporter = async (): Promise<string[]> => [
  ...((await configuration.exporters()).members.get(address)?.profiles ?? []),
];

afterEach(async () => {
  held.clear();
  waiting.clear();
  await closeAll();
});

describe("on an appliance that reads back the configuration of its last rebuild", () => {
  test.each([
    ["all", "/show/exporters/[filter]"],
    ["notFound", "/show/realtime/[filter]"],
  ] as const)(
    "an exporter is known although its read was answered before a rebuild and arrived after it: showGiven=%s",
    async (showGiven, action) => {
      await start({ showGiven });
      await configuration.send(addExporter, never);
      await meetRefusal();
      const { came, handedOn } = hold(action);
      const reading = profilesOfExporter();
      await came.opened;
      await rebuild();
      handedOn.open();
      expect(await reading).toEqual([profile]);
      expect(await profilesOfExporter()).toEqual([profile]);
      expect(sim.replicator.store.profiles.get(profile)?.exporters).toContain(address);
    },
  );

  test("a command that was sent after a rebuild began is known after it, even if two rebuilds overlap", async () => {
    await start({});
    await configuration.state();
    await configuration.send(addCollector, never);
    const { came, handedOn } = hold("/rebuild");
    const second = rebuild();
    await came.opened;
    await rebuild();
    await configuration.send(addPolicy, never);
    handedOn.open();
    await second;
    await meetRefusal();
    const state = await configuration.state();
    expect(state.collectors.has(address)).toBe(true);
    expect(await configuration.has({ ...addPolicy, verb: "policies/remove" })).toBe(true);
    expect(sim.replicator.store.running.profiles.get(profile)?.policies.has("10.0.0.0/8 include")).toBe(false);
  });

  test("a command is known even if the rebuild reveals another command whose answer was lost", async () => {
    await start({});
    await configuration.state();
    const isIn = (): Promise<boolean> =>
      configuration.state().then(({ collectors }) => collectors.get(address)?.profiles.has(profile) === true);
    sim.faults.add({ match: "collector/add", times: 1, kind: "resetAfterApply" });
    const { came, handedOn } = hold("/rebuild");
    const lost = configuration.send(addCollector, isIn);
    await came.opened;
    await configuration.send(addPolicy, never);
    handedOn.open();
    expect(await lost).toBe("done");
    expect(await configuration.has({ ...addPolicy, verb: "policies/remove" })).toBe(true);
  });

  test("a cached state is dropped when a delayed read proves a change that it does not show", async () => {
    await start({ resultWord: "done" });
    const renamed: Command = { verb: "profile/rename", current: profile, name: "netops" };
    const isRenamed = ({ profiles }: ReplicatorState): boolean => profiles.has("netops");
    // The request for the proof is issued first and answered last. It shows what the rebuild in between made effective.
    const { came, handedOn } = hold("/show/config", waiting);
    const proved = configuration.send(renamed, isRenamed);
    await came.opened;
    expect(isRenamed(await configuration.fresh())).toBe(false);
    await rebuildUnproved();
    handedOn.open();
    expect(await proved).toBe("done");
    expect(isRenamed(await configuration.state())).toBe(true);
  });

  test("a cached list of exporters is dropped when a delayed read proves a change that it does not show", async () => {
    await start({ resultWord: "done" });
    const { came, handedOn } = hold("/show/exporters/[filter]", waiting);
    const proved = configuration.send(addExporter, async () => (await profilesOfExporter()).includes(profile));
    await came.opened;
    // The effect of another resource's refused change on the lists.
    await meetRefusal();
    expect(await profilesOfExporter()).toEqual([]);
    await rebuildUnproved();
    handedOn.open();
    expect(await proved).toBe("done");
    expect(await profilesOfExporter()).toEqual([profile]);
  });
});

test("the error of a change with an unclear answer says why no read could check whether it was carried out", async () => {
  await start({ resultWord: "done" });
  sim.faults.add({ match: "show/config", kind: "html" });
  const reason =
    /adding the collector to the profile failed: .* result is neither .* Whether it was carried out could not be checked: reading the configuration on/u;
  await expect(configuration.send(addCollector, never)).rejects.toThrow(reason);
});
