import { type IpGroupRule, seededRandom, type Simulator } from "../../simulator";
import { onAppliances } from "../support/in-process";
import { leaksIn } from "../support/leaks";
import { Actor, type Command } from "./actor";
import { type Declared, nameIn, programOf } from "./model";
import { act, type ActName, type View } from "./others";
import { addFaults, addKill, type Plan, type PlannedStep } from "./plan";
import { secondSlots } from "./second-slots";
import type { Slot } from "./slot";
import { sharedGroup, slotsWith } from "./slots";
import { type Backup, Marks } from "./things";
import { expectSame, Violation } from "./violation";

/** The most runs without faults until everything is as declared. */
const MOST_HEALING_RUNS = 4;

/**
 * Runs a plan against its own appliances. Throws a {@link Violation} if the oracle finds something. `seen` gets each
 * write of a step with a kill, the killed one last.
 */
export async function runPlan(plan: Plan, seen?: (write: string) => void): Promise<void> {
  await onAppliances(plan.switches, (sim) => new PlanRun(sim, plan, seen).run());
}

const calm = { parallel: 8, continueOnError: true, choose: () => 0 };

class PlanRun {
  readonly #slots: Readonly<Record<string, Slot>>;
  readonly #second: Readonly<Record<string, Slot>>;
  readonly #marks: Marks;
  readonly #ours: Actor;
  readonly #theirs: Actor;
  readonly #backups: Backup[] = [];
  readonly #states: (() => void)[] = [];
  /** Slots whose error named `onExisting`. */
  readonly #named = new Set<string>();
  readonly #names = {
    IpGroup: new Set<string>(),
    User: new Set<string>(),
    UserGroup: new Set<string>(),
    ReplicatorProfile: new Set<string>(),
  };
  readonly #lastRules = new Map<number, readonly IpGroupRule[]>();
  readonly #made = new Set<string>();
  #acts = 0;
  #isRestored = false;

  constructor(
    private readonly sim: Simulator,
    private readonly plan: Plan,
    private readonly seen?: (write: string) => void,
  ) {
    const sharedId = sim.mutate.addIpGroup(sharedGroup, [{ type: "ip", address: "198.51.100.7" }]);
    this.#slots = slotsWith(sharedId);
    this.#second = secondSlots(sharedId);
    this.#marks = new Marks(sim);
    this.#ours = new Actor(sim, this.#marks, "ours", plan.concurrency);
    this.#theirs = new Actor(sim, this.#marks, "second", plan.concurrency);
  }

  async run(): Promise<void> {
    let declared: Declared = new Map();
    for (const [index, step] of this.plan.steps.entries()) {
      this.#backups.push(this.#marks.backup());
      this.#states.push(this.#ours.stack.backup());
      for (const [name, seed] of step.acts) await this.#act(name, seed, `step ${index + 1}`);
      declared = this.#declared(step.variants);
      await this.#step(step, declared, `step ${index + 1}`);
    }
    declared = await this.#heal(declared);
    await this.#ours.run({ ...this.#calm("destroy", declared, "the last refresh"), verb: "refresh" });
    const isGone = await this.#ours.run(this.#calm("destroy", declared, "destroy"));
    expectSame("errors of destroy", isGone ? [] : this.#unexpected(), []);
    expectSame("traps", this.sim.traps, []);
    expectSame("secrets that show", leaksIn([...this.#ours.seen, ...this.#theirs.seen]), []);
  }

  /** A command in which everything may fail. */
  async #step(step: PlannedStep, declared: Declared, title: string): Promise<void> {
    const random = seededRandom(step.order);
    const isKilled = addKill(this.sim, step.kill, this.seen);
    addFaults(this.sim, step.faults);
    const { parallel, continueOnError } = step;
    const options = { parallel, continueOnError, choose: (count: number) => Math.floor(random() * count) };
    const chosen = [...declared.keys()].filter(() => random() < 0.3);
    const targets = step.command === "target" ? this.#closure(declared, chosen) : undefined;
    const replacing = (): "createFirst" | "deleteFirst" => (random() < 0.5 ? "createFirst" : "deleteFirst");
    const replace = new Map(chosen.map((slot) => [slot, replacing()] as const));
    const adopted = step.adopt === "all" ? declared.keys() : step.adopt === "named" ? this.#named : [];
    await this.#ours.run({
      title: `${title} (${step.command})`,
      declared,
      verb: step.command === "refresh" || step.command === "destroy" ? step.command : "up",
      isRefreshed: step.refresh,
      options: { ...options, ...(targets && { targets }), ...(step.command === "replace" && { replace }) },
      adopted: this.#withoutOwn(adopted, declared, step.command === "target" ? this.#ours.stack.slots : []),
      isKilled,
    });
    this.#learn(declared);
  }

  /** A user takes over nothing that another resource of the same program still has, or that `stays` in the state. */
  #withoutOwn(slots: Iterable<string>, declared: Declared, stays: readonly string[] = []): ReadonlySet<string> {
    const { stack } = this.#ours;
    const isOfOther = (slot: string): boolean =>
      [...declared.keys(), ...stays].some(
        (one) => one !== slot && stack.resourceOf(one)?.outputs["name"] === nameIn(declared, slot),
      );
    return new Set([...slots].filter((slot) => declared.has(slot) && !isOfOther(slot)));
  }

  /** The slots of `--target`, with what they refer to. */
  #closure(declared: Declared, chosen: readonly string[]): ReadonlySet<string> {
    const all = new Set(chosen);
    for (const name of all) {
      const { needs = [], refers = {} } = declared.get(name)?.slot ?? {};
      for (const one of [...needs, ...Object.values(refers).flat()]) if (declared.has(one)) all.add(one);
    }
    return all;
  }

  #calm(verb: Command["verb"], declared: Declared, title: string): Command {
    return { title, declared, verb, isRefreshed: false, options: calm, adopted: new Set(), isKilled: () => false };
  }

  /** What a user does after an outage: `up --refresh`, with the lines that the errors named. */
  async #heal(wanted: Declared): Promise<Declared> {
    let declared = wanted;
    for (let run = 1; run <= MOST_HEALING_RUNS; run += 1) {
      // A refresh cannot find accounts and links that are gone: the page says to replace them.
      const lost = [...declared.keys()].filter((slot) => this.#ours.known.isLost(slot));
      const replace = new Map(lost.map((slot) => [slot, "createFirst"] as const));
      const adopted = this.#withoutOwn(this.#named, declared);
      const command = this.#calm("up", declared, `healing run ${run}`);
      const isDone = await this.#ours.run({
        ...command,
        isRefreshed: true,
        adopted,
        options: { ...calm, ...((this.#isRestored || run > 1) && { replace }) },
      });
      this.#learn(declared);
      if (!isDone && this.#unexpected().length > 0) {
        declared = this.#withoutTaken(declared);
        continue;
      }
      const { errors, changed } = await this.#ours.stack.refresh(8);
      // The run may have removed a profile in which others have an address of ours.
      const isMember = (slot: string): boolean => this.#ours.stack.resourceOf(slot)?.outputs["memberOf"] !== undefined;
      // A group that was the child of another one is gone with that, whichever was deleted first.
      const refused = new Set(this.#ours.errors.map(({ slot }) => slot));
      // A run with such an error deletes nothing else: two entries may have had one group, which went with the other.
      const isSettled = (slot: string): boolean => !refused.has(slot) && (isDone || declared.has(slot));
      const differing = changed.filter((slot) => !isMember(slot) && isSettled(slot));
      expectSame("a refresh after it", [errors.map(({ error }) => error.message), differing], [[], []]);
      return declared;
    }
    throw new Violation(
      `not converged after ${MOST_HEALING_RUNS} runs without faults: ${this.#messages().join(" | ")}`,
    );
  }

  /** The program without slots whose name another object has. */
  #withoutTaken(declared: Declared): Declared {
    const taken =
      /another IP group has the name|a profile ".*" exists: to swap|name is taken|There is an \w+ policy|already in use|cannot be renamed|could not be renamed|has taken it over/u;
    const isKept = this.#messages().some((one) => one.includes("run pulumi up without that one first"));
    const isTaken = ({ message }: Error): boolean => taken.test(message) || (isKept && /already exists/u.test(message));
    const bad = new Set(this.#ours.errors.filter(({ error }) => isTaken(error)).map(({ slot }) => slot));
    return programOf(this.#slots, (name) => (bad.has(name) ? 0 : (declared.get(name)?.variant ?? 0)), this.#isTheirs);
  }

  /** A group that others, or a killed run, have put into another one stays, and a user that may be of others. */
  #unexpected(): string[] {
    return this.#messages().filter((one) => !/ is a child of group \d+\.$| both exist, and the outcome /u.test(one));
  }

  #messages(): string[] {
    return this.#ours.errors.map(({ slot, error }) => `${slot}: ${error.message}`);
  }

  /** Remembers what a user, and others, can know after a command. */
  #learn(declared: Declared): void {
    const failed = new Set(this.#ours.errors.map(({ slot }) => slot));
    for (const slot of this.#named)
      if (!failed.has(slot) && this.#ours.stack.idOf(slot) !== undefined) this.#named.delete(slot);
    for (const { slot, error } of this.#ours.errors) if (error.message.includes("onExisting")) this.#named.add(slot);
    for (const [name, { slot }] of declared) {
      if (slot.kind in this.#names) this.#names[slot.kind as keyof View["names"]].add(nameIn(declared, name));
    }
    for (const id of this.#view(0).groupIds) {
      const group = this.sim.gateway.store.ipGroups.get(id);
      if (group === undefined) continue;
      this.#names.IpGroup.add(group.name);
      this.#lastRules.set(id, [...group.rules.values()]);
    }
  }

  async #act(name: ActName, seed: number, title: string): Promise<void> {
    const before = { things: this.#marks.things(), lines: this.#marks.held() };
    this.#marks.prune();
    this.#made.clear();
    const view = this.#view(seed);
    if (name === "restore") {
      const backup = view.pick(this.#backups);
      if (backup === undefined) return;
      this.#isRestored = true;
      this.#marks.restore(backup);
      for (const actor of [this.#ours, this.#theirs]) actor.restored(before);
    } else if (name === "restoreState") {
      this.#isRestored = true;
      view.pick(this.#states)?.();
      this.#ours.restored(before, true);
    } else if (name === "secondStack") {
      const random = seededRandom(seed);
      const declared = programOf(this.#second, (slot) =>
        Math.floor(random() * ((this.#second[slot]?.variants ?? 0) + 1)),
      );
      const command = this.#calm("up", declared, `${title}, the other stack`);
      await this.#theirs.run({ ...command, isRefreshed: random() < 0.7 });
      this.#ours.othersActed(before, "second");
    } else {
      act(name, view);
      for (const key of this.#made) this.#marks.set(key, "others");
      for (const actor of [this.#ours, this.#theirs]) actor.othersActed(before);
    }
  }

  #view(seed: number): View {
    const random = seededRandom(seed);
    const outputs = this.#ours.stack.resources.filter(({ exists }) => exists).map((one) => one.outputs);
    return {
      sim: this.sim,
      groupIds: [...this.#ours.known.numbers()].map(Number).filter(Boolean),
      rules: outputs.flatMap(({ ruleId, groupId }) =>
        ruleId === undefined ? [] : [{ groupId: Number(groupId), ruleId: Number(ruleId) }],
      ),
      names: this.#names,
      lastRules: this.#lastRules,
      pick: (from) => from[Math.floor(random() * from.length)],
      unique: () => (this.#acts += 1),
      made: (key) => this.#made.add(key),
    };
  }

  readonly #isTheirs = (kind: string, name: string): boolean => {
    // What a killed run had lost is ours again if a later run has found it.
    const ours = this.#ours.known.names().has(name) ? ["ours", "lost"] : ["ours"];
    return [...this.#marks.things().values()].some(
      ({ key, subject, within }) =>
        key.startsWith(`${kind} `) && within.length === 0 && subject === name && !ours.includes(this.#marks.of(key)),
    );
  };

  #declared(variants: readonly number[]): Declared {
    return programOf(this.#slots, (_name, index) => variants[index] ?? 0, this.#isTheirs);
  }
}
