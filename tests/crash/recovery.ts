import { expectSettled, slotsOf } from "../engine/support";
import { stateText } from "../support/engine";
import { linesOf } from "../support/held";
import type { Operation } from "../kinds/program";
import { removeEmptyAttributes, unlock, type Victim } from "../support/kills";
import type { CrashStage, Hold } from "./stage";
import { changesWithoutStep, type Step } from "./steps";

/** The name of the saved moment before each operation. */
const before: Readonly<Record<Operation, string>> = { create: "empty", update: "made", delete: "changed" };
const edition = { create: "first", update: "second", delete: "second" } as const;

/** Crashes the program of a stage and then does what docs/operations/when-it-fails.md recommends to users. */
export class Recovery {
  /** What both appliances hold after each operation without a crash, by names. */
  readonly #goal = new Map<Operation, unknown>();
  #image = "";

  constructor(private readonly stage: CrashStage) {}

  /** Runs the operations without crashes. Records their results, and saves the moments from which crashes start. */
  async rehearse(last: Operation = "delete"): Promise<void> {
    const { sim, engine } = this.stage;
    this.#image = this.#snapshot();
    for (const operation of ["create", "update", "delete"] as const) {
      await this.stage.keep(before[operation]);
      await this.stage.declare(edition[operation]);
      sim.requests.clear();
      await (operation === "delete" ? engine.destroy() : engine.up());
      expect(changesWithoutStep(this.stage.program, operation, sim.requests.where({ kind: "write" }))).toEqual([]);
      // The store changes its objects in place, so copy them.
      this.#goal.set(operation, structuredClone(linesOf(sim)));
      if (operation === last) return;
    }
  }

  /** Crashes at a step. Then checks what the next runs do, and the final state. */
  async crash(operation: Operation, step: Step, victim: Victim): Promise<void> {
    const { sim, engine } = this.stage;
    await this.stage.goBack(before[operation]);
    await this.stage.declare(edition[operation]);
    const came = await this.stage.crash(operation === "delete" ? "destroy" : "up", step.holds, victim);
    const isLink = ({ request }: Hold): boolean => /^(?:membership|permissions) /u.test(request.source);
    // Links of several resources may share a request. Then one of them waits behind another one that is held.
    const waits = (hold: Hold): boolean => isLink(hold) && came.some(isLink);
    expect(step.holds.filter((hold) => !came.includes(hold) && !waits(hold))).toEqual([]);
    if (victim !== "provider") await this.#unlock();
    if (operation === "delete") await engine.destroy();
    else await this.#up(operation === "create" ? "first" : "second");
    expect(linesOf(sim)).toEqual(this.#goal.get(operation));
    expect(sim.traps).toEqual([]);
    if (operation !== "delete") await this.#expectSettled();
    else expect(this.#snapshot()).toBe(this.#image);
  }

  /**
   * Destroys everything that the crash of a creation and the runs after it created. Foreign objects must be unchanged.
   */
  async destroyAll(): Promise<void> {
    await this.stage.engine.destroy();
    const { sim } = this.stage;
    // The value that a killed run found in a setting is lost. The next run finds the setting as declared.
    const original = JSON.parse(this.#image) as { replicator: { settings: unknown } };
    const now = JSON.parse(this.#snapshot()) as typeof original;
    now.replicator.settings = original.replicator.settings;
    expect(now).toEqual(original);
    expect(sim.traps).toEqual([]);
  }

  /** A killed engine leaves its lock. The next run reports the lock and the command that removes it. */
  async #unlock(): Promise<void> {
    const { engine } = this.stage;
    let locked = await engine.pulumi(["up", "--yes", "--skip-preview"], { fails: true });
    if (locked.output.includes("failed to load checkpoint: EOF")) {
      await removeEmptyAttributes(engine.stateFolder);
      locked = await engine.pulumi(["up", "--yes", "--skip-preview"], { fails: true });
    }
    expect(locked.output).toContain("delete the lock file with `pulumi cancel`");
    await unlock(engine);
  }

  /** The next `up`: it succeeds directly, or it first names each existing object and the line that adopts it. */
  async #up(present: "first" | "second"): Promise<void> {
    const { sim, engine, program } = this.stage;
    const kept = await slotsOf(engine);
    const there = Object.entries(program).filter(
      ([name, { count }]) => !kept.includes(name) && (count?.(sim) ?? 0) > 0,
    );
    if (there.length > 0) {
      const { output } = await engine.up({ args: ["--continue-on-error"], fails: true });
      const named = [...output.matchAll(/error: (\w+) ".+" on \S+: it already exists .* add: onExisting: "adopt"/gu)];
      expect([...new Set(named.map(([, kind]) => kind))].sort()).toEqual(there.map(([, { kind }]) => kind).sort());
      expect(output).not.toMatch(/error: (?!\w+ ".+" on \S+: it already exists|Error: resource|update failed)/u);
      await this.stage.declare(
        present,
        there.map(([name]) => name),
      );
    }
    // A killed run may have renamed the user: the next one finds out, and the one after it goes on.
    const { code, output } = await engine.up({ args: ["--continue-on-error"], fails: "perhaps" });
    if (code !== 0) expect(output).toMatch(/could not be renamed: no such user".*\. Run pulumi up again/u);
    await engine.up();
    // The adopt lines are no longer needed.
    await this.stage.declare(present);
    const counts = Object.entries(program).map(([name, { count }]) => [name, count?.(sim) ?? 1]);
    expect(counts.filter(([, number]) => number !== 1)).toEqual([]);
    expect(await slotsOf(engine)).toHaveLength(Object.keys(program).length);
  }

  /** The state must match the appliances and the program, and contain no interrupted operation. */
  async #expectSettled(): Promise<void> {
    await expectSettled(this.stage);
    const { checkpoint } = JSON.parse(await stateText(this.stage.engine)) as {
      checkpoint: { latest: Record<string, unknown> };
    };
    expect(checkpoint.latest["pending_operations"] ?? []).toEqual([]);
  }

  #snapshot(): string {
    return this.stage.sim.snapshot({ withoutNotesAndPreferences: true });
  }
}
