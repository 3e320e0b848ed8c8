import type { Values } from "../../provider/values/inputs";
import { ApplianceError } from "../../provider/errors/errors";
import { sentenceOf } from "../errors";
import type { Box } from "./box";
import type { Life, Scene } from "./life";
import { Subject } from "./subject";
import { Trial } from "./trial";
import { DeadlineError, inTime, NotRunError, type Outcome, type Step, steps } from "./verdict";
import { type Verdict, verdictOf, WrongError } from "./verdict";

/** Steps that need no object. */
const beginnings: readonly Step[] = ["create", "lostCreate"];

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
      await this.#step("replace", life.replacement && (() => this.#replace()));
      await this.#step("refuse", life.isExclusive && (() => this.#refuse()));
      await this.#step("adopt", life.isExclusive && (() => this.#adopt()));
      await this.#step("byHand", life.byHand && (() => this.#byHand()));
      await this.#step("removed", life.remove && (() => this.#removed()));
      await this.#step("followers", life.follower && (() => this.#followers()));
      await this.#step("batch", life.other && (() => this.#batch()));
      await this.#step("session", life.about === "replicator" ? () => this.#session() : undefined);
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

  /** Runs one step. An error of the provider is a result; an error of this program is not caught. */
  async #step(step: Step, work: false | undefined | (() => Promise<readonly string[] | undefined>)): Promise<void> {
    if (work === undefined || work === false) {
      this.#note(step, "none", []);
      return;
    }
    if (!this.#subject.trial.exists && !beginnings.includes(step)) {
      this.#note(step, "notRun", ["The object does not exist: an earlier step failed."]);
      return;
    }
    try {
      const texts = (await inTime(`${this.life.kind}, ${steps[step]}`, work())) ?? [];
      this.#note(step, texts.length === 0 ? "works" : "note", texts);
    } catch (error) {
      if (error instanceof DeadlineError) this.#note(step, "wrong", [sentenceOf(error)]);
      this.#note(step, verdictOf(error), [sentenceOf(error)]);
    } finally {
      this.box.faults.reset();
    }
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
    for (const [key, { kind, inputs }] of Object.entries(this.life.needs ?? {})) {
      const need = new Trial(this.box, kind, this.site);
      this.#needs.set(key, need);
      await need.up(inputs(this));
    }
    return this.#subject.declare(this.life.inputs(this), "create");
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
    for (const inputs of this.life.changes?.(this) ?? [])
      notes.push(...(await this.#subject.declare(inputs, "update")));
    return notes;
  }

  async #replace(): Promise<readonly string[]> {
    return this.#subject.declare(this.life.replacement?.(this) ?? {}, "replace");
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
    // Lists may show the last change late. Users adopt an object later.
    await this.#subject.settled();
    const { id } = this.#subject.trial.known;
    const second = this.#new();
    await second.up({ ...this.#subject.declared, onExisting: "adopt" });
    // The API does not show the number of an existing user: its name then identifies it.
    const isOther = [id, second.known.id].every((one) => /^\d+$/u.test(one)) && second.known.id !== id;
    if (isOther) throw new WrongError("adoption created another object");
    second.forget();
    await this.#subject.confirmed();
    return [];
  }

  async #byHand(): Promise<readonly string[]> {
    await this.life.byHand?.(this, this.#subject.object);
    await this.#subject.reads("changed");
    const done = await this.#subject.trial.up(this.#subject.declared);
    if (done !== "update") throw new WrongError(`after a change by hand, the program is ${done}`);
    await this.#subject.confirmed();
    return [];
  }

  async #removed(): Promise<readonly string[]> {
    const { trial, declared } = this.#subject;
    try {
      await this.life.remove?.(this, this.#subject.object);
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
    await dependent.up(follower.inputs(this, String(this.#subject.declared["name"])));
    const renamed = follower.renamed(this);
    await this.box.during(async ({ kinds }) => {
      await this.#subject.trial.upIn(kinds.lifecycle(this.life.kind), renamed);
      await dependent.upIn(kinds.lifecycle(follower.kind), follower.inputs(this, String(renamed["name"])));
    });
    if (follower.kind === "Collector" && (await dependent.refresh()) !== "same") {
      throw new WrongError(`the ${follower.kind} did not follow the new name`);
    }
    await dependent.destroy();
    this.#subject.declared = renamed;
    await this.#subject.confirmed();
    return [];
  }

  /** Creates three objects in one run, and one of them exists already. */
  async #batch(): Promise<readonly string[]> {
    const { other } = this.life;
    if (other === undefined) return [];
    const all = [other(this, "b1"), this.#subject.declared, other(this, "b2")].map((inputs) => ({
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
      this.box.wordsOfEndedSession = wordsIn(error);
      throw error;
    });
  }

  async #lostUpdate(): Promise<readonly string[]> {
    const { update = /./u } = this.life.requests;
    const before = this.life.inputs(this);
    await this.#subject.trial.up(before);
    this.#subject.declared = before;
    // Lists may show this late: the lost change must not begin with an older reading.
    await this.#subject.settled();
    const inputs = this.life.changes?.(this)[0] ?? {};
    return this.#withLostAnswer(
      update,
      () => this.#subject.trial.up(inputs),
      async () => {
        this.#subject.declared = inputs;
        await this.#subject.confirmed();
      },
    );
  }

  async #lostDelete(): Promise<readonly string[]> {
    const object = this.#subject.object;
    return this.#withLostAnswer(
      this.life.requests.remove,
      async () => {
        if (this.#subject.trial.exists) await this.#subject.trial.destroy();
      },
      () => this.#subject.shown(object, false),
    );
  }

  async #lostCreate(): Promise<readonly string[]> {
    if (this.#subject.trial.exists) throw new NotRunError("the object was not removed");
    const inputs = this.life.inputs(this);
    this.#subject.declared = inputs;
    return this.#withLostAnswer(
      this.life.requests.create,
      (adopts) => this.#subject.trial.up(adopts ? { ...inputs, onExisting: "adopt" } : inputs),
      () => this.#subject.confirmed(),
    );
  }

  /** Repeats a command whose answer was lost, as a user would: one more time, or with adoption if the error says so. */
  async #withLostAnswer(
    action: RegExp,
    command: (adopts: boolean) => Promise<unknown>,
    then: () => Promise<void>,
  ): Promise<string[]> {
    const { faults } = this.box;
    faults.loseAnswer(action);
    const notes: string[] = [];
    await command(false).catch(async (error: unknown) => {
      if (verdictOf(error) !== "refused") throw error;
      notes.push(`The first run ended with an error: ${sentenceOf(error)}`);
      await command(sentenceOf(error).includes('onExisting: "adopt"'));
    });
    if (faults.reset()) notes.push("This appliance needs no such request.");
    await then();
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

  #new(): Trial {
    return new Trial(this.box, this.life.kind, this.site);
  }
}

/** The words of the appliance in an error, or in what caused it. */
function wordsIn(error: unknown): string | undefined {
  if (error instanceof ApplianceError) return error.words;
  return error instanceof Error ? wordsIn(error.cause) : undefined;
}
