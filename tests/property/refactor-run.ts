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
const MOST_MORE_RUNS = 2;

/** The errors of a run, or that it was killed. */
export type Outcome = readonly string[] | "killed";

export interface UpOptions {
  /** When the run is killed. Default: never. */
  readonly kill?: Kill | undefined;
  /** Like `--refresh`. */
  readonly refresh?: boolean;
}

/** A stack that is refactored: one in this process, or one of the real engine. */
export interface RefactoredStack {
  /** Runs `pulumi up` with the lines that the user has added to the program. */
  up(program: Program, user: User, options?: UpOptions): Promise<Outcome>;
  /** The next `up` sends nothing, and a refresh changes nothing. */
  expectSettled(program: Program, user: User): Promise<void>;
  /** The Pulumi names of the resources in the state. */
  slots(): readonly string[] | Promise<readonly string[]>;
  destroy(): Promise<void>;
}

/**
 * Runs a refactoring from an empty stack to destroy. Throws a {@link Violation} if the refactoring loses something.
 */
export async function refactor(refactoring: Refactoring, sim: Simulator, stack: RefactoredStack): Promise<void> {
  const { before, after, refresh, kill } = refactoring;
  const [oracle, user] = [new Oracle(sim, refactoring), new User(refactoring)];
  expectSame("errors of the first program", await stack.up(before, user), []);
  oracle.expectFirst();
  let outcome = await stack.up(after, user, { kill });
  for (let run = 1; ; run += 1) {
    oracle.expectNothingLost(`run ${run} of the refactoring`);
    if (outcome.length === 0) break;
    if (outcome !== "killed") expectHelpful(outcome, refactoring);
    if (run > MOST_MORE_RUNS) throw new Violation(`not there after ${MOST_MORE_RUNS} more runs: ${String(outcome)}`);
    if (outcome !== "killed" && outcome.some(namesLine)) user.follow();
    outcome = await stack.up(after, user, { refresh });
  }
  oracle.expectSecond();
  await stack.expectSettled(after, user);
  expectSame("in the state", [...(await stack.slots())].sort(), Object.keys(after).sort());
  await stack.destroy();
  oracle.expectDestroyed();
}

const namesLine = (error: string): boolean => error.includes("onExisting");

/** Without a kill, an error must tell the user what to do. In the mode `adopt` there must be no error at all. */
function expectHelpful(errors: readonly string[], { mode, kill }: Refactoring): void {
  if (kill !== undefined) return;
  // A resource that waits for the failed one is kept too, and its error says so.
  const isHelpful = (error: string): boolean => namesLine(error) || /declares it too and has failed/u.test(error);
  const others = errors.filter((error) => mode === "adopt" || !isHelpful(error));
  if (others.length > 0) throw new Violation(`errors: ${others.join(" | ")}`);
}

/** Runs a refactoring on its own appliances, with the providers in this process. */
export async function runRefactoring(refactoring: Refactoring): Promise<void> {
  await onAppliances({}, async (sim) => {
    const stack = new ProcessStack(sim, refactoring, surround(sim));
    await refactor(refactoring, sim, stack);
    expectSame("I5", leaksIn(stack.seen), []);
  });
}

class ProcessStack implements RefactoredStack {
  /** What a user could see. */
  readonly seen: string[] = [];
  readonly #stack = new Stack((seen) => this.seen.push(typeof seen === "string" ? seen : JSON.stringify(seen)));
  readonly #random: () => number;

  constructor(
    private readonly sim: Simulator,
    private readonly refactoring: Refactoring,
    /** The numbers of foreign objects. */
    private readonly foreign: Readonly<Record<string, string>>,
  ) {
    this.#random = seededRandom(refactoring.order);
  }

  slots(): readonly string[] {
    return this.#stack.slots;
  }

  async up(program: Program, user: User, { kill, refresh = false }: UpOptions = {}): Promise<Outcome> {
    for (const [slot, former] of Object.entries(user.aliases)) this.#stack.alias(slot, former);
    const killable = kill === undefined ? undefined : await KillableRun.start(kill, this.sim);
    const { gateway, replicator } = configFor(this.sim);
    const line = killable === undefined ? {} : { proxy: killable.proxy };
    const provider = startRun({ gateway: { ...gateway, ...line }, replicator: { ...replicator, ...line } });
    this.#stack.begin(killable?.over(provider) ?? provider);
    const ended = this.#refreshAndUp(program, user, refresh);
    const outcome = await (killable === undefined ? ended : Promise.race([ended, killable.killed]));
    killable?.close();
    await betweenRuns(this.sim);
    this.seen.push(...provider.notes);
    return outcome;
  }

  async #refreshAndUp(program: Program, user: User, refresh: boolean): Promise<string[]> {
    const { parallel, continueOnError = false } = this.refactoring;
    const refreshed = refresh ? await this.#stack.refresh(parallel) : { errors: [] };
    if (refreshed.errors.length > 0) return messagesOf(refreshed.errors);
    const { errors } = await this.#stack.up(declaredOf(program), {
      parallel,
      continueOnError,
      choose: (count) => Math.floor(this.#random() * count),
      more: (slot) => user.onExisting(slot, program[slot] ?? { kind: "", inputs: {} }),
      literalId: (name) => (name in program ? undefined : this.foreign[name]),
    });
    return messagesOf(errors);
  }

  async expectSettled(program: Program, user: User): Promise<void> {
    const { requests } = this.sim;
    requests.clear();
    expectSame("errors of the next run", await this.up(program, user), []);
    expectSame("changes of the next run", requests.verbs({ kind: "write" }), []);
    // `memberOf` is from the creation of the member. If the member has left a profile since, the next refresh shows it.
    const { changed: seen } = await this.#stack.refresh(8);
    const members = seen.filter((slot) => ["Collector", "Exporter"].includes(program[slot]?.kind ?? ""));
    expectSame("refresh", seen, members);
    const { errors, changed } = await this.#stack.refresh(8);
    expectSame("second refresh", [messagesOf(errors), changed], [[], []]);
    const again = [await this.up(program, user), requests.verbs({ kind: "write" })];
    expectSame("changes after refresh", again, [[], []]);
  }

  async destroy(): Promise<void> {
    const { gateway, replicator } = configFor(this.sim);
    this.#stack.begin(startRun({ gateway, replicator }));
    expectSame("errors of destroy", messagesOf(await this.#stack.destroy(8)), []);
  }
}

function messagesOf(errors: readonly StackError[]): string[] {
  for (const { error } of errors) if (!(error instanceof ProviderFault)) throw error;
  return errors.map(({ slot, error }) => `${slot}: ${error.message}`);
}
