import type { ApplianceKind } from "../../provider/client";
import { ApplianceError } from "../../provider/errors/errors";
import { PartlyDoneError, Refusal } from "../../provider/errors/refusal";
import type { Values } from "../../provider/values/inputs";
import { sentenceOf } from "../errors";
import type { Box } from "./box";
import type { Known, Life, Scene } from "./lives";
import { Trial } from "./trial";
import { NotRunError, type Outcome, type Step, type Verdict, WrongError } from "./verdict";

/** How long the appliance may take to show a change in its lists. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 100;

/** Runs the life of one kind with the provider's own lifecycle, and compares each step with what the appliance shows. */
export class Course implements Scene {
  readonly outcomes: Outcome[] = [];
  readonly #needs = new Map<string, Trial>();
  readonly #trial: Trial;
  /** The inputs of the last `up` that succeeded. */
  #declared: Values = {};

  constructor(
    readonly box: Box,
    private readonly life: Life,
    private readonly site: string | undefined,
  ) {
    this.#trial = this.#new();
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
      await this.#step("read", () => this.#reads("same"));
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
      await this.#step("destroy", () => this.#leave());
    }
    return this.outcomes;
  }

  /** Runs one step. An error of the provider is a result; an error of this program is not caught. */
  async #step(step: Step, work: false | undefined | (() => Promise<readonly string[] | undefined>)): Promise<void> {
    if (work === undefined || work === false) return this.#note(step, "none", []);
    try {
      const texts = (await work()) ?? [];
      this.#note(step, texts.length === 0 ? "works" : "note", texts);
    } catch (error) {
      this.#note(step, verdictOf(error), [sentenceOf(error)]);
    } finally {
      this.box.faults.reset();
    }
  }

  #note(step: Step, verdict: Verdict, texts: readonly string[]): void {
    const known = this.outcomes.findIndex((one) => one.step === step);
    if (known < 0) this.outcomes.push({ kind: this.life.kind, step, verdict, texts });
    // The end of the course repeats the last step: only a failure is news.
    else if (verdict !== "works" && verdict !== "none") {
      this.outcomes[known] = { kind: this.life.kind, step, verdict, texts };
    }
  }

  async #create(): Promise<readonly string[]> {
    for (const [key, { kind, inputs }] of Object.entries(this.life.needs ?? {})) {
      const need = new Trial(this.box, kind, this.site);
      this.#needs.set(key, need);
      await need.up(inputs(this));
    }
    return this.#declare(this.life.inputs(this), "create");
  }

  async #unchanged(): Promise<undefined> {
    this.#trial.known;
    this.box.faults.count = 0;
    const done = await this.#trial.up(this.#declared);
    if (done !== "same" || this.box.faults.count > 0) {
      throw new WrongError(`an unchanged program is ${done}, with ${this.box.faults.count} requests`);
    }
    return undefined;
  }

  async #changes(): Promise<readonly string[]> {
    this.#trial.known;
    const notes = [];
    for (const inputs of this.life.changes?.(this) ?? []) notes.push(...(await this.#declare(inputs, "update")));
    return notes;
  }

  async #replace(): Promise<readonly string[]> {
    this.#trial.known;
    return this.#declare(this.life.replacement?.(this) ?? {}, "replace");
  }

  async #refuse(): Promise<undefined> {
    const { id } = this.#trial.known;
    const second = this.#new();
    const error = await second.up(this.#declared).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    if (error === undefined || second.exists) {
      if (second.exists && second.known.id !== id) await second.destroy();
      throw new WrongError("a second resource for the same object is not refused");
    }
    if (verdictOf(error) !== "refused") throw error;
    return undefined;
  }

  async #adopt(): Promise<readonly string[]> {
    const { id } = this.#trial.known;
    const second = this.#new();
    await second.up({ ...this.#declared, onExisting: "adopt" });
    // The API does not show the number of an existing user: its name then identifies it.
    const isOther = [id, second.known.id].every((one) => /^\d+$/u.test(one)) && second.known.id !== id;
    if (isOther) throw new WrongError("adoption created another object");
    second.forget();
    return [];
  }

  async #byHand(): Promise<readonly string[]> {
    await this.life.byHand?.(this, this.#object);
    await this.#reads("changed");
    const done = await this.#trial.up(this.#declared);
    if (done !== "update") throw new WrongError(`after a change by hand, the program is ${done}`);
    await this.#confirmed();
    return [];
  }

  async #removed(): Promise<readonly string[]> {
    await this.life.remove?.(this, this.#object);
    if (this.life.isRead === true) await this.#reads("gone");
    else await this.#trial.destroy();
    return this.#declare(this.#declared, "create");
  }

  async #followers(): Promise<readonly string[]> {
    const { follower } = this.life;
    if (follower === undefined) return [];
    this.#trial.known;
    const dependent = new Trial(this.box, follower.kind, this.site);
    await dependent.up(follower.inputs(this, String(this.#declared["name"])));
    const renamed = follower.renamed(this);
    await this.box.during(async ({ kinds }) => {
      await this.#trial.upIn(kinds.lifecycle(this.life.kind), renamed);
      await dependent.upIn(kinds.lifecycle(follower.kind), follower.inputs(this, String(renamed["name"])));
    });
    if (follower.kind === "Collector" && (await dependent.refresh()) !== "same") {
      throw new WrongError(`the ${follower.kind} did not follow the new name`);
    }
    await dependent.destroy();
    this.#declared = renamed;
    await this.#confirmed();
    return [];
  }

  /** Creates three objects in one run, one of which exists already. */
  async #batch(): Promise<readonly string[]> {
    const { other } = this.life;
    if (other === undefined) return [];
    this.#trial.known;
    const all = [other(this, "b1"), this.#declared, other(this, "b2")].map((inputs) => ({
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
    this.#trial.known;
    this.box.faults.endSession();
    return this.#reads("same");
  }

  async #lostUpdate(): Promise<readonly string[]> {
    const { update = /./u } = this.life.requests;
    this.#trial.known;
    await this.#trial.up(this.life.inputs(this));
    const inputs = this.life.changes?.(this)[0] ?? {};
    return this.#withLostAnswer(
      update,
      () => this.#trial.up(inputs),
      async () => {
        this.#declared = inputs;
        await this.#confirmed();
      },
    );
  }

  async #lostDelete(): Promise<readonly string[]> {
    const object = this.#object;
    return this.#withLostAnswer(
      this.life.requests.remove,
      async () => {
        if (this.#trial.exists) await this.#trial.destroy();
      },
      () => this.#shown(object, false),
    );
  }

  async #lostCreate(): Promise<readonly string[]> {
    if (this.#trial.exists) throw new NotRunError("the object was not removed");
    const inputs = this.life.inputs(this);
    return this.#withLostAnswer(
      this.life.requests.create,
      (adopts) => this.#trial.up(adopts ? { ...inputs, onExisting: "adopt" } : inputs),
      async () => {
        this.#declared = inputs;
        await this.#confirmed();
      },
    );
  }

  /** Repeats a command whose answer was lost, as a user would: one more time, or with adoption if the error says so. */
  async #withLostAnswer(
    action: RegExp,
    command: (adopts: boolean) => Promise<unknown>,
    then: () => Promise<void>,
  ): Promise<string[]> {
    const { box, life } = this;
    box.faults.loseAnswer(action, box.host(life.about));
    const notes: string[] = [];
    await command(false).catch(async (error: unknown) => {
      if (verdictOf(error) !== "refused") throw error;
      notes.push(`The first run ended with an error: ${sentenceOf(error)}`);
      await command(sentenceOf(error).includes('onExisting: "adopt"'));
    });
    if (box.faults.reset()) notes.push("This appliance needs no such request.");
    await then();
    return notes;
  }

  async #destroy(): Promise<undefined> {
    const object = this.#object;
    await this.#trial.destroy();
    await this.#shown(object, false);
    return undefined;
  }

  /** Removes what the course created, in reverse order. */
  async #leave(): Promise<undefined> {
    if (this.#trial.exists) await this.#trial.destroy();
    for (const need of [...this.#needs.values()].reverse()) if (need.exists) await need.destroy();
    return undefined;
  }

  /** Declares inputs, and checks that the appliance shows them. Returns the messages of the provider. */
  async #declare(inputs: Values, expected: "create" | "update" | "replace"): Promise<readonly string[]> {
    const done = await this.#trial.up(inputs);
    const { notes } = this.#trial;
    if (done !== expected) throw new WrongError(`${expected} was planned as ${done}`);
    this.#declared = inputs;
    await this.#confirmed();
    return notes;
  }

  async #reads(expected: "same" | "changed" | "gone"): Promise<readonly string[]> {
    this.#trial.known;
    const deadline = performance.now() + PATIENCE_MS;
    let found = await this.#trial.refresh();
    // An object that is changed by hand may show late. A refresh that finds it changed or gone is final.
    while (found === "same" && expected !== "same" && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      found = await this.#trial.refresh();
    }
    if (found !== expected) throw new WrongError(`a refresh finds the object ${found}, not ${expected}`);
    return this.#trial.notes;
  }

  async #confirmed(): Promise<void> {
    await this.#shown(this.#object, true);
    await this.#reads("same");
  }

  get #object(): Known {
    return { id: this.#trial.known.id, inputs: this.#declared };
  }

  /** Waits until the appliance shows the object, or no longer shows it, by the client and not by the provider. */
  async #shown(object: Known, expected: boolean): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = await this.life.isThere?.(this, object);
      if (found === undefined || found === expected) return;
      if (performance.now() > deadline) {
        throw new WrongError(`the appliance ${expected ? "does not show the object" : "still shows the object"}`);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  #new(): Trial {
    return new Trial(this.box, this.life.kind, this.site);
  }
}

function verdictOf(error: unknown): Verdict {
  if (error instanceof NotRunError) return "notRun";
  if (error instanceof WrongError) return "wrong";
  if (error instanceof Refusal || error instanceof PartlyDoneError || error instanceof ApplianceError) return "refused";
  throw error;
}

/** The appliances that the kinds of a run use. */
export function aboutOf(chosen: readonly Life[]): readonly ApplianceKind[] {
  return (["gateway", "replicator"] as const).filter((about) => chosen.some((life) => life.about === about));
}
