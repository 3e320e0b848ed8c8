import { type Simulator, seededRandom } from "../../simulator";
import { configFor } from "../support/configuration";
import { leaksIn } from "../support/leaks";
import { copies, stateText } from "../support/invariants";
import { ProviderFault } from "../support/provider-calls";
import { factsOf, type Lines, linesOf } from "../support/held";
import { type Declared, modelOf, programOf } from "./model";
import { betweenRuns, onAppliances, type ProviderRun, startRun } from "../support/in-process";
import { act, addFaults, type Plan, type PlannedRun } from "./plan";
import { type Slot, sharedGroup, slotsWith } from "./slots";
import { Stack, type StackError } from "./stack";
import { added, expectLines, expectSame, Violation } from "./violation";

/** The most runs without faults until everything is as declared. */
const MOST_HEALING_RUNS = 3;
/** The most requests that one run may send: per resource that it knows, and in addition (I6). */
const REQUESTS = { each: 40, besides: 150 };

/** Runs a plan against its own appliances. Throws a {@link Violation} if one of I1 to I8 does not hold. */
export async function runPlan(plan: Plan): Promise<void> {
  await onAppliances(plan.switches, (sim) => new PlanRun(sim, plan).run());
}

class PlanRun {
  readonly #slots: Readonly<Record<string, Slot>>;
  readonly #stack: Stack;
  readonly #seen: string[] = [];
  /** What others hold. */
  #base: Lines;
  readonly #before: ReadonlySet<string>;
  #foreign = new Set<string>();
  /** Whether something of ours was changed by hand and no refresh has seen all of it yet. */
  #drifted = false;
  /** Slots whose error said that the object exists. The user has added the line that the error names. */
  readonly #adopted = new Set<string>();
  /**
   * Variants of slots whose error asks the user to look: a creation or a deletion may have been made, a link may be that
   * of others, and so may the value of a setting. Until the slot succeeds, the user does not edit it.
   */
  readonly #pinned = new Map<string, number>();
  #errors: StackError[] = [];
  readonly #shown: string[] = [];

  constructor(
    private readonly sim: Simulator,
    private readonly plan: Plan,
  ) {
    const sharedId = sim.mutate.addIpGroup(sharedGroup, [{ type: "ip", address: "198.51.100.7" }]);
    this.#slots = slotsWith(sharedId);
    this.#stack = new Stack((seen) => this.#seen.push(typeof seen === "string" ? seen : JSON.stringify(seen)));
    this.#base = linesOf(sim);
    this.#before = new Set(factsOf(sim).keys());
  }

  async run(): Promise<void> {
    let declared: Declared = new Map();
    for (const [index, run] of this.plan.runs.entries()) {
      declared = this.#declared(run.variants, this.#pinned);
      await this.#faulty(run, declared, `run ${index + 1}`);
    }
    await this.#heal(declared);
    await this.#expectSettled(declared);
    await this.#destroy();
    expectSame("I5", leaksIn(this.#seen), []);
  }

  /** A run in which everything may fail. */
  async #faulty(run: PlannedRun, declared: Declared, title: string): Promise<void> {
    for (const name of run.byHand) this.#act(name);
    addFaults(this.sim, run.faults);
    const random = seededRandom(run.order);
    this.#errors = [];
    await this.#up(run, declared, (count) => Math.floor(random() * count));
    this.sim.faults.clear();
    await betweenRuns(this.sim);
    this.#expectNothingLost(title, declared);
  }

  async #up(
    run: Pick<PlannedRun, "parallel" | "continueOnError" | "refresh">,
    declared: Declared,
    choose: (count: number) => number,
  ): Promise<void> {
    this.sim.requests.clear();
    const provider = this.#begin();
    const refreshed = run.refresh || this.#drifted ? await this.#stack.refresh(run.parallel) : { errors: [] };
    this.#tell(refreshed.errors);
    if (refreshed.errors.length === 0) {
      if (run.refresh || this.#drifted) this.#drifted = false;
      const more = (slot: string): { onExisting?: string } => (this.#adopted.has(slot) ? { onExisting: "adopt" } : {});
      const literalId = (slot: string, forSlot: string): string | undefined => this.#numberOf(slot, forSlot);
      const { parallel, continueOnError } = run;
      const options = { parallel, continueOnError, choose, more, literalId };
      const { errors, steps } = await this.#stack.up(declared, options);
      this.#tell(errors);
      this.#pin(declared, errors, steps);
    }
    this.#seen.push(...provider.notes);
    // What a failed run has renamed looks like what others have: a line says so, and what to add.
    for (const note of provider.notes.filter((one) => / stays (?:there|in)\b|onExisting/u.test(one))) {
      this.#shown.push(note);
      const [, kind = "", name = ""] = /^(Collector|Exporter|Policy) "(\w*)/u.exec(note) ?? [];
      if (!note.includes("onExisting")) continue;
      const slot = kind === "Policy" ? name : kind.toLowerCase();
      this.#adopted.add(slot);
      this.#pinned.set(slot, declared.get(slot)?.variant ?? 0);
    }
    const requests = this.sim.requests.count();
    const most = REQUESTS.besides + REQUESTS.each * new Set([...declared.keys(), ...this.#stack.slots]).size;
    expectSame("I6", requests > most ? requests : "few enough", "few enough");
  }

  #act(name: PlannedRun["byHand"][number]): void {
    // The error for an object that is not in the state names it as it was then. A user who renames the object has read
    // that error.
    if (name === "renameLone" && !this.#stack.slots.includes("lone")) return;
    const lines = linesOf(this.sim);
    const keys = new Set(factsOf(this.sim).keys());
    if (act(this.sim, name) === "ours") {
      this.#drifted = true;
      return;
    }
    const after = linesOf(this.sim);
    this.#base = { ...this.#base, exact: [...this.#base.exact, ...added(lines.exact, after.exact)] };
    for (const key of factsOf(this.sim).keys()) if (!keys.has(key)) this.#foreign.add(key);
  }

  /** Does what a user does after an outage: `up --refresh`, with the lines that the errors named. */
  async #heal(declared: Declared, refresh = true): Promise<void> {
    const calm = { parallel: 8, continueOnError: false, refresh };
    for (let run = 1; run <= MOST_HEALING_RUNS; run += 1) {
      this.#errors = [];
      await this.#up(calm, declared, () => 0);
      if (this.#errors.length === 0) return;
      this.#expectNothingLost(`healing run ${run}`, declared);
    }
    const messages = this.#errors.map(({ slot, error }) => `${slot}: ${error.message}`);
    throw new Violation(`F154: not converged after ${MOST_HEALING_RUNS} runs without faults: ${messages.join(" | ")}`);
  }

  /** Checks I3 and I8, and that the appliances hold what the program and everyone else declared. */
  async #expectSettled(declared: Declared): Promise<void> {
    const model = modelOf(declared, this.#base);
    const held = linesOf(this.sim);
    expectLines("I1, I4: the appliances hold the program", held.exact, model.exact);
    expectSame(
      "I2: notes and preferences",
      model.lasting.filter((line) => !held.lasting.includes(line)),
      [],
    );
    const { refresh, ...calm } = { parallel: 8, continueOnError: false, refresh: false };
    this.#errors = [];
    await this.#up({ ...calm, refresh }, declared, () => 0);
    expectSame(
      "I3: errors",
      this.#errors.map(({ error }) => error.message),
      [],
    );
    expectSame("I3: changes of an unchanged program", this.sim.requests.verbs({ kind: "write" }), []);
    const { errors, changed } = await this.#stack.refresh(8);
    expectSame("I8", [errors.map(({ error }) => error.message), changed], [[], []]);
    expectSame("I8: in the state", this.#stack.slots.sort(), [...declared.keys()].sort());
  }

  /** Begins another Pulumi command. */
  #begin(): ProviderRun {
    const { concurrency } = this.plan;
    const { gateway, replicator } = configFor(this.sim);
    const timeouts = { headers: 5000 };
    const provider = startRun({
      // What a user sets for a gateway that refuses links which exist.
      gateway: { ...gateway, concurrency, timeouts, already: "already there|not there" },
      replicator: { ...replicator, concurrency, timeouts },
    });
    this.#stack.begin(provider);
    return provider;
  }

  /** Destroys the stack and checks I7. */
  async #destroy(): Promise<void> {
    this.#begin();
    const errors = await this.#stack.destroy(8);
    expectSame(
      "I7: errors",
      errors.map(({ error }) => error.message),
      [],
    );
    expectLines("I7", linesOf(this.sim).exact, [...this.#base.exact].sort());
    expectSame("traps", this.sim.traps, []);
  }

  /** Checks I1, I2 and I4, which hold at any moment. */
  #expectNothingLost(title: string, declared: Declared): void {
    const made = [...factsOf(this.sim).values()].filter(({ key }) => !this.#before.has(key) && !this.#foreign.has(key));
    expectSame(`I1 after ${title}`, copies(made), []);
    const there = this.#stack.resources.filter(({ exists }) => exists);
    const states = [...there.map(stateText), ...this.#stack.resources.map(({ left }) => JSON.stringify(left))];
    const known = [...this.#shown, ...states].join("\n");
    // A profile that the program no longer declares takes along what it has.
    const profiles = this.#stack.slots.filter((slot) => this.#slots[slot]?.kind === "ReplicatorProfile");
    const names = profiles.filter((slot) => !declared.has(slot)).map((slot) => this.#stack.nameOf(slot));
    const going = names.flatMap((name) => [` in ${name}`, ` of ${name}`]);
    const lost = made.filter(({ key, subject, also = subject }) => {
      // An error that names a user group covers its members too.
      const group = this.sim.gateway.store.userGroups.get(Number(/ in user group (\d+)$/u.exec(key)?.[1]));
      const isHeld = there.some(({ id }) => key === `IP group ${id}`) || going.some((end) => key.endsWith(end));
      return !isHeld && ![subject, also, group?.name ?? subject].some((text) => known.includes(text));
    });
    expectSame(`I2 after ${title}`, lost, []);
    const held = linesOf(this.sim).exact;
    const foreign = this.#base.exact.filter((line) => !line.startsWith("setting "));
    expectSame(`I4 after ${title}`, added(held, foreign), []);
  }

  #tell(errors: readonly StackError[]): void {
    for (const one of errors) {
      const { slot, error } = one;
      if (!(error instanceof ProviderFault)) throw error;
      const isSentence = /^[A-Z][A-Za-z]+ ".+" on 127\.0\.0\.1:\d+: .+[.?!]$/su.test(error.message);
      if (!isSentence || /\n\s+at |fault of pulumi-flowgate/u.test(error.message)) {
        throw new Violation(`the error of ${slot} is no sentence: ${error.message}`);
      }
      this.#errors.push(one);
      this.#shown.push(error.message);
      if (/onExisting/u.test(error.message)) this.#adopted.add(slot);
    }
  }

  #pin(declared: Declared, errors: readonly StackError[], steps: Readonly<Record<string, unknown>>): void {
    for (const [slot, variant] of this.#pinned) {
      if (slot in steps || (variant === 0 && this.#stack.idOf(slot) === undefined)) this.#pinned.delete(slot);
    }
    const uncertain = /^(?:Membership|Permission|Setting)|creating/u;
    for (const { slot, error } of errors) {
      const mustLook = !this.#stack.isOpen(slot) || uncertain.test(error.message);
      if (mustLook) this.#pinned.set(slot, declared.get(slot)?.variant ?? 0);
    }
  }

  /**
   * `prefs` accepts only numbers. For an adopted user, the program contains the number from the gateway's own pages.
   */
  #numberOf(slot: string, forSlot: string): string | undefined {
    if (forSlot !== "preferences") return undefined;
    const held = this.#stack.idOf(slot);
    if (held === undefined || !held.startsWith("name:")) return undefined;
    const user = this.sim.gateway.store.userNamed(this.#stack.nameOf(slot));
    return user === undefined ? undefined : String(user.id);
  }

  #declared(variants: readonly number[], pinned: ReadonlyMap<string, number>): Declared {
    return programOf(this.#slots, (name, index) => pinned.get(name) ?? variants[index] ?? 0);
  }
}
