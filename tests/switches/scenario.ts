import type { FaultSpec } from "../../simulator";
import { storedGroupName } from "../../simulator/gateway/group-names";
import { storedProfileName } from "../../simulator/replicator/profiles";
import { type Declared, modelOf } from "../property/model";
import { leafName, northName, sharedGroup, type Slot, slotsWith } from "../property/slots";
import { Stack } from "../property/stack";
import { type Lines, linesOf } from "../support/held";
import { type Properties, ProviderFault } from "../support/provider-calls";
import type { Site } from "./site";
import { asStored, storeOf } from "./stored";

/**
 * The variants of the slots in the first program and in the second: every kind, and every change in place. Not the
 * second rule of the shared group: some gateways give the first one another number then.
 */
const variants: Readonly<Record<string, readonly [first: number, second: number]>> = {
  leaf: [2, 4],
  branch: [1, 3],
  lone: [1, 2],
  staff: [2, 3],
  ops: [1, 1],
  alice: [1, 4],
  bob: [1, 2],
  preferences: [1, 2],
  duty: [2, 1],
  guest: [1, 3],
  grant: [1, 3],
  grants: [2, 3],
  rule: [1, 2],
  north: [3, 4],
  south: [2, 2],
  collector: [2, 1],
  exporter: [1, 2],
  include: [1, 2],
  exclude: [1, 2],
  alarm: [1, 2],
  ping: [1, 1],
  floors: [1, 3],
  notification: [1, 1],
};
/** A setting whose value is two words. */
const notification: Slot = {
  kind: "Setting",
  variants: 1,
  inputs: () => ({ name: "notificationSent", value: "10.0.0.1 514" }),
};

/** Requests whose first answer is lost, so that the repetition finds what already exists, or what is gone already. */
const lostWhileMaking = [/user_api\/membership/u, /user_api\/permissions?\b/u, /collector\/add/u, /policies\/add/u];
const lostWhileRemoving = [
  /collector\/remove/u,
  /user_api\/delUsers?\b/u,
  /user_api\/delUsergroups/u,
  /ipgroups\/delete/u,
];

const calm = { parallel: 8, continueOnError: false, choose: () => 0 };

/** The whole life of the program on one site. */
export class Scenario {
  readonly #stack = new Stack(() => undefined);
  readonly #programs: Readonly<Record<"first" | "second", Declared>>;
  readonly #before: string;
  readonly #base: Lines;

  constructor(private readonly site: Site) {
    const { mutate } = site.sim;
    mutate.addIpGroup("Taken");
    const sharedId = mutate.addIpGroup(sharedGroup, [{ type: "ip", address: "198.51.100.7" }]);
    const slots: Readonly<Record<string, Slot>> = { ...slotsWith(sharedId), notification };
    const programOf = (at: 0 | 1): Declared => {
      const declared = Object.entries(slots).filter(([name]) => name in variants);
      return new Map(declared.map(([name, slot]) => [name, { slot, variant: variants[name]?.[at] ?? 0 }]));
    };
    this.#programs = { first: programOf(0), second: programOf(1) };
    this.#before = storeOf(site.sim);
    this.#base = linesOf(site.sim);
  }

  /** The first run creates everything. A second one finds no difference. */
  async create(): Promise<void> {
    const faults = this.#lose(lostWhileMaking);
    this.#stack.begin(await this.site.nextRun());
    await this.#up("first");
    expect(faults()).toEqual(lostWhileMaking.map(() => 1));
    await this.#expectRefusals();
    await this.#expectSettled("first");
  }

  /** The next run reads everything back, also after the session has ended. Then objects are changed by hand. */
  async readBack(): Promise<void> {
    const { sim } = this.site;
    this.#stack.begin(await this.site.nextRun());
    await this.#expectRead([]);
    const profile = storedProfileName(northName, sim.switches);
    sim.expireSessions();
    sim.mutate.setSetting("flowStopAlert", { value: "99" });
    sim.mutate.setSetting("pingCollectors", { enabled: true });
    sim.mutate.enableProfile(profile);
    sim.mutate.setSingularity("south", false);
    sim.mutate.setThreshold("10.5.0.1", 7);
    sim.mutate.removeExporter("10.6.0.1", profile);
    sim.mutate.removePolicy(profile, "10.8.0.0", 24);
    sim.mutate.setRules(storedGroupName(leafName, sim.switches), [{ type: "ip", address: "10.51.0.9" }]);
  }

  /** The run after that shows what was changed by hand, repairs it, and makes all changes of the program. */
  async update(): Promise<void> {
    this.#stack.begin(await this.site.nextRun());
    await this.#expectRead(["alarm", "collector", "leaf", "north", "ping", "south"], ["exporter", "exclude"]);
    await this.#up("second");
    await this.#expectSettled("second");
    await this.#expectRead([]);
  }

  /** Destroys everything in reverse order. Afterwards the stores must equal their initial content. */
  async destroy(): Promise<void> {
    const faults = this.#lose(lostWhileRemoving);
    this.#stack.begin(await this.site.nextRun());
    expect(await this.#stack.destroy(calm.parallel)).toEqual([]);
    expect(faults()).toEqual(lostWhileRemoving.map(() => 1));
    expect(storeOf(this.site.sim)).toBe(this.#before);
    expect(this.site.sim.traps.count()).toBe(0);
  }

  /** I9: what was reported as done is what the appliances hold, and foreign objects are unchanged. */
  async #up(program: "first" | "second"): Promise<void> {
    const declared = this.#programs[program];
    expect((await this.#stack.up(declared, calm)).errors).toEqual([]);
    const { exact, lasting } = modelOf(declared, this.#base);
    const { switches } = this.site.sim;
    expect({ I9: linesOf(this.site.sim) }).toEqual({
      I9: {
        exact: asStored(exact, this.#base.exact, switches),
        lasting: asStored([...this.#base.lasting, ...lasting], this.#base.lasting, switches),
      },
    });
  }

  /** The same program again finds no difference and sends nothing. */
  async #expectSettled(program: "first" | "second"): Promise<void> {
    const { requests } = this.site.sim;
    requests.clear();
    const steps = await this.#stack.preview(this.#programs[program]);
    expect(steps.filter(({ op }) => op !== "same")).toEqual([]);
    expect(requests.verbs()).toEqual([]);
  }

  /** Refreshes each resource. Only the named ones may have changed, or be gone. */
  async #expectRead(changed: readonly string[], gone: readonly string[] = []): Promise<void> {
    const { sim } = this.site;
    // Wait until the lists have caught up. Otherwise refresh would see an old list.
    sim.advanceClock(sim.switches.groupsVisibleAfterMs);
    const found = await this.#stack.refresh(calm.parallel);
    expect({ ...found, changed: found.changed.sort() }).toEqual({ errors: [], changed: [...changed, ...gone].sort() });
    expect(Object.keys(variants).filter((slot) => this.#stack.idOf(slot) === undefined)).toEqual(gone);
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
      const resource = this.site.resource(kind);
      const error = await resource.up(inputs).catch((reason: unknown) => reason);
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
}
