import { PartialFault } from "../support/provider-calls";
import { Bench } from "./bench";
import { faultOf } from "./resource";
import { type LifecycleTable, madeFor, type Row } from "./rows";

/** Runs every row of a kind's table against one simulator and the real provider process. */
export function testLifecycle(table: LifecycleTable): void {
  describe(`the lifecycle of ${table.kind}`, () => {
    const bench = new Bench(table);
    testFirstRun(table, bench);
  });
}

/** Creates, updates, faults and refusals. One provider process serves them all, as in a real program. */
function testFirstRun(table: LifecycleTable, bench: Bench): void {
  const { world } = bench;
  each("create", table.creates, async (row) => {
    const { resource, unique } = bench.begin(row);
    const program = madeFor(row.inputs, unique);
    const { onExisting: _, ...declared } = program;
    expect(await resource.preview(program)).toBe("create");
    expect(world.sent()).toEqual([]);
    expect(await resource.up(program)).toBe("create");
    expect(world.changes()).toEqual(row.sends);
    bench.expectHeld(row, program, unique);
    expect(resource.outputs).toMatchObject({ ...declared, ...madeFor(row.computed ?? {}, unique) });
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
    expect(world.sent()).toEqual([]);
    expect(await resource.up(program)).toBe(step);
    expect(world.changes()).toEqual(row.sends);
    bench.expectHeld(row, program, unique);
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
    const error = await faultOf(resource.up(program), table.kind).finally(fault.remove);
    expect(error).toBeInstanceOf(PartialFault);
    expect(error.message).toMatch(row.says);
    bench.listen();
    expect(await resource.up(program)).toBe("update");
    expect(world.changes()).toEqual(row.heals);
    bench.expectHeld(row, program, unique);
    await bench.expectSettled(resource, program);
    await bench.end(resource);
  });

  each("refused", table.refusals, async (row) => {
    const { resource, unique } = bench.begin(row);
    const held = bench.sim.snapshot();
    const error = await faultOf(resource.up(madeFor(row.inputs, unique)), table.kind);
    expect(error).not.toBeInstanceOf(PartialFault);
    expect(error.message).toMatch(row.says);
    expect(resource.exists).toBe(false);
    expect(bench.sim.snapshot()).toBe(held);
    row.afterwards?.(bench.sim, unique);
  });
}

function each<R extends Row>(what: string, rows: readonly R[] | undefined, run: (row: R) => Promise<void>): void {
  if (rows === undefined || rows.length === 0) return;
  describe(what, () => {
    for (const row of rows) test(row.title, () => run(row));
  });
}
