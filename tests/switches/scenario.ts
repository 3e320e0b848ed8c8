import type { FaultSpec } from "../../simulator";
import { storedGroupName } from "../../simulator/gateway/group-names";
import { storedProfileName } from "../../simulator/replicator/profiles";
import { Resource } from "../lifecycle/resource";
import { type Properties, ProviderFault } from "../support/provider-calls";
import type { Fleet, Site } from "./fleet";
import { heldOf, storeOf, wantedOf } from "./holdings";
import { type Declared, edge, leaf, type Levels, program } from "./program";

/** Requests whose first answer is lost, so that the repetition finds what already exists, or what is gone already. */
const lostWhileMaking = [/user_api\/membership/u, /user_api\/permissions?\b/u, /collector\/add/u, /policies\/add/u];
const lostWhileRemoving = [
  /collector\/remove/u,
  /user_api\/delUsers?\b/u,
  /user_api\/delUsergroups/u,
  /ipgroups\/delete/u,
];

/** The whole life of the program on one site. */
export class Scenario {
  readonly #resources = new Map<string, Resource>();
  readonly #levels: Levels;
  readonly #before: string;
  readonly #base: ReturnType<typeof heldOf>;

  constructor(
    private readonly fleet: Fleet,
    private readonly site: Site,
  ) {
    const { mutate } = site.sim;
    mutate.addIpGroup("Taken");
    const sharedGroupId = mutate.addIpGroup("Shared", [{ type: "ip", address: "198.51.100.7" }]);
    this.#levels = program({ sharedGroupId });
    this.#before = this.#store();
    this.#base = heldOf(site.sim);
  }

  /** The first run creates everything. A second one finds no difference. */
  async create(): Promise<void> {
    const faults = this.#lose(lostWhileMaking);
    for (const level of this.#levels) {
      await Promise.all(Object.entries(level).map(([name, declared]) => this.#create(name, declared)));
    }
    expect(faults()).toEqual(lostWhileMaking.map(() => 1));
    this.#expectBelief("inputs");
    await this.#expectRefusals();
    this.site.sim.requests.clear();
    for (const [name, { inputs }] of this.#declared()) {
      expect([name, await this.#of(name).up(this.#at(inputs))]).toEqual([name, "same"]);
    }
    expect(this.site.sim.requests.verbs()).toEqual([]);
  }

  /** The next run reads everything back, also after the session has ended. Then objects are changed by hand. */
  async readBack(): Promise<void> {
    const { sim } = this.site;
    await this.#expectRead({});
    sim.expireSessions();
    sim.mutate.setSetting("flowStopAlert", { value: "99" });
    sim.mutate.setSetting("pingCollectors", { enabled: true });
    sim.mutate.enableProfile(storedProfileName(edge, sim.switches));
    sim.mutate.setSingularity("lab", false);
    sim.mutate.setThreshold("10.50.0.20", 7);
    sim.mutate.removeExporter("10.50.0.1", storedProfileName(edge, sim.switches));
    sim.mutate.removePolicy(storedProfileName(edge, sim.switches), "10.50.200.0", 24);
    sim.mutate.setRules(storedGroupName(leaf, sim.switches), [{ type: "ip", address: "10.51.0.9" }]);
  }

  /** The run after that shows what was changed by hand, repairs it, and makes all changes of the program. */
  async update(): Promise<void> {
    const { sim } = this.site;
    await this.#expectRead({
      alarm: "changed",
      analysis: "changed",
      edge: "changed",
      exclude: "gone",
      lab: "changed",
      leaf: "changed",
      ping: "changed",
      router: "gone",
    });
    for (const level of this.#levels) {
      await Promise.all(Object.entries(level).map(([name, declared]) => this.#update(name, declared)));
    }
    this.#expectBelief("then");
    sim.requests.clear();
    for (const [name, { inputs, then = inputs }] of this.#declared()) {
      expect([name, await this.#of(name).preview(this.#at(then))]).toEqual([name, "same"]);
    }
    expect(sim.requests.verbs()).toEqual([]);
    await this.#expectRead({});
  }

  /** Destroys everything in reverse order. Afterwards the stores must equal their initial content. */
  async destroy(): Promise<void> {
    const faults = this.#lose(lostWhileRemoving);
    for (const level of [...this.#levels].reverse()) {
      await Promise.all(Object.keys(level).map((name) => this.#of(name).destroy()));
    }
    expect(faults()).toEqual(lostWhileRemoving.map(() => 1));
    expect(this.#store()).toBe(this.#before);
    expect(this.site.sim.traps.count()).toBe(0);
  }

  /** I9: what was reported as done is what the appliances hold, and foreign objects are unchanged. */
  #expectBelief(run: "inputs" | "then"): void {
    expect({ I9: heldOf(this.site.sim) }).toEqual({ I9: wantedOf(this.#levels, run, this.#base) });
  }

  async #create(name: string, { kind, inputs }: Declared): Promise<void> {
    const resource = new Resource(this.fleet, kind);
    expect([name, await resource.up(this.#at(inputs))]).toEqual([name, "create"]);
    this.#resources.set(name, resource);
  }

  async #update(name: string, { inputs, then = inputs }: Declared): Promise<void> {
    await this.#of(name).up(this.#at(then));
  }

  /** Refreshes each resource. Only the named ones may have changed. */
  async #expectRead(expected: Readonly<Record<string, "changed" | "gone">>): Promise<void> {
    const { sim } = this.site;
    // Wait until the lists have caught up. Otherwise refresh would see an old list.
    sim.advanceClock(sim.switches.groupsVisibleAfterMs);
    const found: Record<string, string> = {};
    for (const [name, resource] of this.#resources) {
      const read = await resource.refresh();
      if (read !== "same") found[name] = read;
    }
    expect(found).toEqual(expected);
  }

  /** Refusals contain the appliance's own words, in any status and form, and change nothing. */
  async #expectRefusals(): Promise<void> {
    const held = this.site.sim.snapshot();
    const refused: readonly (readonly [kind: string, inputs: Properties, says: RegExp])[] = [
      ["IpGroup", { name: "Taken" }, /already exists/u],
      ["IpGroup", { name: "No child", rules: [{ type: "child", groupId: 999 }] }, /999 does not exist/u],
      ["User", { name: "No group", password: "pass word", userGroupIds: [999] }, /999 does not exist/u],
      [
        "Collector",
        { address: "10.9.9.9", profiles: ["no profile"] },
        /no profile.* (?:does not exist|could not be found)/u,
      ],
      ["Setting", { name: "noSetting", value: 1 }, /noSetting.* (?:does not exist|could not be found)/u],
    ];
    for (const [kind, inputs, says] of refused) {
      const resource = new Resource(this.fleet, kind);
      const error = await resource.up({ ...inputs, site: this.site.name }).catch((reason: unknown) => reason);
      if (!(error instanceof ProviderFault)) throw new Error(`${kind} was not refused: ${String(error)}`);
      expect(error.message).toMatch(says);
      expect(resource.exists).toBe(false);
    }
    expect(this.site.sim.snapshot()).toBe(held);
  }

  /**
   * Loses the first answer to each of these requests. The returned function removes the faults and returns their hits.
   */
  #lose(matches: readonly RegExp[]): () => number[] {
    const specs = matches.map((match): FaultSpec => ({ match, times: 1, kind: "resetAfterApply" }));
    const faults = specs.map((spec) => this.site.sim.faults.add(spec));
    return () =>
      faults.map(({ hits, remove }) => {
        remove();
        return hits;
      });
  }

  #declared(): [string, Declared][] {
    return this.#levels.flatMap((level) => Object.entries(level));
  }

  #at(inputs: Declared["inputs"]): Properties {
    return { ...inputs((name) => this.#of(name).id), site: this.site.name };
  }

  #of(name: string): Resource {
    const resource = this.#resources.get(name);
    if (resource === undefined) throw new Error(`${name} was not created`);
    return resource;
  }

  #store(): string {
    return storeOf(this.site.sim);
  }
}
