import { expectSettled, openStage, slotsOf, type Stage } from "../engine/support";
import { surround } from "../property/refactor-oracle";
import { type Outcome, refactor, type RefactoredStack, type UpOptions } from "../property/refactor-run";
import type { User } from "../property/refactor-user";
import { type Kill, mapped, type Program, type Refactoring, referencesOf, type Value } from "../property/refactoring";
import { imageOf, restoreImage } from "../support/stores";
import { killedAt, removeEmptyAttributes, type Victim } from "../support/kills";

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

  /** Throws a `Violation` if the refactoring loses something. */
  async run(refactoring: Refactoring, victim: Victim): Promise<void> {
    const { sim } = this.stage;
    restoreImage(sim, this.#empty);
    sim.expireSessions();
    await refactor(refactoring, sim, new EngineStack(this.stage, refactoring, this.#foreign, victim));
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
}

class EngineStack implements RefactoredStack {
  constructor(
    private readonly stage: Stage,
    private readonly refactoring: Refactoring,
    /** The numbers of foreign objects. */
    private readonly foreign: Readonly<Record<string, string>>,
    private readonly victim: Victim,
  ) {}

  slots(): Promise<string[]> {
    return slotsOf(this.stage.engine);
  }

  async up(program: Program, user: User, { kill: moment, refresh = false }: UpOptions = {}): Promise<Outcome> {
    const { engine } = this.stage;
    await engine.program(this.#sourceOf(program, user));
    const { parallel, continueOnError = false } = this.refactoring;
    const goOn = continueOnError ? ["--continue-on-error"] : [];
    const args = ["up", "--parallel", String(parallel), ...goOn, ...(refresh ? ["--refresh"] : [])];
    if (moment !== undefined) return this.#killed(args, moment);
    return outcomeOf(await engine.pulumi([...args, "--yes", "--skip-preview"], { fails: "perhaps" }));
  }

  async #killed(args: readonly string[], moment: Kill): Promise<Outcome> {
    const { sim, engine } = this.stage;
    let changes = 0;
    const applied = moment.at === "request" ? moment.applied : moment.done;
    const isMeant = ({ verb }: { verb: string }): boolean => !LOOKS.test(verb) && ++changes === moment.n;
    const fault = sim.faults.add({ kind: "hang", apply: applied, times: 1, when: isMeant });
    const over = await killedAt(fault, engine, args, this.victim);
    return over === undefined ? "killed" : outcomeOf({ code: over.code, output: over.stdout + over.stderr });
  }

  expectSettled(): Promise<void> {
    return expectSettled(this.stage);
  }

  async destroy(): Promise<void> {
    await this.stage.engine.destroy();
  }

  #sourceOf(program: Program, user: User): string {
    const items = inOrder(program).map((slot) => {
      const item = program[slot] ?? { kind: "", inputs: {} };
      const inputs = { ...item.inputs, ...user.onExisting(slot, item) };
      const former = user.aliases[slot];
      const options = former === undefined ? "" : `, ${JSON.stringify({ aliases: [{ name: former }] })}`;
      return `const ${variable(slot)} = new flowgate.${item.kind}("${slot}", ${this.#textOf(inputs, program)}${options});`;
    });
    return ['const flowgate = require("pulumi-flowgate");', ...items].join("\n");
  }

  /** The source text of inputs: references become code, everything else JSON. */
  #textOf(inputs: Value, program: Program): string {
    const references: string[] = [];
    const marked = mapped(inputs, ({ ref, of }) => {
      if (!(ref in program)) return of === "id" ? (this.foreign[ref] ?? ref) : ref;
      references.push(`${variable(ref)}.${of}`);
      return `@@${references.length - 1}`;
    });
    return JSON.stringify(marked).replace(/"@@(\d+)"/gu, (_, index: string) => references[Number(index)] ?? "");
  }
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

/** The errors of a run: the messages of resources from the name of the kind onward, or everything that it printed. */
function outcomeOf({ code, output }: { readonly code: number | null; readonly output: string }): string[] {
  if (code === 0) return [];
  const messages = [...output.matchAll(/error: (?:Error: )?([A-Z]\w+ ".+)/gu)].map(([, text = ""]) => text);
  return messages.length > 0 ? messages : [output];
}
