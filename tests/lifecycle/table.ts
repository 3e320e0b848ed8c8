import { definitionOf } from "../../provider/registry";
import type { Simulator } from "../../simulator";
import { startWorld, type World } from "../support/lifecycle";
import { PartialFault, type Properties, ProviderFault } from "../support/provider-calls";
import { foreignObjects } from "./foreign";
import { Resource } from "./resource";
import { type AdoptionRow, type HandRow, type LifecycleTable, madeFor, type Row, type Unique } from "./rows";

/** Runs every row of a kind's table against one simulator and the real provider process. */
export function testLifecycle(table: LifecycleTable): void {
  describe(`the lifecycle of ${table.kind}`, () => {
    const bench = new Bench(table);
    beforeAll(() => bench.start());
    afterAll(() => bench.world.close());

    testFirstRun(table, bench);
    describe("in the next run", () => {
      testNextRun(table, bench);
    });

    test("foreign objects are byte for byte as they were", () => {
      expect(foreignObjects(bench.sim)).toBe(bench.foreign);
    });
    test("nothing that destroys more than one object was sent", () => {
      expect(bench.sim.traps.count()).toBe(0);
    });
    test("no credential is in any state, output, log or error", async () => {
      expect(await bench.world.leaks()).toEqual([]);
    });
  });
}

/** Creates, updates, faults and refusals. One provider process serves them all, as in a real program. */
function testFirstRun(table: LifecycleTable, bench: Bench): void {
  each("create", table.creates, async (row) => {
    const { resource, unique } = bench.begin(row);
    const program = madeFor(row.inputs, unique);
    expect(await resource.preview(program)).toBe("create");
    expect(bench.sent()).toEqual([]);
    expect(await resource.up(program)).toBe("create");
    expect(bench.changes()).toEqual(row.sends);
    expect(bench.held(resource)).toEqual(bench.expected(row, program, unique));
    expect(resource.outputs).toMatchObject({
      ...without(program, "onExisting"),
      ...madeFor(row.computed ?? {}, unique),
    });
    expect(resource.outputs["appliance"]).toBe(bench.baseOf(table.kind));
    if (row.id !== undefined) expect(resource.id).toBe(row.id(unique, resource.outputs));
    await bench.expectSettled(resource, program);
    await bench.end(resource);
  });

  each("no difference", table.equals, async (row) => {
    const { resource, unique } = bench.begin(row);
    await resource.up(madeFor(row.from, unique));
    const { outputs } = resource;
    await bench.expectSettled(resource, madeFor(row.to, unique));
    expect(resource.outputs).toEqual(outputs);
    await bench.end(resource);
  });

  each("update", table.updates, async (row) => {
    const { resource, unique } = bench.begin(row);
    await resource.up(madeFor(row.from, unique));
    const { id } = resource;
    bench.listen();
    const program = madeFor(row.to, unique);
    const step = row.step ?? "update";
    expect(await resource.preview(program)).toBe(step);
    expect(bench.sent()).toEqual([]);
    expect(await resource.up(program)).toBe(step);
    expect(bench.changes()).toEqual(row.sends);
    expect(bench.held(resource)).toEqual(bench.expected(row, program, unique));
    if (step === "update") expect(resource.id).toBe(id);
    if (row.says === undefined) expect(bench.infoLines()).toEqual([]);
    else expect(bench.infoLines()).toEqual([expect.stringMatching(row.says)]);
    await bench.expectSettled(resource, program);
    await bench.end(resource);
  });

  each("partly done", table.partials, async (row) => {
    const { resource, unique } = bench.begin(row);
    if (row.from !== undefined) await resource.up(madeFor(row.from, unique));
    const program = madeFor(row.inputs, unique);
    const fault = bench.sim.faults.add(row.fault(bench.sim, unique));
    const error = await bench.faultOf(resource.up(program), resource).finally(fault.remove);
    expect(error).toBeInstanceOf(PartialFault);
    expect(error.message).toMatch(row.says);
    bench.listen();
    expect(await resource.up(program)).toBe("update");
    expect(bench.changes()).toEqual(row.heals);
    expect(bench.held(resource)).toEqual(bench.expected(row, program, unique));
    await bench.expectSettled(resource, program);
    await bench.end(resource);
  });

  each("refused", table.refusals, async (row) => {
    const { resource, unique } = bench.begin(row);
    const held = bench.sim.snapshot();
    const error = await bench.faultOf(resource.up(madeFor(row.inputs, unique)), resource);
    expect(error).not.toBeInstanceOf(PartialFault);
    expect(error.message).toMatch(row.says);
    expect(resource.exists).toBe(false);
    expect(bench.sim.snapshot()).toBe(held);
    row.afterwards?.(bench.sim, unique);
  });
}

interface Prepared<R> {
  readonly row: R;
  readonly unique: Unique;
  readonly resource: Resource;
}

/** What others did between two runs. A new provider process finds the appliances in that state. */
function testNextRun(table: LifecycleTable, bench: Bench): void {
  const { changesByHand = [], adoptions = [] } = table;
  const changed: Prepared<HandRow>[] = [];
  const found: Prepared<AdoptionRow>[] = [];
  let before = "";

  beforeAll(async () => {
    changed.push(...changesByHand.map((row) => ({ row, ...bench.begin(row) })));
    found.push(...adoptions.map((row) => ({ row, ...bench.begin(row) })));
    before = bench.store();
    // The objects that others created for the rows must exist before the run begins.
    await bench.world.nextRun();
    for (const { row, unique, resource } of changed) await resource.up(madeFor(row.inputs, unique));
    for (const { row, unique, resource } of changed) row.byHand(bench.sim, unique, resource.id);
    for (const { row, unique } of found) row.exists(bench.sim, unique);
    await bench.world.nextRun();
  });

  each("change by hand", changesByHand, async (row, index) => {
    const { unique, resource } = at(changed, index);
    const { outputs: written } = resource;
    const shows = madeFor(row.shows, unique);
    const program = madeFor(row.inputs, unique);
    bench.listen();
    const refreshed = await resource.refresh();
    if (typeof shows === "string") expect(refreshed).toBe(shows);
    else
      expect({ refreshed, outputs: resource.outputs }).toEqual({ refreshed: "changed", outputs: over(written, shows) });
    expect(bench.changes()).toEqual([]);
    const step = shows === "gone" ? "create" : row.repairs.length === 0 ? "same" : "update";
    expect(await resource.up(program)).toBe(step);
    expect(bench.changes()).toEqual(row.repairs);
    expect(bench.held(resource)).toEqual(bench.expected(row, program, unique));
    await bench.expectSettled(resource, program);
    await resource.destroy();
    row.afterwards?.(bench.sim, unique);
  });

  each("an object that exists", adoptions, async (row, index) => {
    const { unique, resource } = at(found, index);
    const program = madeFor(row.inputs, unique);
    bench.listen();
    if (row.outcome instanceof RegExp) {
      const held = bench.store();
      const error = await bench.faultOf(resource.up(program), resource);
      expect(error.message).toMatch(row.outcome);
      expect(bench.changes()).toEqual(row.tries ?? []);
      expect(bench.store()).toBe(held);
      expect(resource.exists).toBe(false);
      (row.afterwards ?? table.undo)?.(bench.sim, unique);
      return;
    }
    expect(await resource.up(program)).toBe("create");
    expect(bench.changes()).toEqual(row.outcome);
    expect(bench.held(resource)).toEqual(bench.expected(row, program, unique));
    if (row.id !== undefined) expect(resource.id).toBe(row.id(unique));
    await bench.expectSettled(resource, program);
    // The specification says "never a difference".
    expect(await resource.preview(without(program, "onExisting"))).toBe("same");
    await resource.destroy();
    row.afterwards?.(bench.sim, unique);
  });

  test("after destroy, the appliances hold what they held before", () => {
    expect(bench.store()).toBe(before);
  });
}

/** One world for all rows of a file, and the checks that every row needs. */
export class Bench {
  /** The foreign objects at the start. */
  foreign = "";
  #world: World | undefined;
  #count = 0;
  #before = "";
  #printed = 0;

  constructor(private readonly table: Pick<LifecycleTable, "kind" | "held"> & Partial<LifecycleTable>) {}

  async start(): Promise<void> {
    this.#world = await startWorld();
    this.foreign = foreignObjects(this.sim);
  }

  get world(): World {
    if (this.#world === undefined) throw new Error("the world has not started");
    return this.#world;
  }

  get sim(): Simulator {
    return this.world.sim;
  }

  /** Creates a resource and names for one row. Records what the appliances hold now, since the row must restore it. */
  begin(row: Row): { resource: Resource; unique: Unique } {
    const n = (this.#count += 1);
    const third = Math.floor(n / 250);
    const unique = {
      name: `${this.table.kind} row ${n}`,
      address: `10.${third}.${n % 250}.7`,
      network: `172.${16 + third}.${n % 250}.0/24`,
      port: 20_000 + 10 * n,
    };
    (row.given ?? this.table.given)?.(this.sim, unique);
    this.#before = this.store();
    this.listen();
    return { resource: new Resource(this.world, this.table.kind), unique };
  }

  /** Counts requests and info lines from this point on. */
  listen(): void {
    this.sim.requests.clear();
    this.#printed = this.world.provider.stderr.length;
  }

  /** All requests so far. */
  sent(): string[] {
    return this.sim.requests.verbs();
  }

  /** The changes that were sent so far. */
  changes(): string[] {
    return this.sim.requests.verbs({ kind: "write" });
  }

  /** Each text once, since a preview prints the same lines as the `up` that follows. */
  infoLines(): string[] {
    return [...new Set(this.world.provider.stderr.slice(this.#printed).split("\n").filter(Boolean))];
  }

  held({ id, outputs }: Resource): unknown {
    return this.table.held(this.sim, id, outputs);
  }

  /** What the appliance must hold for the object of a row. */
  expected({ holds }: Row, program: Properties, unique: Unique): unknown {
    return holds === undefined ? this.table.holds?.(program, unique) : madeFor(holds, unique);
  }

  /** The content of both stores, without notes and preferences, which the API cannot clear. */
  store(): string {
    return this.sim.snapshot({ withoutNotesAndPreferences: true });
  }

  /** The base URL of the appliance that serves this kind, as in outputs. */
  baseOf(kind: string): string {
    return new URL(this.sim[definitionOf(kind).appliance].url).href;
  }

  /** The next `up` sends nothing, and refresh finds nothing new: the outputs keep the user's form. */
  async expectSettled(resource: Resource, program: Properties): Promise<void> {
    this.listen();
    expect(await resource.up(program)).toBe("same");
    expect(this.sent()).toEqual([]);
    expect(await resource.refresh()).toBe("same");
    expect(this.changes()).toEqual([]);
    expect(await resource.preview(program)).toBe("same");
  }

  /** Destroys the resource. The appliances must then be as before the row, including other people's objects. */
  async end(resource: Resource): Promise<void> {
    await resource.destroy();
    expect(this.store()).toBe(this.#before);
  }

  /** The error of a call. It names kind and host: "<Kind> "<name>" on <host>: <attempted action> failed: ...". */
  async faultOf(call: Promise<unknown>, { kind }: Resource): Promise<ProviderFault> {
    const error = await call.then(
      () => new Error("the call succeeded"),
      (reason: unknown) => reason,
    );
    if (!(error instanceof ProviderFault)) throw error;
    expect(error.message).toMatch(new RegExp(`^${kind} ".+" on 127\\.0\\.0\\.1:\\d+: .+[.?!]$`, "u"));
    return error;
  }
}

function each<R extends Row>(
  what: string,
  rows: readonly R[] | undefined,
  run: (row: R, index: number) => Promise<void>,
): void {
  if (rows === undefined || rows.length === 0) return;
  describe(what, () => {
    for (const [index, row] of rows.entries()) test(row.title, () => run(row, index));
  });
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error("the row was not prepared");
  return item;
}

function over(written: Properties, shown: Properties): Properties {
  return Object.fromEntries(Object.entries({ ...written, ...shown }).filter(([, value]) => value !== undefined));
}

function without(properties: Properties, key: string): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== key));
}
