import { openStage, type Stage, stateOf } from "../engine/support";
import { Oracle, surround } from "../property/refactor-oracle";
import { MOST_MORE_RUNS } from "../property/refactor-run";
import { User } from "../property/refactor-user";
import { mapped, type Program, type Refactoring, referencesOf, type Value } from "../property/refactoring";
import { expectSame, Violation } from "../property/violation";
import type { Run } from "../support/engine";
import { imageOf, restoreImage } from "../support/stores";
import { kill, removeEmptyAttributes, stopped, unlock, type Victim } from "../support/kills";

/** Requests that change nothing. */
const LOOKS = /show|load|login|search|license/u;

/** A stack of the real engine that runs refactorings one after the other. */
export class RefactoringStage {
  readonly #empty;
  readonly #foreign: Readonly<Record<string, string>>;

  private constructor(private readonly stage: Stage) {
    this.#foreign = surround(stage.sim);
    this.#empty = imageOf(stage.sim);
  }

  static async open(): Promise<RefactoringStage> {
    return new RefactoringStage(await openStage());
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  /**
   * Runs a refactoring from an empty stack to destroy. Throws a {@link Violation} if the refactoring loses something.
   */
  async run(refactoring: Refactoring, victim: Victim): Promise<void> {
    const { sim, engine } = this.stage;
    restoreImage(sim, this.#empty);
    sim.expireSessions();
    const { before, after } = refactoring;
    const oracle = new Oracle(sim, refactoring);
    await this.#declare(before, refactoring, new User(refactoring));
    await engine.up();
    oracle.expectFirst();
    await this.#refactor(refactoring, oracle, victim);
    oracle.expectSecond();
    await engine.refresh({ args: ["--clear-pending-creates", "--expect-no-changes"] });
    sim.requests.clear();
    await engine.preview({ args: ["--expect-no-changes"] });
    expectSame("requests of a preview", sim.requests.count(), 0);
    expectSame("in the state", await this.#slots(), Object.keys(after).sort());
    await engine.destroy();
    oracle.expectDestroyed();
  }

  /** Removes everything that a failed refactoring left, so that the next one is not affected. */
  async reset(): Promise<void> {
    const { sim, engine } = this.stage;
    sim.faults.clear();
    restoreImage(sim, this.#empty);
    await removeEmptyAttributes(engine.stateFolder);
    await engine.pulumi(["stack", "rm", "--force", "--yes", "--preserve-config", "test"]);
    await engine.pulumi(["stack", "init", "test"]);
  }

  async #refactor(refactoring: Refactoring, oracle: Oracle, victim: Victim): Promise<void> {
    const { engine } = this.stage;
    const { after, refresh } = refactoring;
    const user = new User(refactoring);
    await this.#declare(after, refactoring, user);
    let run = await this.#killed(refactoring, victim);
    for (let more = 1; ; more += 1) {
      oracle.expectNothingLost(`run ${more} of the refactoring`);
      if (run?.code === 0) return;
      if (run !== undefined) this.#follow(refactoring, user, run);
      if (more > MOST_MORE_RUNS) break;
      await this.#declare(after, refactoring, user);
      const args = [...upOf(refactoring), "--yes", "--skip-preview", ...(refresh ? ["--refresh"] : [])];
      run = await engine.pulumi(args, { fails: "perhaps" });
    }
    throw new Violation(`not there after ${MOST_MORE_RUNS} more runs: ${errorsOf(run).join(" | ")}`);
  }

  /** The run of the refactoring. Returns undefined if it was killed. */
  async #killed(refactoring: Refactoring, victim: Victim): Promise<Run | undefined> {
    const { sim, engine } = this.stage;
    const { kill: moment } = refactoring;
    const args = upOf(refactoring);
    if (moment === undefined) return engine.pulumi([...args, "--yes", "--skip-preview"], { fails: "perhaps" });
    let changes = 0;
    const applied = moment.at === "request" ? moment.applied : moment.done;
    const isMeant = ({ verb }: { verb: string }): boolean => !LOOKS.test(verb) && ++changes === moment.n;
    const fault = sim.faults.add({ kind: "hang", apply: applied, times: 1, when: isMeant });
    const over = await stopped(
      engine,
      args,
      () => fault.hits > 0,
      (pid) => kill(pid, victim),
    );
    fault.remove();
    if (over !== undefined) {
      const output = over.stdout + over.stderr;
      return { code: over.code ?? -1, stdout: output, stderr: "", output, steps: [], changes: {} };
    }
    if (victim !== "provider") await unlock(engine);
    return undefined;
  }

  #follow({ mode, kill: moment }: Refactoring, user: User, run: Run): void {
    const errors = errorsOf(run);
    const others = errors.filter((line) => mode === "adopt" || !line.includes("onExisting"));
    if (moment === undefined && others.length > 0) throw new Violation(`errors: ${others.join(" | ")}`);
    if (errors.some((line) => line.includes("onExisting"))) user.follow();
  }

  async #declare(program: Program, refactoring: Refactoring, user: User): Promise<void> {
    const isSecond = program === refactoring.after;
    const items = inOrder(program).map((slot) => {
      const item = program[slot] ?? { kind: "", inputs: {} };
      const inputs = { ...item.inputs, ...user.onExisting(slot, item) };
      const former = isSecond ? user.aliases[slot] : undefined;
      const options = former === undefined ? "" : `, ${JSON.stringify({ aliases: [{ name: former }] })}`;
      return `const ${variable(slot)} = new flowgate.${item.kind}("${slot}", ${this.#source(inputs, program)}${options});`;
    });
    await this.stage.engine.program(['const flowgate = require("pulumi-flowgate");', ...items].join("\n"));
  }

  /** The source text of inputs: references become code, everything else JSON. */
  #source(inputs: Value, program: Program): string {
    const references: string[] = [];
    const marked = mapped(inputs, ({ ref, of }) => {
      if (!(ref in program)) return of === "id" ? (this.#foreign[ref] ?? ref) : ref;
      references.push(`${variable(ref)}.${of}`);
      return `@@${references.length - 1}`;
    });
    return JSON.stringify(marked).replace(/"@@(\d+)"/gu, (_, index: string) => references[Number(index)] ?? "");
  }

  async #slots(): Promise<string[]> {
    return (await stateOf(this.stage.engine)).map(({ urn }) => urn.slice(urn.lastIndexOf("::") + 2)).sort();
  }
}

function upOf({ parallel, continueOnError = false }: Refactoring): string[] {
  const goOn = continueOnError ? ["--continue-on-error"] : [];
  return ["up", "--parallel", String(parallel), ...goOn];
}

const variable = (slot: string): string => `_${slot.replaceAll("-", "_")}`;

/** The names of a program's resources. Each comes after those that it refers to. */
function inOrder(program: Program): string[] {
  const done = new Set<string>();
  const visit = (slot: string): void => {
    if (done.has(slot) || !(slot in program)) return;
    for (const { ref } of referencesOf(program[slot]?.inputs ?? {})) visit(ref);
    done.add(slot);
  };
  for (const slot of Object.keys(program)) visit(slot);
  return [...done];
}

/** The error messages of resources, from the name of the kind onward. */
function errorsOf(run: Run | undefined): string[] {
  return [...(run?.output ?? "").matchAll(/error: (?:Error: )?([A-Z]\w+ ".+)/gu)].map(([, text = ""]) => text);
}
