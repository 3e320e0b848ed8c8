import { type Simulator, seededRandom } from "../../simulator";
import { configFor } from "../support/configuration";
import { leaksIn } from "../support/leaks";
import { ProviderFault } from "../support/provider-calls";
import { betweenRuns, onAppliances, startRun } from "../support/in-process";
import { declaredOf, type Kill, type Program, type Refactoring } from "./refactoring";
import { KillableRun } from "./refactor-kill";
import { Oracle, surround } from "./refactor-oracle";
import { User } from "./refactor-user";
import { Stack, type StackError } from "./stack";
import { expectSame, Violation } from "./violation";

/** The most runs after the first run of the refactoring, whether that run was killed or found existing objects. */
export const MOST_MORE_RUNS = 2;

/** Runs a refactoring on its own appliances. Throws a {@link Violation} if the refactoring loses something. */
export async function runRefactoring(refactoring: Refactoring): Promise<void> {
  await onAppliances({}, (sim) => new RefactoringRun(sim, refactoring).run());
}

interface Outcome {
  readonly killed: boolean;
  readonly errors: readonly StackError[];
}

class RefactoringRun {
  readonly #stack: Stack;
  readonly #seen: string[] = [];
  readonly #oracle: Oracle;
  readonly #user: User;
  /** The numbers of foreign objects. */
  readonly #foreign: Readonly<Record<string, string>>;
  readonly #random: () => number;

  constructor(
    private readonly sim: Simulator,
    private readonly refactoring: Refactoring,
  ) {
    this.#foreign = surround(sim);
    this.#stack = new Stack((seen) => this.#seen.push(typeof seen === "string" ? seen : JSON.stringify(seen)));
    this.#oracle = new Oracle(sim, refactoring);
    this.#user = new User(refactoring);
    this.#random = seededRandom(refactoring.order);
  }

  async run(): Promise<void> {
    const { before, after } = this.refactoring;
    expectSame("errors of the first program", messagesOf(await this.#up(before)), []);
    this.#oracle.expectFirst();
    await this.#refactor();
    this.#oracle.expectSecond();
    await this.#expectSettled(after);
    await this.#destroy();
    expectSame("I5", leaksIn(this.#seen), []);
  }

  /** Runs `pulumi up` with the second program, and then does what the user does until it succeeds. */
  async #refactor(): Promise<void> {
    const { after, refresh, kill } = this.refactoring;
    let outcome = await this.#up(after, { kill });
    for (let more = 1; ; more += 1) {
      this.#oracle.expectNothingLost(`run ${more} of the refactoring`);
      this.#follow(outcome.errors);
      if (!outcome.killed && outcome.errors.length === 0) return;
      if (more > MOST_MORE_RUNS) break;
      for (const [slot, former] of Object.entries(this.#user.aliases)) this.#stack.alias(slot, former);
      outcome = await this.#up(after, { refresh });
    }
    throw new Violation(`not there after ${MOST_MORE_RUNS} more runs: ${messagesOf(outcome).join(" | ")}`);
  }

  async #up(program: Program, { kill, refresh = false }: UpOptions = {}): Promise<Outcome> {
    const killable = kill === undefined ? undefined : await KillableRun.start(kill, this.sim);
    const { gateway, replicator } = configFor(this.sim);
    const line = killable === undefined ? {} : { proxy: killable.proxy };
    const provider = startRun({ gateway: { ...gateway, ...line }, replicator: { ...replicator, ...line } });
    this.#stack.begin(killable?.over(provider) ?? provider);
    const ended = this.#refreshAndUp(program, refresh);
    const outcome = await (killable === undefined ? ended : Promise.race([ended, killable.killed]));
    killable?.close();
    await betweenRuns(this.sim);
    this.#seen.push(...provider.notes);
    return outcome === "killed" ? { killed: true, errors: [] } : outcome;
  }

  async #refreshAndUp(program: Program, refresh: boolean): Promise<Outcome> {
    const { parallel, continueOnError = false } = this.refactoring;
    if (refresh) {
      const { errors } = await this.#stack.refresh(parallel);
      if (errors.length > 0) return { killed: false, errors };
    }
    const { errors } = await this.#stack.up(declaredOf(program), {
      parallel,
      continueOnError,
      choose: (count) => Math.floor(this.#random() * count),
      more: (slot) => this.#user.onExisting(slot, program[slot] ?? { kind: "", inputs: {} }),
      literalId: (name) => (name in program ? undefined : this.#foreign[name]),
    });
    return { killed: false, errors };
  }

  /** Without a kill, an error must tell the user what to do. In the mode `adopt` there must be no error at all. */
  #follow(errors: readonly StackError[]): void {
    const { mode, kill } = this.refactoring;
    for (const { slot, error } of errors) {
      const isOurs = error instanceof ProviderFault;
      // A resource that waits for the failed one is kept too, and its error says so.
      const waits = /declares it too and has failed/u.test(error.message);
      const isNamed = (error.message.includes("onExisting") || waits) && mode !== "adopt";
      if (!isOurs || (kill === undefined && !isNamed)) throw new Violation(`error of ${slot}: ${error.message}`);
    }
    if (errors.some(({ error }) => error.message.includes("onExisting"))) this.#user.follow();
  }

  /** The next `up` sends nothing, and a refresh changes nothing. */
  async #expectSettled(program: Program): Promise<void> {
    this.sim.requests.clear();
    expectSame("errors of the next run", messagesOf(await this.#up(program)), []);
    expectSame("changes of the next run", this.sim.requests.verbs({ kind: "write" }), []);
    // `memberOf` is from the creation of the member. If the member has left a profile since, the next refresh shows it.
    const { changed: seen } = await this.#stack.refresh(8);
    const members = seen.filter((slot) => ["Collector", "Exporter"].includes(program[slot]?.kind ?? ""));
    expectSame("refresh", seen, members);
    const { errors, changed } = await this.#stack.refresh(8);
    expectSame("second refresh", [messagesOf({ errors }), changed], [[], []]);
    expectSame(
      "changes after refresh",
      [await this.#up(program), this.sim.requests.verbs({ kind: "write" })],
      [{ killed: false, errors: [] }, []],
    );
    expectSame("in the state", this.#stack.slots.sort(), Object.keys(program).sort());
  }

  async #destroy(): Promise<void> {
    const { gateway, replicator } = configFor(this.sim);
    this.#stack.begin(startRun({ gateway, replicator }));
    const errors = await this.#stack.destroy(8);
    expectSame("errors of destroy", messagesOf({ errors }), []);
    this.#oracle.expectDestroyed();
  }
}

interface UpOptions {
  readonly kill?: Kill | undefined;
  readonly refresh?: boolean;
}

function messagesOf({ errors }: Pick<Outcome, "errors">): string[] {
  return errors.map(({ slot, error }) => `${slot}: ${error.message}`);
}
