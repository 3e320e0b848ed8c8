import type { Values } from "../../../provider/values/inputs";
import { ApplianceError } from "../../../provider/errors/errors";
import { sentenceOf } from "../../errors";
import type { Box } from "./box";
import { inputsOf, type Life, type Scene, type Template } from "./life";
import { Subject } from "./subject";
import { Trial } from "./trial";
import { causesOf, DeadlineError, inTime, NotRunError, type Outcome, type Step, steps } from "./verdict";
import { type Verdict, verdictOf, works, WrongError } from "./verdict";

/** Runs the life of one kind with the provider's own lifecycle, and compares each step with what the appliance shows. */
export class Course implements Scene {
  readonly outcomes: Outcome[] = [];
  readonly #needs = new Map<string, Trial>();
  readonly #subject: Subject;

  constructor(
    readonly box: Box,
    private readonly life: Life,
    private readonly site: string | undefined,
    /** Receives each outcome, with the inputs that the appliance should now have; none if the object is gone. */
    private readonly tell: (outcome: Outcome, inputs: Values | undefined) => void,
  ) {
    this.#subject = new Subject(life, this, site);
  }

  readonly id = (key: string): string => {
    const need = this.#needs.get(key);
    if (need === undefined) throw new NotRunError(`there is no ${key}`);
    return need.known.id;
  };

  async run(): Promise<readonly Outcome[]> {
    const { life } = this;
    try {
      await this.#step("create", () => this.#create());
      await this.#step("unchanged", () => this.#unchanged());
      await this.#step("read", () => this.#subject.reads("same"));
      await this.#step("change", life.changes && (() => this.#changes()));
      await this.#step(
        "replace",
        life.replacement && (() => this.#subject.declare(this.#inputs(life.replacement), "replace")),
      );
      await this.#step("refuse", life.isExclusive && (() => this.#refuse()));
      await this.#step("adopt", life.isExclusive && (() => this.#adopt()));
      await this.#step("byHand", life.byHand && (() => this.#byHand()));
      await this.#step("removed", life.remove && (() => this.#removed()));
      await this.#step("followers", life.follower && (() => this.#followers()));
      await this.#step("batch", life.other && (() => this.#batch()));
      await this.#step("session", life.about === "replicator" && (() => this.#session()));
      await this.#step("lostUpdate", life.changes && (() => this.#lostUpdate()));
      await this.#step("lostDelete", () => this.#lostDelete());
      await this.#step("lostCreate", () => this.#lostCreate());
      await this.#step("destroy", () => this.#destroy());
    } finally {
      await inTime(`${life.kind}, the last removal`, this.#leave()).catch((error: unknown) =>
        this.#note("destroy", verdictOf(error), [sentenceOf(error)]),
      );
    }
    return this.outcomes;
  }

  /** Runs one step, then compares what the appliance shows with what is declared. An error of the provider is a result. */
  async #step(step: Step, work: false | undefined | (() => Promise<readonly string[] | undefined>)): Promise<void> {
    if (work === undefined || work === false) {
      this.#note(step, "none", []);
      return;
    }
    const why = this.#missingFor(step);
    if (why !== undefined) {
      this.#note(step, "notRun", [why]);
      return;
    }
    const compared = async (): Promise<readonly string[]> => {
      const texts = (await work()) ?? [];
      if (this.#subject.trial.exists) await this.#subject.confirmed();
      return texts;
    };
    try {
      const texts = await inTime(`${this.life.kind}, ${steps[step]}`, compared());
      this.#note(step, texts.length === 0 ? "works" : "note", texts);
    } catch (error) {
      if (error instanceof DeadlineError) this.#note(step, "wrong", [sentenceOf(error)]);
      this.#note(step, verdictOf(error), [sentenceOf(error)]);
    } finally {
      this.box.faults.reset();
    }
  }

  /** Why a step cannot run; undefined if it can. */
  #missingFor(step: Step): string | undefined {
    if (step === "create") return undefined;
    if (step !== "lostCreate") {
      return this.#subject.trial.exists ? undefined : "The object does not exist: an earlier step failed.";
    }
    if (this.#subject.trial.exists) return "The object was not removed.";
    return works(this.outcomes.filter((one) => one.step === "create")) ? undefined : "The object cannot be created.";
  }

  #note(step: Step, verdict: Verdict, texts: readonly string[]): void {
    const known = this.outcomes.findIndex((one) => one.step === step);
    const outcome = { kind: this.life.kind, step, verdict, texts };
    this.tell(outcome, this.#subject.trial.exists ? this.#subject.declared : undefined);
    if (known < 0) this.outcomes.push(outcome);
    // The end of the course repeats the last step: only a failure is news.
    else if (verdict !== "works" && verdict !== "none") this.outcomes[known] = outcome;
  }

  async #create(): Promise<readonly string[]> {
    await this.life.prepare?.(this);
    for (const [key, { kind, inputs }] of Object.entries(this.life.needs ?? {})) {
      const need = new Trial(this.box, kind, this.site);
      this.#needs.set(key, need);
      await need.up(inputsOf(this, inputs));
    }
    await this.#subject.settled();
    return this.#subject.declare(this.#inputs(), "create");
  }

  async #unchanged(): Promise<undefined> {
    this.box.faults.count = 0;
    const done = await this.#subject.trial.up(this.#subject.declared);
    if (done !== "same" || this.box.faults.count > 0) {
      throw new WrongError(`an unchanged program is ${done}, with ${this.box.faults.count} requests`);
    }
    return undefined;
  }

  async #changes(): Promise<readonly string[]> {
    const notes = [];
    const { changes = [] } = this.life;
    for (const index of changes.keys()) {
      if (index > 0) await this.#subject.confirmed();
      notes.push(...(await this.#subject.declare(this.#inputs(...changes.slice(0, index + 1)), "update")));
    }
    return notes;
  }

  async #refuse(): Promise<undefined> {
    const { id } = this.#subject.trial.known;
    const second = this.#new();
    const [result] = await Promise.allSettled([second.up(this.#subject.declared)]);
    if (result.status === "rejected" && verdictOf(result.reason) === "refused" && !second.exists) return undefined;
    if (second.exists && second.known.id !== id) await second.destroy();
    throw new WrongError("a second resource for the same object is not refused");
  }

  async #adopt(): Promise<readonly string[]> {
    const { id } = this.#subject.trial.known;
    const second = this.#new();
    await second.up({ ...this.#subject.declared, onExisting: "adopt" });
    // The API does not show the number of an existing user: its name then identifies it.
    const isOther = [id, second.known.id].every((one) => /^\d+$/u.test(one)) && second.known.id !== id;
    if (isOther) throw new WrongError("adoption created another object");
    second.forget();
    return [];
  }

  async #byHand(): Promise<readonly string[]> {
    await this.life.byHand?.(this, this.#subject.object);
    await this.#subject.reads("changed");
    const done = await this.#subject.trial.up(this.#subject.declared);
    if (done !== "update") throw new WrongError(`after a change by hand, the program is ${done}`);
    return [];
  }

  async #removed(): Promise<readonly string[]> {
    const { trial, declared } = this.#subject;
    await this.life.remove?.(this, this.#subject.object);
    try {
      if (this.life.isRead === true) await this.#subject.reads("gone");
      else await trial.destroy();
    } catch (error) {
      // The next steps need an object.
      trial.forget();
      await this.#subject.declare(declared, "create");
      throw error;
    }
    return this.#subject.declare(declared, "create");
  }

  async #followers(): Promise<readonly string[]> {
    const { follower } = this.life;
    if (follower === undefined) return [];
    const dependent = new Trial(this.box, follower.kind, this.site);
    const inputsFor = (of: Values): Values => inputsOf(this, follower.inputs(String(of["name"])));
    await dependent.up(inputsFor(this.#subject.declared));
    const renamed = this.#inputs(follower.renamed);
    await this.box.during(async ({ kinds }) => {
      await this.#subject.trial.upIn(kinds.lifecycle(this.life.kind), renamed);
      await dependent.upIn(kinds.lifecycle(follower.kind), inputsFor(renamed));
    });
    if (follower.kind === "Collector" && (await dependent.refresh()) !== "same") {
      throw new WrongError(`the ${follower.kind} did not follow the new name`);
    }
    await dependent.destroy();
    this.#subject.declared = renamed;
    return [];
  }

  /** Creates three objects in one run, and one of them exists already. */
  async #batch(): Promise<readonly string[]> {
    const { other } = this.life;
    const all = [this.#inputs(other?.("b1")), this.#subject.declared, this.#inputs(other?.("b2"))].map((inputs) => ({
      inputs,
      trial: this.#new(),
    }));
    const results = await this.box.during(({ kinds }) =>
      Promise.allSettled(all.map(({ trial, inputs }) => trial.upIn(kinds.lifecycle(this.life.kind), inputs))),
    );
    const kept = all.map(({ trial }) => trial.exists);
    for (const index of [0, 2]) if (all[index]?.trial.exists === true) await all[index].trial.destroy();
    const failed = [results[0], results[2]].find((one) => one?.status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
    if (results[1]?.status !== "rejected" || kept[1] === true)
      throw new WrongError("the batch accepted a second object");
    return [];
  }

  async #session(): Promise<readonly string[]> {
    this.box.faults.endSession();
    return this.#subject.reads("same").catch((error: unknown) => {
      this.box.wordsOfEndedSession = causesOf(error).find((one) => one instanceof ApplianceError)?.words;
      throw error;
    });
  }

  async #lostUpdate(): Promise<readonly string[]> {
    const [before, after] = [this.#inputs(), this.#inputs(this.life.changes?.[0])];
    await this.#subject.trial.up(before);
    this.#subject.declared = before;
    // Lists may show this late: the lost change must not begin with an older reading.
    await this.#subject.confirmed();
    const notes = await this.#withLostAnswer(() => this.#subject.trial.up(after));
    this.#subject.declared = after;
    return notes;
  }

  async #lostDelete(): Promise<readonly string[]> {
    const { object, trial } = this.#subject;
    const notes = await this.#withLostAnswer(async () => {
      if (trial.exists) await trial.destroy();
    });
    await this.#subject.shown(object, false);
    return notes;
  }

  async #lostCreate(): Promise<readonly string[]> {
    const inputs = this.#inputs();
    this.#subject.declared = inputs;
    return this.#withLostAnswer((adopts) =>
      this.#subject.trial.up(adopts ? { ...inputs, onExisting: "adopt" } : inputs),
    );
  }

  /** Repeats a command whose answer was lost, as a user would: one more time, or with adoption if the error says so. */
  async #withLostAnswer(command: (adopts: boolean) => Promise<unknown>): Promise<string[]> {
    const { faults } = this.box;
    faults.loseAnswer();
    const notes: string[] = [];
    await command(false).catch(async (error: unknown) => {
      if (verdictOf(error) !== "refused") throw error;
      notes.push(`The first run ended with an error: ${sentenceOf(error)}`);
      await command(sentenceOf(error).includes('onExisting: "adopt"'));
    });
    if (faults.reset()) notes.push("This appliance needs no such request.");
    return notes;
  }

  async #destroy(): Promise<undefined> {
    const object = this.#subject.object;
    await this.#subject.trial.destroy();
    await this.#subject.shown(object, false);
    return undefined;
  }

  /** Removes what the course created, in reverse order. */
  async #leave(): Promise<void> {
    if (this.#subject.trial.exists) await this.#subject.trial.destroy();
    for (const need of [...this.#needs.values()].reverse()) if (need.exists) await need.destroy();
  }

  /** The inputs of the life, with these changes. */
  #inputs(...changes: readonly (Template | undefined)[]): Values {
    return inputsOf(this, this.life.inputs, ...changes);
  }

  #new(): Trial {
    return new Trial(this.box, this.life.kind, this.site);
  }
}
