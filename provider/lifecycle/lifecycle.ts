import { elsewhere, recordedBase, type Identity } from "../appliance/identity";
import { titled } from "../appliance/moves";
import { alreadyThere } from "../errors/adoption";
import { Holdings, type Declared } from "./holdings";
import { Comparison, type Difference, movedTo } from "./diff";
import { type Facade, titleOf } from "./failure";
import { foretold } from "./verdict";
import { lookUp, type LookedUp } from "./look-up";
import { messageOf } from "../errors/message";
import { conceal, isKnownSecret, redact } from "../values/secret";
import { PartlyDoneError, type Refusal } from "../errors/refusal";
import type { AnyDefinition, Live, Progress, Result } from "../resource";
import { createOrSettle, removeOrSay } from "../settle";
import { differing, Inputs, withoutUndefined, type Values } from "../values/inputs";
import { asAdopted, asDoubtful, isAdopted, isDoubtful } from "../values/origin";
import { pathsOfTexts, problemText, type Problem, hasUnknown, UNKNOWN } from "../values/schema";
import { onAppliance, type World } from "./world";

/** One call of the engine for one resource. */
interface Call {
  /** What is attempted, for messages. */
  what: "create" | "read" | "update" | "delete";
  /** Canonical inputs of the resource that the call is about. */
  subject: Values;
  /** The inputs as the user wrote them. */
  inputs: Values;
  /** Outputs in the state, if the object exists. */
  olds?: Values;
  /** The engine requests an update without a difference: the state says that the last one was only partly done. */
  unfinished?: boolean;
}

/**
 * Check, diff, create, read, update and delete for every kind. It is the only code that orders these calls and that
 * handles adoption, partial results, unknown values and the identity of the appliance. It depends on no host.
 */
export class Lifecycle {
  readonly #inputs: Inputs;
  readonly #holdings: Holdings;
  readonly #comparison: Comparison;
  /** Ids of the objects of this kind in the state that this process has compared. */
  readonly #compared = new Set<string>();

  constructor(
    private readonly definition: AnyDefinition,
    private readonly world: World,
  ) {
    this.#inputs = new Inputs(definition.inputs);
    this.#holdings = new Holdings(definition, world);
    this.#comparison = new Comparison(definition, this.#inputs, world, this.#holdings);
  }

  /**
   * Fills in defaults and reports every fault at once. Never rewrites or sorts what the user wrote. `name` is the
   * Pulumi name of the resource, for messages of other resources that find the same object.
   */
  check(news: Values, declared?: Declared): { inputs: Values; failures: string[] } {
    const inputs = this.#inputs.withDefaults(news);
    const taken = declared === undefined ? [] : this.#holdings.declares(this.#inputs.canonical(inputs), declared);
    for (const one of taken) {
      const text = `takes over ${one.thing.what} ${titled(one)}, which ${one.holder} no longer declares.`;
      this.world.info(`${this.definition.kind} "${declared?.name ?? ""}": ${text}`);
    }
    this.#conceal(inputs);
    const problems = [...this.#inputs.problems(inputs), ...this.#policyProblems(inputs)];
    const site = typeof inputs["site"] === "string" ? inputs["site"] : undefined;
    const ofConfiguration = this.world.configurationProblems(site, this.definition.appliance);
    return { inputs, failures: [...problems.map(problemText), ...ofConfiguration] };
  }

  /** The input that defaults to the Pulumi name of a resource. */
  named(name: string): Values {
    return this.#inputs.keys.includes("name") ? { name } : {};
  }

  /**
   * Compares canonical forms, so that order and spelling are no difference, and records in the ledger what the resource
   * declares. Sends nothing. Refuses if the configuration has another appliance than the state: what exists there is
   * not known, so the resource cannot be reported as unchanged.
   */
  diff(id: string, olds: Values, news: Values): Difference {
    this.#compared.add(id);
    return this.#comparison.difference(this.#comparison.state(id, olds), olds, news);
  }

  /**
   * The outputs of a create, or of an update of an object in the state, as far as they are known in advance. Required
   * outputs that are not known are {@link UNKNOWN}. Pure.
   */
  foresee(news: Values, known?: { id: string; olds: Values }): Values {
    const state = known === undefined ? undefined : this.#comparison.state(known.id, known.olds);
    const inputs = this.#inputs.canonical(news);
    const certain = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !hasUnknown(value)));
    const open = new Inputs(this.definition.outputs).required.map((key): [string, unknown] => [key, UNKNOWN]);
    const adopted = isAdopted(state?.outputs) ? asAdopted({}) : {};
    const site = inputs["site"] as string | undefined;
    const identity = hasUnknown(site) ? undefined : this.world.identity(this.definition.appliance, site);
    const foreseen = withoutUndefined(this.definition.foresee?.(certain, state) ?? {});
    return { ...news, ...Object.fromEntries(open), ...adopted, ...foreseen, appliance: identity?.base ?? UNKNOWN };
  }

  /**
   * Reports which of the objects that a preview would create already exist in a snapshot. Sends nothing, and does
   * nothing without a snapshot. An object that this preview has compared belongs to the stack and is not reported.
   */
  async foretell(news: Values): Promise<void> {
    const { definition, world } = this;
    const site = news["site"];
    if (hasUnknown(site)) return;
    const notes = await foretold(
      definition,
      news,
      (id) => this.#compared.has(id),
      () => world.recorded?.(definition.appliance, site as string | undefined),
    );
    if (notes.length === 0) return;
    const subject = this.#inputs.canonical(news);
    const identity = world.identity(definition.appliance, site as string | undefined);
    for (const note of notes) world.info(`${titleOf(definition, subject, identity)}: ${redact(note)}`);
  }

  async create(inputs: Values): Promise<{ id: string; outputs: Values }> {
    const want = this.#inputs.parse(inputs);
    const { definition } = this;
    const refusal = (id: string): Refusal => alreadyThere(id, this.#holdings.parentOf(want));
    return this.#holdings.creating(want, (meet) =>
      this.#run(
        { what: "create", subject: want, inputs },
        (facade, progress) => createOrSettle({ definition, inputs: this.#inputs, facade, want, progress, refusal }),
        meet,
      ),
    );
  }

  async update(id: string, olds: Values, news: Values): Promise<{ outputs: Values }> {
    const want = this.#inputs.parse(news);
    const known = this.#comparison.state(id, olds);
    const unfinished = this.#comparison.changed(known.inputs, want).length === 0;
    // A site of another name is the same appliance here: the diff has checked that, and this call refuses any other.
    const state = movedTo(known, want["site"]);
    const isRenamed = known.inputs["site"] !== want["site"];
    const call: Call = { what: "update", subject: want, inputs: news, olds, unfinished };
    const work = (isLost: boolean) => async (facade: Facade, progress: Progress<Values, Values>) => {
      this.world.guard.check(this.definition, known, want, this.#holdings.isMoved(want));
      for (const name of this.#comparison.unset(known.inputs, want)) {
        progress.info(`${name} is no longer managed; its current value stays.`);
      }
      // Nothing is sent for the name of a site: some gateways refuse a link that exists.
      const isOnlyRenamed = isRenamed && this.#comparison.difference(state, olds, news).changes === false;
      if (isOnlyRenamed && !isLost) return { id, outputs: state.outputs };
      if (this.definition.update !== undefined) return this.definition.update(facade, state, want, progress);
      // Every change replaces this kind. So another resource removed in this run what it declares, or there is nothing
      // to do.
      if (isLost) await this.definition.create(facade, want, progress);
      return { id, outputs: state.outputs };
    };
    return this.#holdings.updating(state, want, (isLost, meet) => this.#run(call, work(isLost), meet));
  }

  /** The live object, or undefined if it is gone. What the user wrote is kept if it means the same. */
  async read(id: string, olds: Values): Promise<LookedUp | undefined> {
    const state = this.#comparison.state(id, olds);
    const inputs = this.#inputs.of(olds);
    this.#holdings.recall(state);
    const seen: { live: Live<Values, Values> | undefined } = { live: { id, inputs: {}, outputs: state.outputs } };
    const call: Call = { what: "read", subject: state.inputs, inputs, olds };
    const { outputs } = await this.#run(call, async (facade, progress) => {
      if (this.definition.read !== undefined) seen.live = await this.definition.read(facade, state, progress);
      const found = this.#inputs.canonicalEach(seen.live?.inputs ?? {});
      const changed = Object.entries(differing(found, state.inputs, inputs)).map(([key, live]) => {
        return [key, this.#inputs.inFormOf(inputs[key], key, live)] as const;
      });
      // A kind that cannot be read is only settled by an update: a refresh makes the engine forget that one failed.
      const outputs = seen.live?.outputs ?? {};
      const isOpen = this.definition.read === undefined && isDoubtful(olds);
      return { id, inputs: Object.fromEntries(changed), outputs: isOpen ? asDoubtful(outputs) : outputs };
    });
    return seen.live === undefined ? undefined : { id, outputs, inputs: this.#inputs.of(outputs) };
  }

  /** Looks up an object that no state of this program has, by id or name, for an import: see {@link lookUp}. */
  lookUp(reference: string): Promise<LookedUp | undefined> {
    return lookUp(this.definition, this.#inputs, this.world, reference);
  }

  async delete(id: string, olds: Values): Promise<void> {
    const state = this.#comparison.state(id, olds);
    const call: Call = { what: "delete", subject: state.inputs, inputs: this.#inputs.of(olds), olds };
    await this.#run(call, async (facade, { info, meets }) => {
      const holder = await this.#holdings.keptBy(state);
      if (holder === undefined) {
        this.world.guard.check(this.definition, state);
        await removeOrSay(this.definition, facade, state, { info, meets });
      } else info(`kept: ${holder} has it.`);
      return { id, outputs: {} };
    });
  }

  /**
   * Runs one call on its appliance: checks the identity, keeps what a failure must not lose, builds outputs and errors.
   */
  async #run(
    call: Call,
    work: (facade: Facade, progress: Progress<Values, Values>) => Promise<Result<Values, Values>>,
    meets: Progress<Values, Values>["meets"] = () => true,
  ): Promise<{ id: string; outputs: Values }> {
    const { definition, world } = this;
    const site = call.subject["site"] as string | undefined;
    this.#conceal(call.inputs);
    this.#conceal(call.olds ?? {});
    const title = (at: Identity | undefined): string => titleOf(definition, call.subject, at);
    return onAppliance(world, { kind: definition.appliance, site, what: call.what, title }, async (facade, info) => {
      const { identity } = facade;
      const fault = elsewhere(identity, call.olds?.["appliance"]);
      if (fault !== undefined) throw fault;
      const made: { soFar?: Result<Values, Values> } = {};
      const progress: Progress<Values, Values> = {
        recordPartial: (soFar) => (made.soFar = soFar),
        meets,
        ...(definition.declares === undefined ? {} : { registered: () => this.#registered(site) }),
        info,
      };
      const operation = async (): Promise<Result<Values, Values>> => {
        const done = await work(facade, progress);
        // Later steps on the appliance may still fail, and must not lose the object.
        if (call.what === "create" || call.what === "update") made.soFar = done;
        return done;
      };
      try {
        // A gateway needs nothing around an operation.
        const result = await ("operation" in facade ? facade.operation(operation, info, call.unfinished) : operation());
        const recorded = call.what === "read" ? call.olds?.["appliance"] : undefined;
        return { id: result.id, outputs: outputsOf(call, result, recordedBase(identity, recorded)) };
      } catch (error) {
        if (made.soFar === undefined) throw error;
        // The state keeps this message. A resource that a short message refers to may be gone by the time it is read.
        const message = messageOf(error, title(identity), call.what);
        // The next update has something to do, even if the inputs are the same then.
        const outputs = asDoubtful(outputsOf(call, made.soFar, identity.base));
        throw new PartlyDoneError(message, made.soFar.id, outputs, { cause: error });
      }
    });
  }

  async #registered(site: string | undefined): Promise<void> {
    await this.world.ledger(this.definition.appliance, site)?.moves.registrations.atRest();
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
function outputsOf({ inputs, olds }: Call, result: Result<Values, Values>, appliance: string): Values {
  const outputs = isAdopted(olds) ? asAdopted(result.outputs) : result.outputs;
  return withoutUndefined({ ...inputs, ...result.inputs, ...outputs, appliance });
}
