import { stateOf } from "../engine/support";
import { stateText } from "../support/engine";
import { heldOf } from "../switches/holdings";
import type { Operation } from "./program";
import { type CrashStage, removeEmptyAttributes, type Victim } from "./stage";
import { changesWithoutStep, type Step } from "./steps";

/** What a moment is kept as: the one before each operation. */
const before: Readonly<Record<Operation, string>> = { create: "empty", update: "made", delete: "changed" };
const edition = { create: "first", update: "second", delete: "second" } as const;

/** Crashes of a stage's program, each followed by what docs/operations/recovery.md tells users to do. */
export class Recovery {
  /** What both appliances hold after each operation that nothing disturbed, by names. */
  readonly #goal = new Map<Operation, unknown>();
  #image = "";

  constructor(private readonly stage: CrashStage) {}

  /** Runs the operations undisturbed: for what they lead to, and for the moments from which crashes begin. */
  async rehearse(last: Operation = "delete"): Promise<void> {
    const { sim, engine } = this.stage;
    this.#image = this.#snapshot();
    for (const operation of ["create", "update", "delete"] as const) {
      await this.stage.keep(before[operation]);
      await this.stage.declare(edition[operation]);
      sim.requests.clear();
      await (operation === "delete" ? engine.destroy() : engine.up());
      expect(changesWithoutStep(this.stage.program, operation, sim.requests.where({ kind: "write" }))).toEqual([]);
      // What a store holds changes in place.
      this.#goal.set(operation, structuredClone(heldOf(sim)));
      if (operation === last) return;
    }
  }

  /** Crashes at a step; then what the next runs do, and what is there in the end. */
  async crash(operation: Operation, step: Step, victim: Victim): Promise<void> {
    const { sim, engine } = this.stage;
    await this.stage.goBack(before[operation]);
    await this.stage.declare(edition[operation]);
    const came = await this.stage.crash(operation === "delete" ? "destroy" : "up", step.holds, victim);
    expect(came).toEqual(step.holds);
    if (victim !== "provider") await this.#unlock();
    if (operation === "delete") await engine.destroy();
    else await this.#up(operation === "create" ? "first" : "second");
    expect(heldOf(sim)).toEqual(this.#goal.get(operation));
    expect(sim.traps.count()).toBe(0);
    if (operation !== "delete") await this.#expectSettled();
    else expect(this.#snapshot()).toBe(this.#image);
  }

  /** Destroys what a crash of the creation and the runs after it have made: what others made is as before. */
  async destroyAll(): Promise<void> {
    await this.stage.engine.destroy();
    const { sim } = this.stage;
    // What a killed run found is lost with it: the next one finds the setting as it should be.
    const original = JSON.parse(this.#image) as { replicator: { settings: unknown } };
    const now = JSON.parse(this.#snapshot()) as typeof original;
    now.replicator.settings = original.replicator.settings;
    expect(now).toEqual(original);
    expect(sim.traps.count()).toBe(0);
  }

  /** A killed engine leaves its lock, which the next run names together with the command that takes it away. */
  async #unlock(): Promise<void> {
    const { engine } = this.stage;
    let locked = await engine.pulumi(["up", "--yes", "--skip-preview"], { fails: true });
    if (locked.output.includes("failed to load checkpoint: EOF")) {
      await removeEmptyAttributes(engine);
      locked = await engine.pulumi(["up", "--yes", "--skip-preview"], { fails: true });
    }
    expect(locked.output).toContain("delete the lock file with `pulumi cancel`");
    await engine.pulumi(["cancel", "--yes"]);
  }

  /** The next `up`: at once, or after it has named each object that is there, with the line that takes it over. */
  async #up(present: "first" | "second"): Promise<void> {
    const { sim, engine, program } = this.stage;
    const kept = (await stateOf(engine)).map(({ urn }) => urn.slice(urn.lastIndexOf("::") + 2));
    const there = Object.entries(program).filter(
      ([name, { count }]) => !kept.includes(name) && (count?.(sim) ?? 0) > 0,
    );
    if (there.length > 0) {
      const { output } = await engine.up({ args: ["--continue-on-error"], fails: true });
      const named = [...output.matchAll(/error: (\w+) ".+" on \S+: it exists already .* add: onExisting: "adopt"/gu)];
      expect([...new Set(named.map(([, kind]) => kind))].sort()).toEqual(there.map(([, { kind }]) => kind).sort());
      expect(output).not.toMatch(/error: (?!\w+ ".+" on \S+: it exists already|Error: resource|update failed)/u);
      await this.stage.declare(
        present,
        there.map(([name]) => name),
      );
    }
    await engine.up();
    // The line has served.
    await this.stage.declare(present);
    const counts = Object.entries(program).map(([name, { count }]) => [name, count?.(sim) ?? 1]);
    expect(counts.filter(([, number]) => number !== 1)).toEqual([]);
    expect(await stateOf(engine)).toHaveLength(Object.keys(program).length);
  }

  /** The state is what is there, and what the program says; and it remembers no operation that was interrupted. */
  async #expectSettled(): Promise<void> {
    const { sim, engine } = this.stage;
    await engine.refresh({ args: ["--clear-pending-creates", "--expect-no-changes"] });
    const { checkpoint } = JSON.parse(await stateText(engine)) as { checkpoint: { latest: Record<string, unknown> } };
    expect(checkpoint.latest["pending_operations"] ?? []).toEqual([]);
    sim.requests.clear();
    await engine.preview({ args: ["--expect-no-changes"] });
    expect(sim.requests.count()).toBe(0);
  }

  #snapshot(): string {
    return this.stage.sim.snapshot({ withoutNotesAndPreferences: true });
  }
}
