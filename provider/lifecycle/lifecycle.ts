import type { ApplianceKind } from "../errors/errors";
import { PartlyDoneError } from "../errors/refusal";
import type { AnyDefinition, Boxes, Progress, State } from "../kinds/definition";
import { Inputs, type Values } from "../values/inputs";
import { asDoubtful, isAdopted, stateOutputs } from "../values/origin";
import { hasUnknown, pathsOfTexts, problemText, type Problem, UNKNOWN } from "../values/schema";
import { conceal, isKnownSecret } from "../values/secret";
import { createOrAdopt } from "../kinds/adoption";
import { Comparison, type StateDifference, type Followed } from "./comparison";
import { importObject, type ReadObject } from "./import";
import { type AnyLive, type Call, leftBy, type Reports, whatStays } from "./outcome";
import { ownerOf } from "./run";
import { elsewhere, siteOf, type World } from "./world";

/** The id of an object that is gone, as the engine writes it. */
const GONE = "";

type AnyProgress = Progress<Values, Values>;
type Box = Boxes[ApplianceKind];

/**
 * Check, diff, create, read, update and delete for every kind. It is the only code that orders these calls and that
 * handles adoption, partial results, unknown values and the identity of the appliance. It depends on no host.
 */
export class Lifecycle {
  readonly #inputs: Inputs;
  readonly #comparison: Comparison;

  constructor(
    private readonly definition: AnyDefinition,
    private readonly world: World,
  ) {
    this.#inputs = new Inputs(definition.inputs);
    this.#comparison = new Comparison(definition, this.#inputs, world);
  }

  /**
   * Fills in defaults and reports every fault at once. Never rewrites or sorts what the user wrote. `name`: the Pulumi
   * name of the resource, so that two resources which declare one object are noticed.
   */
  check(news: Values, name?: string): { inputs: Values; failures: string[] } {
    const { definition, world } = this;
    const inputs = this.#inputs.withDefaults(news);
    this.#conceal(inputs);
    const problems = [...this.#inputs.problems(inputs, world.appliances.hasFailed), ...this.#policyProblems(inputs)];
    const faults = world.configuration.problems(siteOf(inputs), definition.appliance);
    const failures = [...problems.map(problemText), ...faults];
    if (problems.length > 0 || hasUnknown(inputs) || this.#isCut(inputs)) return { inputs, failures };
    const want = this.#inputs.canonical(inputs);
    const { run } = world.place(definition.appliance, want);
    return { inputs, failures: [...failures, ...run.conflicts(definition, name, want)] };
  }

  /** The input that defaults to the Pulumi name of a resource. */
  named(name: string): Values {
    return this.#inputs.keys.includes("name") ? { name } : {};
  }

  /**
   * Compares canonical forms, so that order and spelling are no difference, and records what the resource declares.
   * Sends nothing. Refuses if the configuration has another appliance than the state.
   */
  diff(id: string, olds: Values, news: Values): StateDifference {
    // The engine skips it. A replacement would begin with a deletion that is not skipped.
    if (this.#isCut(news)) return { changes: true, replaces: [], deleteFirst: false, detail: () => new Map() };
    return this.#comparison.difference(id, olds, news);
  }

  /** The outputs of a create, or of an update of an object in the state, as far as they are known in advance. Pure. */
  foresee(news: Values, known?: { id: string; olds: Values }): Values {
    const { definition, world } = this;
    const inputs = this.#inputs.canonical(news);
    const place = hasUnknown(inputs["site"]) ? undefined : world.place(definition.appliance, inputs);
    const appliance = place?.identity?.base ?? UNKNOWN;
    const required = new Inputs(definition.outputs).required;
    const open = Object.fromEntries(required.map((key) => [key, UNKNOWN]));
    if (known === undefined) return { ...news, ...open, appliance };
    const { outputs } = this.#comparison.state(known.id, known.olds);
    const may = Object.fromEntries((definition.mayChange ?? []).map((key) => [key, UNKNOWN]));
    return { ...news, ...outputs, ...may, appliance };
  }

  async create(inputs: Values): Promise<{ id: string; outputs: Values }> {
    const { definition } = this;
    const { named } = definition;
    const want = this.#inputs.parse(inputs);
    const owner = Symbol(definition.kind);
    const { run } = this.world.place(definition.appliance, want);
    // The engine compares an entry whose replacement has deleted the object, before it creates the object again.
    const former = () => ownerOf(definition, want);
    const call: Call = { definition, what: "create", subject: want, inputs, owner, former };
    try {
      run.declare(owner, definition.keys?.(want) ?? []);
      return await this.#perform(call, async (box, progress) => {
        if (named !== undefined) run.assertNotReused(named, String(want["name"]));
        return createOrAdopt({ definition, box, want, progress });
      });
    } catch (error) {
      const isLost = !(error instanceof PartlyDoneError) && run.missed(owner);
      if (isLost) this.world.note(call, "another resource has left it to this one: it stays, and no state has it now.");
      throw error;
    }
  }

  async update(id: string, olds: Values, news: Values): Promise<{ outputs: Values }> {
    const { definition } = this;
    const want = this.#inputs.parse(news);
    const known = this.#comparison.state(id, olds);
    // A site of another name is the same appliance here: the diff has checked that, and this call refuses any other.
    const here = { ...known, inputs: { ...known.inputs, site: want["site"] } };
    const foreseen = this.#comparison.followed(here, this.#comparison.mentions(want));
    const owner = ownerOf(definition, want);
    const call: Call = { definition, what: "update", subject: want, inputs: news, olds, owner, state: foreseen };
    this.#comparison.declares(owner, foreseen, want);
    try {
      return await this.#perform(call, async (box, progress) => {
        this.world.guard?.check(definition, known, want);
        // Nothing is sent, and nothing read, for a new name of the site.
        if (!this.#comparison.isChanged(foreseen, want)) return { id, outputs: foreseen.outputs };
        this.#comparison.assertOnlyOwner(owner, foreseen, want);
        const state = this.#comparison.moved(await this.#followedNow(box, progress, here, want), want);
        return definition.update(box, state, want, progress);
      });
    } catch (error) {
      const hasName = error instanceof PartlyDoneError && error.outputs["name"] === want["name"];
      if (!hasName) this.#comparison.renames(foreseen.inputs, want, "never");
      throw error;
    }
  }

  /** The state under the names that things have now. The appliance is asked for those that an earlier run has freed. */
  async #followedNow(
    box: Box,
    { info, isOfOther }: AnyProgress,
    state: State<Values, Values>,
    want?: Values,
  ): Promise<Followed> {
    const { definition } = this;
    const mentioned = want === undefined ? undefined : this.#comparison.mentions(want);
    // A refresh calls all resources at once: a profile says while the configuration is read that it was renamed.
    if (definition.refersTo?.profile !== undefined && "config" in box) await box.config.get();
    const { run } = this.world.place(definition.appliance, state.inputs);
    if (!run.hasFreed) return this.#comparison.followed(state, mentioned);
    const taken = new Set<string>();
    for (const { what, name } of this.#comparison.freed(state)) {
      if (await box.has(what, name)) taken.add(`${what}|${name}`);
    }
    const now = this.#comparison.followed(state, (key) => taken.has(key) || mentioned?.(key) === true);
    const left = this.#comparison.left(state, now, mentioned);
    if (left === undefined || definition.keys?.(left.inputs, left).every(isOfOther) === true) return now;
    if (definition.read === undefined || (await definition.read(box, left, { info: () => undefined })) !== undefined) {
      const objects = definition.identity?.(left.inputs) ?? [definition.label(left.inputs)];
      info(`${objects.join(", ")}: left, if it is there. The former name is that of another object now.`);
    }
    return now;
  }

  /** The live object, or undefined if it is gone. What the user wrote is kept if it means the same. */
  async read(id: string, olds: Values): Promise<ReadObject | undefined> {
    const { definition } = this;
    if (!("appliance" in olds)) return importObject(definition, this.#inputs, this.world, id);
    const known = this.#comparison.state(id, olds, true);
    const [inputs, subject, owner] = [this.#inputs.of(olds), known.inputs, ownerOf(definition, known.inputs)];
    const call: Call = { definition, what: "read", subject, inputs, olds, owner };
    const { id: idOfLive, outputs } = await this.#perform(call, async (box, progress) => {
      // Without a reading action the state is the only record: a doubt stays until an update settles it.
      if (definition.read === undefined) {
        const { outputs, doubt } = known;
        return { id, outputs: doubt === undefined ? outputs : asDoubtful(outputs, doubt.tried) };
      }
      const live = await definition.read(box, await this.#followedNow(box, progress, known), progress);
      if (live === undefined) return { id: GONE, outputs: {} };
      const found = this.#inputs.canonicalEach(live.inputs ?? {});
      const changed = this.#inputs.differing(known.inputs, { ...known.inputs, ...found });
      const managed = changed.filter((key) => inputs[key] !== undefined);
      const shown = managed.map((key) => [key, this.#inputs.inFormOf(inputs[key], key, found[key])] as const);
      return { id, inputs: Object.fromEntries(shown), outputs: live.outputs };
    });
    return idOfLive === GONE ? undefined : { id, outputs, inputs: this.#inputs.of(outputs) };
  }

  async delete(id: string, olds: Values): Promise<void> {
    const { definition } = this;
    // What it refers to may have another name since a change of this run.
    const known = this.#comparison.state(id, olds);
    const subject = this.#comparison.followed(known, () => false).inputs;
    // What was compared in this run stays: an entry of the same kind and id that is being deleted is another owner.
    const owner = Symbol(definition.kind);
    const { run } = this.world.place(definition.appliance, subject);
    const call: Call = { definition, what: "delete", subject, inputs: this.#inputs.of(olds), olds, owner };
    await this.#perform(call, async (box, progress) => {
      const state = { ...(await this.#followedNow(box, progress, known)), doubt: known.doubt };
      const keys = definition.keys?.(state.inputs, state) ?? [];
      // One that takes it over knows its name before it knows the number.
      const forms = [keys, definition.keys?.(state.inputs) ?? []];
      const isKept = (key: string) => run.isOfOther(owner, key) || run.isOfOther(owner, `read ${key}`);
      if (forms.some((form) => form.length > 0 && form.every(isKept))) {
        progress.info(`kept: another resource of this program has it.${whatStays(known)}`);
        return { id, outputs: {} };
      }
      // What a creation that failed was to have, or needs, is refused; what declares it now waits.
      forms.flat().forEach(progress.isOfOther);
      run.assertNotMissed(...this.#comparison.needed(state.inputs));
      if (definition.named !== undefined) run.assertNotMeant(definition.named, definition.label(state.inputs));
      this.world.guard?.check(definition, state);
      const outcome = await definition.remove(box, state, progress);
      if (outcome === "gone") progress.info("it was already gone.");
      run.emptied(keys);
      return { id, outputs: {} };
    });
  }

  /** Runs one call on its appliance: checks the identity, keeps what a failure must not lose, builds the outputs. */
  async #perform(
    call: Call,
    work: (box: Box, progress: AnyProgress) => Promise<AnyLive>,
  ): Promise<{ id: string; outputs: Values }> {
    const { definition, world } = this;
    const { identity, run } = world.place(definition.appliance, call.subject);
    this.#conceal(call.inputs, call.olds);
    const isChange = call.what === "create" || call.what === "update";
    const reports: Reports = {};
    const progress: AnyProgress = {
      keep: (soFar) => Object.assign(reports, { soFar, begun: undefined }),
      begin: (begun) => Object.assign(reports, { begun }),
      info: (message) => world.note(call, message),
      isOfOther(key) {
        const isOther = run.isOfOther(call.owner, key, call.former, reports);
        return isOther || (call.what === "delete" && run.isDeclared(key));
      },
      isHeld: (key) => run.held.has(key) || run.isOfOther(call.owner, key, call.former),
    };
    try {
      const box = world.box(definition.appliance, call.subject);
      const fault = call.olds && elsewhere(identity, call.olds["appliance"]);
      if (fault !== undefined) throw fault;
      const operation = async (): Promise<AnyLive> => {
        for (const key of run.keys.get(call.owner) ?? []) await run.leaving.get(key)?.ended;
        const working = work(box, progress);
        reports.ended = Promise.allSettled([working]);
        // The rebuild may still fail, and must not lose the object.
        if (isChange) progress.keep(await working);
        return working;
      };
      const isWriting = call.what !== "read" && "operation" in box;
      const result = await (isWriting ? box.operation(operation, call.state?.doubt !== undefined) : operation());
      const live = isChange ? this.#declare(call, result) : result;
      return { id: live.id, outputs: stateOutputs(call, definition.named, live, identity?.base ?? "") };
    } catch (error) {
      throw this.#failed(call, error, leftBy(call, error, reports, identity?.base ?? ""));
    }
  }

  #failed(call: Call, error: unknown, left: ReturnType<typeof leftBy>): Error {
    if (left === undefined) return this.world.failure(call, error);
    this.#declare(call, left);
    return new PartlyDoneError(this.world.message(call, error), left.id, left.outputs, { cause: error });
  }

  /** Records what a change has made. Returns it with the ids of the accounts that it is linked to. */
  #declare({ what, subject, owner, state, olds }: Call, made: AnyLive): AnyLive {
    const { definition, world } = this;
    const { run } = world.place(definition.appliance, subject);
    const keys = definition.keys?.(subject, made) ?? [];
    const before = (state && definition.keys?.(state.inputs, state)) ?? [];
    for (const key of before) if (!keys.includes(key)) run.removed.add(key);
    run.declare(owner, keys);
    // What was made has no links yet, unlike what was there. An account that was there may have been made by a lost run.
    const [named = "", isRead] = [definition.named, definition.read !== undefined];
    if (what === "create" && !(isRead && isAdopted(made.outputs))) run.emptied([...keys, `${named}|${made.id}`]);
    if (isRead) return made;
    run.ids.set(`${named}|${String(subject["name"])}`, made.id);
    return { ...made, outputs: { ...made.outputs, ...this.#comparison.linkedTo(subject, olds) } };
  }

  /** Whether inputs are missing because the resource that gives them failed in this command. */
  #isCut(inputs: Values): boolean {
    return this.world.appliances.hasFailed && this.#inputs.problems(inputs).length > 0;
  }

  /** Registers secret inputs for redaction: an appliance may repeat what it was sent. */
  #conceal(...all: (Values | undefined)[]): void {
    const values = (this.definition.secrets ?? []).flatMap((key) => all.map((one) => one?.[key]));
    for (const value of values) if (typeof value === "string") conceal(value);
  }

  #policyProblems(inputs: Values): Problem[] {
    const problems: Problem[] = [];
    if (inputs["onExisting"] === "adoptIfEqual" && this.definition.read === undefined) {
      const message = `"adoptIfEqual" cannot be decided: the API has no action that reads a ${this.definition.kind}`;
      problems.push({ path: "onExisting", message });
    }
    const inClear = Object.entries(inputs).filter(([key]) => this.definition.secrets?.includes(key) !== true);
    const message = "is equal to a configured credential, and would be stored in plain text";
    for (const path of pathsOfTexts(Object.fromEntries(inClear), isKnownSecret)) problems.push({ path, message });
    return problems;
  }
}
