import { isDeepStrictEqual } from "node:util";
import type { Facades } from "./appliance/facades";
import { assertSameAppliance, elsewhere, recordedBase, type Identity } from "./appliance/identity";
import type { Ledger } from "./appliance/ledger";
import type { ApplianceKind } from "./errors";
import { Holdings } from "./holdings";
import { messageOf } from "./message";
import { conceal, isKnownSecret, redact } from "./secret";
import { PartlyDoneError, Refusal } from "./refusal";
import type { AnyDefinition, Live, Progress, Result, State } from "./resource";
import { createOrSettle } from "./settle";
import { stateOf } from "./state";
import { at, differing, Inputs, picked, withoutUndefined, type Values } from "./values/inputs";
import { problemText, textsOf, type Problem } from "./values/problems";
import { hasUnknown } from "./values/schema";

/** What the lifecycle needs of the process it runs in. */
export interface World {
  /** Faults of the configuration that concern a resource on this site and kind of appliance; reported by check. */
  configurationProblems(site: string | undefined, kind: ApplianceKind): readonly string[];
  /** Which box serves a site, as far as the configuration says it; asks no appliance. */
  identity(kind: ApplianceKind, site: string | undefined): Identity | undefined;
  /** The appliance that serves a site; throws a {@link Refusal} where its URL or a credential is missing. */
  appliance(kind: ApplianceKind, site: string | undefined): Facades[ApplianceKind];
  /** Who holds what on the appliance that serves a site; undefined where its URL is not known. */
  ledger(kind: ApplianceKind, site: string | undefined): Ledger | undefined;
  /** Shows the user an info line. */
  note(message: string): void;
}

/** What changed between the state and the program. */
export interface Difference {
  /** Undefined while it depends on values that are not known yet. */
  changes: boolean | undefined;
  replaces: string[];
}

/** One call of the engine about one resource. */
interface Call {
  /** What is tried, for messages. */
  what: "create" | "read" | "update" | "delete";
  /** Canonical inputs of the resource that the call is about. */
  subject: Values;
  /** The inputs in the user's form. */
  inputs: Values;
  /** Outputs in the state, where the object exists. */
  olds?: Values;
  /** The engine asks for an update without a difference: the state says that the last one was partly done. */
  unfinished?: boolean;
}

type Facade = Facades[ApplianceKind];

/**
 * Check, diff, create, read, update and delete for every kind: the only code that orders these calls, and that knows of
 * adoption, partial results, unknown values and the identity of the appliance. It knows no host.
 */
export class Lifecycle {
  readonly #inputs: Inputs;
  readonly #holdings: Holdings;

  constructor(
    private readonly definition: AnyDefinition,
    private readonly world: World,
  ) {
    this.#inputs = new Inputs(definition.inputs);
    this.#holdings = new Holdings(definition, (site) => world.ledger(definition.appliance, site));
  }

  /**
   * Fills defaults and reports every fault at once. Never rewrites or sorts what the user wrote. `name` is the Pulumi name
   * of the resource, for messages of others that meet it.
   */
  check(news: Values, name?: string): { inputs: Values; failures: string[] } {
    const inputs = this.#inputs.withDefaults(news);
    if (name !== undefined) this.#holdings.declares(this.#inputs.canonical(inputs), name);
    this.#conceal(inputs);
    const problems = [...this.#inputs.problems(inputs), ...this.#policyProblems(inputs)];
    const site = typeof inputs["site"] === "string" ? inputs["site"] : undefined;
    const ofConfiguration = this.world.configurationProblems(site, this.definition.appliance);
    return { inputs, failures: [...problems.map(problemText), ...ofConfiguration] };
  }

  /**
   * Compares canonical forms, so that order and spelling are no difference, and notes in the ledger what the resource
   * declares. Sends nothing. Refuses where the configuration has another appliance than the state: what is there now is
   * not known, so nothing is unchanged.
   */
  diff(id: string, olds: Values, news: Values): Difference {
    const state = this.#state(id, olds);
    const { inputs: before, outputs } = state;
    this.#refuseElsewhere(before, outputs);
    const unknown = Object.keys(news).filter((key) => hasUnknown(news[key]));
    // What is not known yet may turn out to be as it was.
    const after = this.#inputs.canonical({ ...news, ...picked(olds, unknown) });
    const changed = this.#changed(before, after);
    const also = this.definition.replaceAlsoOn?.(this.#inputs.rest(olds)) ?? [];
    const replaceOn: readonly string[] = [...this.definition.replaceOn, ...also, "site"];
    const replaces = changed.filter((key) =>
      replaceOn.some((place) => place.split(".")[0] === key && !isDeepStrictEqual(at(before, place), at(after, place))),
    );
    for (const key of replaces) {
      const reason = this.definition.explain?.[key];
      if (reason !== undefined) this.world.note(`${this.definition.kind} "${this.definition.label(after)}": ${reason}`);
    }
    // Before the engine replaces an object it asks with what depends on it unknown, and deletes first what says so here.
    const perhaps = unknown.filter((key) =>
      replaceOn.some((place) => place.split(".")[0] === key && hasUnknown(at(news, place))),
    );
    const all = [...replaces, ...perhaps];
    const others = this.#holdings.compared(state, unknown.length > 0 ? undefined : after, all.length > 0);
    if (others === "replacement") return { changes: true, replaces: this.#inputs.keys.slice(0, 1) };
    const repairs = this.definition.needsRepair?.({ inputs: before, outputs }, after) === true;
    const isChanged = changed.length > 0 || others === "update" || repairs || olds["unsure"] === true;
    const changes = isChanged ? true : unknown.length > 0 ? undefined : false;
    return { changes, replaces: all };
  }

  async create(inputs: Values): Promise<{ id: string; outputs: Values }> {
    const want = this.#inputs.parse(inputs);
    const { definition } = this;
    return this.#holdings.creating(want, (meet) =>
      this.#run(
        { what: "create", subject: want, inputs },
        (facade, progress) => createOrSettle({ definition, inputs: this.#inputs, facade, want, progress }),
        meet,
      ),
    );
  }

  async update(id: string, olds: Values, news: Values): Promise<{ outputs: Values }> {
    const want = this.#inputs.parse(news);
    const state = this.#state(id, olds);
    const unfinished = this.#changed(state.inputs, want).length === 0;
    const call: Call = { what: "update", subject: want, inputs: news, olds, unfinished };
    const work = (isLost: boolean) => async (facade: Facade, progress: Progress<Values, Values>) => {
      if (this.definition.update !== undefined) return this.definition.update(facade, state, want, progress);
      // Every change of it replaces, so another resource removed in this run what it declares, or nothing is to be done.
      if (isLost) await this.definition.create(facade, want, progress);
      return { id, outputs: state.outputs };
    };
    return this.#holdings.updating(state, want, (isLost, meet) => this.#run(call, work(isLost), meet));
  }

  /** The object as it is, or undefined where it is gone. What the user wrote is kept while it means the same. */
  async read(id: string, olds: Values): Promise<{ outputs: Values; inputs: Values } | undefined> {
    const state = this.#state(id, olds);
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
      const unsure = seen.live?.unsure === true ? { unsure: true } : {};
      return { id, inputs: Object.fromEntries(changed), outputs: { ...seen.live?.outputs, ...unsure } };
    });
    return seen.live === undefined ? undefined : { outputs, inputs: this.#inputs.of(outputs) };
  }

  async delete(id: string, olds: Values): Promise<void> {
    const state = this.#state(id, olds);
    const call: Call = { what: "delete", subject: state.inputs, inputs: this.#inputs.of(olds), olds };
    await this.#run(call, async (facade, progress) => {
      const holder = await this.#holdings.keptBy(state);
      if (holder === undefined) await this.definition.remove(facade, state, progress);
      else progress.note(`kept: ${holder} has it.`);
      return { id, outputs: {} };
    });
  }

  /** Runs one call on its appliance: identity, what a failure must not lose, the outputs, the sentence of an error. */
  async #run(
    call: Call,
    work: (facade: Facade, progress: Progress<Values, Values>) => Promise<Result<Values, Values>>,
    meets: Progress<Values, Values>["meets"] = () => true,
  ): Promise<{ id: string; outputs: Values }> {
    const site = call.subject["site"] as string | undefined;
    const made: { soFar?: Result<Values, Values> } = {};
    this.#conceal(call.inputs);
    this.#conceal(call.olds ?? {});
    let identity: Identity | undefined;
    try {
      const facade = this.world.appliance(this.definition.appliance, site);
      identity = facade.identity;
      assertSameAppliance(identity, call.olds?.["appliance"]);
      const progress: Progress<Values, Values> = {
        made: (soFar) => (made.soFar = soFar),
        meets,
        note: (message) => {
          this.world.note(`${this.#titleOf(call, identity)}: ${redact(message)}`);
        },
      };
      const operation = async (): Promise<Result<Values, Values>> => {
        const done = await work(facade, progress);
        // What follows on the appliance may still fail, and must not lose the object.
        if (call.what === "create" || call.what === "update") made.soFar = done;
        return done;
      };
      const result = await facade.operation(operation, progress.note, call.unfinished);
      const recorded = call.what === "read" ? call.olds?.["appliance"] : undefined;
      return { id: result.id, outputs: outputsOf(call, result, recordedBase(identity, recorded)) };
    } catch (error) {
      const message = messageOf(error, this.#titleOf(call, identity), call.what);
      if (made.soFar === undefined || identity === undefined) throw new Refusal(message, { cause: error });
      const outputs = outputsOf(call, made.soFar, identity.base);
      throw new PartlyDoneError(message, made.soFar.id, outputs, { cause: error });
    }
  }

  /** Inputs that differ on the appliance. */
  #changed(before: Values, after: Values): string[] {
    const { comparable = (inputs: Values) => inputs } = this.definition;
    return this.#inputs.differing(comparable(before), comparable(after)).filter((key) => key !== "onExisting");
  }

  /** An appliance may repeat what it was sent. */
  #conceal(values: Values): void {
    for (const key of this.definition.secrets ?? []) {
      const value = values[key];
      if (typeof value === "string") conceal(value);
    }
  }

  #titleOf({ subject }: Pick<Call, "subject">, identity: Identity | undefined): string {
    const site = typeof subject["site"] === "string" ? ` (site ${subject["site"]})` : "";
    const host = identity === undefined ? "" : ` on ${identity.host}`;
    return `${this.definition.kind} "${this.definition.label(subject)}"${host}${site}`;
  }

  /** What the state holds; refuses an entry that was tampered with. */
  #state(id: string, olds: Values): State<Values, Values> {
    return stateOf(this.definition, this.#inputs, id, olds);
  }

  #refuseElsewhere(subject: Values, { appliance }: Values): void {
    const identity = this.world.identity(this.definition.appliance, subject["site"] as string | undefined);
    const fault = identity === undefined ? undefined : elsewhere(identity, appliance);
    if (fault !== undefined) throw new Refusal(`${this.#titleOf({ subject }, identity)}: ${redact(fault)}`);
  }

  #policyProblems(inputs: Values): Problem[] {
    const problems: Problem[] = [];
    if (inputs["onExisting"] === "adoptIfEqual" && this.definition.read === undefined) {
      const message = `"adoptIfEqual" cannot be decided: the API has no action that reads a ${this.definition.kind}`;
      problems.push({ path: "onExisting", message });
    }
    const inClear = Object.entries(inputs).filter(([key]) => this.definition.secrets?.includes(key) !== true);
    for (const { path, text } of textsOf(Object.fromEntries(inClear))) {
      if (!isKnownSecret(text)) continue;
      problems.push({ path, message: "is equal to a configured credential, and would be stored in clear" });
    }
    return problems;
  }
}

/** Inputs as the user wrote them, overlaid with what is true where that differs, and the computed outputs. */
function outputsOf({ inputs, olds }: Call, result: Result<Values, Values>, appliance: string): Values {
  const adopted = olds?.["adopted"] === true ? { adopted: true } : {};
  return withoutUndefined({ ...inputs, ...result.inputs, ...result.outputs, ...adopted, appliance });
}
