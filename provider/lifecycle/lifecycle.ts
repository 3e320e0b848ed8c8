import { mayBeDone, type ApplianceKind } from "../errors/errors";
import { PartlyDoneError } from "../errors/refusal";
import type { AnyDefinition, Boxes, Live, Progress, State } from "../kinds/definition";
import { differing, Inputs, picked, withoutUndefined, type Values } from "../values/inputs";
import { asAdopted, asDoubtful, isAdopted, isDoubtful } from "../values/origin";
import { hasUnknown, pathsOfTexts, problemText, type Problem, UNKNOWN } from "../values/schema";
import { conceal, isKnownSecret } from "../values/secret";
import { createOrAdopt } from "../kinds/adoption";
import { Comparison, ownerOf, type Difference } from "./comparison";
import { importObject, type ReadObject } from "./import";
import type { Owner } from "./run";
import { elsewhere, siteOf, type Attempt, type World } from "./world";

/** One call of the engine for one resource that may send requests. */
interface Call extends Attempt {
  readonly what: "create" | "read" | "update" | "delete";
  /** The inputs as the user wrote them. */
  readonly inputs: Values;
  /** Outputs in the state, if the object exists. */
  readonly olds?: Values;
  /** How the registry of the run names the resource. */
  readonly owner: Owner;
  /** What the state knows, for an update. */
  readonly state?: State<Values, Values>;
}

/** The id of an object that is gone, as the engine writes it. */
const GONE = "";

type AnyLive = Live<Values, Values>;
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
    const site = siteOf(inputs);
    const ofConfiguration = world.problems(definition.appliance, site);
    const failures = [...problems.map(problemText), ...ofConfiguration];
    if (name === undefined || problems.length > 0 || hasUnknown(inputs) || this.#isCut(inputs))
      return { inputs, failures };
    const want = this.#inputs.canonical(inputs);
    return {
      inputs,
      failures: [...failures, ...world.place(definition.appliance, want).run.conflicts(definition, name, want)],
    };
  }

  /** The input that defaults to the Pulumi name of a resource. */
  named(name: string): Values {
    return this.#inputs.keys.includes("name") ? { name } : {};
  }

  /**
   * Compares canonical forms, so that order and spelling are no difference, and records what the resource declares.
   * Sends nothing. Refuses if the configuration has another appliance than the state.
   */
  diff(id: string, olds: Values, news: Values): Difference {
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
    const call: Call = { definition, what: "create", subject: want, inputs, owner };
    try {
      run.declare(owner, definition.keys?.(want) ?? []);
      const made = await this.#perform(call, (box, progress) => {
        if (named !== undefined) run.assertNotReused(named, String(want["name"]));
        return createOrAdopt({ definition, box, want, progress });
      });
      // A resource with the same id, which this run may delete, stays another owner.
      run.declare(owner, definition.keys?.(want, made) ?? []);
      return made;
    } catch (error) {
      if (error instanceof PartlyDoneError) run.declare(owner, definition.keys?.(want, error) ?? []);
      else run.forget(owner);
      throw error;
    }
  }

  async update(id: string, olds: Values, news: Values): Promise<{ outputs: Values }> {
    const { definition } = this;
    const want = this.#inputs.parse(news);
    const known = this.#comparison.state(id, olds);
    // A site of another name is the same appliance here: the diff has checked that, and this call refuses any other.
    const here = { ...known, inputs: { ...known.inputs, site: want["site"] } };
    const state = this.#comparison.followed(here, definition.refersTo && new Set(Object.values(want).flat()));
    const owner = ownerOf(definition, id);
    const call: Call = { definition, what: "update", subject: want, inputs: news, olds, owner, state };
    const keys = definition.keys?.(want, state) ?? [];
    this.world.place(definition.appliance, want).run.declare(owner, keys);
    this.#comparison.renames(state.inputs, want);
    return this.#perform(call, async (box, progress) => {
      this.world.guard?.check(definition, known, want);
      for (const name of this.#comparison.unset(known.inputs, want)) {
        progress.info(`${name} is no longer managed; its current value stays.`);
      }
      // Nothing is sent, and nothing read, for a new name of the site.
      if (!this.#comparison.isChanged(state, want)) return { id, outputs: state.outputs };
      if (definition.update !== undefined) return definition.update(box, state, want, progress);
      const { outputs } = await definition.create(box, want, progress);
      return { id, outputs: { ...outputs, ...state.outputs } };
    });
  }

  /** The live object, or undefined if it is gone. What the user wrote is kept if it means the same. */
  async read(id: string, olds: Values): Promise<ReadObject | undefined> {
    const { definition } = this;
    if (!("appliance" in olds)) return importObject(definition, this.#inputs, this.world, id);
    const known = this.#comparison.state(id, olds);
    const [inputs, subject, owner] = [this.#inputs.of(olds), known.inputs, ownerOf(definition, id)];
    const call: Call = { definition, what: "read", subject, inputs, olds, owner };
    const { id: idOfLive, outputs } = await this.#perform(call, async (box, progress) => {
      // Without a reading action the state is the only record: a doubt stays until an update settles it.
      if (definition.read === undefined) {
        return { id, outputs: isDoubtful(olds) ? asDoubtful(known.outputs, known.tried) : known.outputs };
      }
      const there = definition.refersTo?.profile && "config" in box ? (await box.config()).profiles : undefined;
      const state = this.#comparison.followed(known, there);
      const live = await definition.read(box, state, progress);
      if (live === undefined) return { id: GONE, outputs: {} };
      const found = this.#inputs.canonicalEach(live.inputs ?? {});
      const changed = Object.entries(differing(found, known.inputs, inputs)).map(([key, value]) => {
        return [key, this.#inputs.inFormOf(inputs[key], key, value)] as const;
      });
      return { id, inputs: Object.fromEntries(changed), outputs: live.outputs };
    });
    return idOfLive === GONE ? undefined : { id, outputs, inputs: this.#inputs.of(outputs) };
  }

  async delete(id: string, olds: Values): Promise<void> {
    const { definition } = this;
    // What it refers to may have another name since a change of this run.
    const known = this.#comparison.state(id, olds);
    const state = { ...this.#comparison.followed(known), isOpen: known.isOpen };
    const owner = ownerOf(definition, id);
    const subject = state.inputs;
    const { run } = this.world.place(definition.appliance, subject);
    const keys = definition.keys?.(subject, state) ?? [];
    const call: Call = { definition, what: "delete", subject, inputs: this.#inputs.of(olds), olds, owner };
    await this.#perform(call, async (box, progress) => {
      if (keys.length > 0 && keys.every((key) => run.isOfOther(owner, key))) {
        progress.info("kept: another resource of this program has it.");
        return { id, outputs: {} };
      }
      this.world.guard?.check(definition, state);
      const outcome = await definition.remove(box, state, progress);
      if (outcome === "gone") progress.info("it was already gone.");
      run.removed(keys);
      return { id, outputs: {} };
    });
    run.forget(owner);
  }

  /** Runs one call on its appliance: checks the identity, keeps what a failure must not lose, builds the outputs. */
  async #perform(
    call: Call,
    work: (box: Box, progress: AnyProgress) => Promise<AnyLive>,
  ): Promise<{ id: string; outputs: Values }> {
    const { definition, world } = this;
    const { identity, run } = world.place(definition.appliance, call.subject);
    this.#conceal(call.inputs);
    this.#conceal(call.olds ?? {});
    const made: { soFar?: AnyLive | undefined; begun?: AnyLive | undefined } = {};
    const progress: AnyProgress = {
      keep: (soFar, isBegun) => {
        Object.assign(made, isBegun === true ? { begun: soFar } : { soFar, begun: undefined });
      },
      info: (message) => {
        world.note(call, message);
      },
      isOfOther: (key) => run.isOfOther(call.owner, key),
    };
    try {
      const box = world.box(definition.appliance, call.subject);
      const fault = elsewhere(identity, call.olds?.["appliance"]);
      if (fault !== undefined) throw fault;
      const operation = async (): Promise<AnyLive> => {
        const done = await work(box, progress);
        // The rebuild may still fail, and must not lose the object.
        if (call.what === "create" || call.what === "update") made.soFar = done;
        return done;
      };
      const isWriting = call.what !== "read" && "operation" in box;
      const result = await (isWriting ? box.operation(operation, call.state?.isOpen === true) : operation());
      return { id: result.id, outputs: outputsOf(call, result, identity?.base ?? "") };
    } catch (error) {
      // An unknown outcome leaves the object as it was, but open. What was open stays so: only this run may know why.
      const isUnknown = mayBeDone(error);
      const before = isUnknown || call.state?.isOpen === true ? call.state : undefined;
      const left = (isUnknown ? made.begun : undefined) ?? made.soFar ?? before;
      if (left === undefined) throw world.failure(call, error);
      // The next update has something to do, even if the inputs are the same then.
      const sent = definition.tries && withoutUndefined(picked(call.subject, definition.tries));
      // As long as nothing is known of what an earlier update has sent, the object may still have that.
      const tried = left === before ? (before.tried ?? (isUnknown ? sent : undefined)) : sent;
      const outputs = asDoubtful(outputsOf(call, left, identity?.base ?? ""), tried);
      throw new PartlyDoneError(world.message(call, error), left.id, outputs, { cause: error });
    }
  }

  /** Whether inputs are missing because the resource that gives them failed in this command. */
  #isCut(inputs: Values): boolean {
    return this.world.appliances.hasFailed && this.#inputs.problems(inputs).length > 0;
  }

  /** Registers secret inputs for redaction: an appliance may repeat what it was sent. */
  #conceal(values: Values): void {
    for (const key of this.definition.secrets ?? []) {
      const value = values[key];
      if (typeof value === "string") conceal(value);
    }
  }

  #policyProblems(inputs: Values): Problem[] {
    const problems: Problem[] = [];
    if (inputs["onExisting"] === "adoptIfEqual" && this.definition.read === undefined) {
      const message = `"adoptIfEqual" cannot be decided: the API has no action that reads a ${this.definition.kind}`;
      problems.push({ path: "onExisting", message });
    }
    const inClear = Object.entries(inputs).filter(([key]) => this.definition.secrets?.includes(key) !== true);
    for (const path of pathsOfTexts(Object.fromEntries(inClear), isKnownSecret)) {
      problems.push({ path, message: "is equal to a configured credential, and would be stored in plain text" });
    }
    return problems;
  }
}

/** Inputs as the user wrote them, overlaid with the actual values if those differ, and the computed outputs. */
function outputsOf({ definition, inputs, olds }: Call, result: AnyLive, appliance: string): Values {
  const outputs = olds !== undefined && isAdopted(olds) ? asAdopted(result.outputs) : result.outputs;
  const values = withoutUndefined({ ...inputs, ...result.inputs, ...outputs, appliance });
  const { name, origin } = (olds ?? {}) as { name?: string; origin?: { renamedFrom?: string } };
  const renamedFrom = name === values["name"] ? origin?.renamedFrom : name;
  if (definition.named === undefined || renamedFrom === undefined) return values;
  return { ...values, origin: { ...(values["origin"] as object | undefined), renamedFrom } };
}
