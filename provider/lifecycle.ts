import { isDeepStrictEqual } from "node:util";
import type { Facades } from "./appliance/facades";
import { assertSameAppliance, type Identity } from "./appliance/identity";
import { ApplianceError, sentence, type ApplianceKind } from "./errors";
import { conceal, isKnownSecret, redact } from "./secret";
import { AlreadyExistsError, Refusal } from "./refusal";
import type { AnyDefinition, Live, Progress, Result, State } from "./resource";
import { Inputs, withoutUndefined, type Values } from "./values/inputs";
import { problemText, textsOf, type Problem } from "./values/problems";
import { hasUnknown, UNKNOWN } from "./values/schema";

/** What the lifecycle needs of the process it runs in. */
export interface World {
  /** Faults of the configuration that concern a resource on this site; reported by check. */
  configurationProblems(site: string | undefined): readonly string[];
  /** The appliance that serves a site; throws a {@link Refusal} where its URL or a credential is missing. */
  appliance(kind: ApplianceKind, site: string | undefined): Facades[ApplianceKind];
  /** Shows the user an info line. */
  note(message: string): void;
}

/** What changed between the state and the program. */
export interface Difference {
  /** Undefined while it depends on values that are not known yet. */
  changes: boolean | undefined;
  replaces: string[];
}

/** A create or update that failed after it had changed something: the engine keeps the object and updates it next time. */
export class PartlyDoneError extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly outputs: Values,
    options: ErrorOptions,
  ) {
    super(message, options);
    this.name = "PartlyDoneError";
  }
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

  constructor(
    private readonly definition: AnyDefinition,
    private readonly world: World,
  ) {
    this.#inputs = new Inputs(definition.inputs);
  }

  /** Fills defaults and reports every fault at once. Pure; never rewrites or sorts what the user wrote. */
  check(news: Values): { inputs: Values; failures: string[] } {
    const inputs = this.#inputs.withDefaults(news);
    this.#conceal(inputs);
    const problems = [...this.#inputs.problems(inputs), ...this.#policyProblems(inputs)];
    const site = typeof inputs["site"] === "string" ? inputs["site"] : undefined;
    return { inputs, failures: [...problems.map(problemText), ...this.world.configurationProblems(site)] };
  }

  /** Compares canonical forms, so that order and spelling are no difference. Pure. */
  diff(olds: Values, news: Values): Difference {
    const unknown = Object.keys(news).filter((key) => hasUnknown(news[key]));
    const before = this.#inputs.canonical(olds);
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
    const repairs = this.definition.needsRepair?.({ inputs: before, outputs: this.#inputs.rest(olds) }) === true;
    const changes = changed.length > 0 || repairs ? true : unknown.length > 0 ? undefined : false;
    return { changes, replaces: [...replaces, ...perhaps] };
  }

  async create(inputs: Values): Promise<{ id: string; outputs: Values }> {
    const want = this.#inputs.parse(inputs);
    return this.#run({ what: "create", subject: want, inputs }, async (facade, progress) => {
      const found = await this.definition.find?.(facade, want);
      if (found !== undefined) return this.#settleExisting(facade, found, want, progress);
      try {
        return await this.definition.create(facade, want, progress);
      } catch (error) {
        if (!(error instanceof AlreadyExistsError)) throw error;
        const unread = { id: error.existingId, inputs: {}, outputs: {} };
        const now = (await this.definition.find?.(facade, want)) ?? unread;
        return this.#settleExisting(facade, now, want, progress, error.isInDoubt);
      }
    });
  }

  async update(id: string, olds: Values, news: Values): Promise<{ outputs: Values }> {
    const want = this.#inputs.parse(news);
    const state = this.#state(id, olds);
    const unfinished = this.#changed(state.inputs, want).length === 0;
    return this.#run({ what: "update", subject: want, inputs: news, olds, unfinished }, async (facade, progress) => {
      if (this.definition.update === undefined) return { id, outputs: state.outputs };
      return this.definition.update(facade, state, want, progress);
    });
  }

  /** The object as it is, or undefined where it is gone. What the user wrote is kept while it means the same. */
  async read(id: string, olds: Values): Promise<{ outputs: Values; inputs: Values } | undefined> {
    const state = this.#state(id, olds);
    const inputs = this.#inputs.of(olds);
    const seen: { live: Live<Values, Values> | undefined } = { live: { id, inputs: {}, outputs: state.outputs } };
    const { outputs } = await this.#run(
      { what: "read", subject: state.inputs, inputs, olds },
      async (facade, progress) => {
        if (this.definition.read !== undefined) seen.live = await this.definition.read(facade, state, progress);
        const found = this.#inputs.canonicalEach(seen.live?.inputs ?? {});
        return { id, inputs: differing(found, state.inputs, inputs), outputs: seen.live?.outputs ?? {} };
      },
    );
    return seen.live === undefined ? undefined : { outputs, inputs: this.#inputs.of(outputs) };
  }

  async delete(id: string, olds: Values): Promise<void> {
    const state = this.#state(id, olds);
    const call: Call = { what: "delete", subject: state.inputs, inputs: this.#inputs.of(olds), olds };
    await this.#run(call, async (facade, progress) => {
      await this.definition.remove(facade, state, progress);
      return { id, outputs: {} };
    });
  }

  /** What `onExisting` says about an object that is already there. */
  async #settleExisting(
    facade: Facade,
    found: Live<Values, Values>,
    want: Values,
    progress: Progress<Values, Values>,
    isInDoubt = false,
  ): Promise<Result<Values, Values>> {
    const mode = want["onExisting"] ?? "fail";
    if (mode === "fail" && isInDoubt) {
      throw new Refusal(
        `outcome unknown: the answer to its creation was lost, and one of that name exists now (id ${found.id}). Others ` +
          'may have made it: see whose it is. To take it over, add: onExisting: "adopt".',
      );
    }
    if (mode === "fail") {
      throw new Refusal(
        `it exists already (id ${found.id}) and is not managed by this stack. To take it over and change it to what is ` +
          `declared, add: onExisting: "adopt". To leave it alone, declare another name.`,
      );
    }
    const different = Object.keys(differing(this.#inputs.canonicalEach(found.inputs), want, want));
    if (mode === "adoptIfEqual" && different.length > 0) {
      throw new Refusal(
        `it exists already (id ${found.id}) and differs in ${different.join(", ")}. Declare it as it is, or change it ` +
          `to what is declared with: onExisting: "adopt".`,
      );
    }
    if (mode === "adoptIfEqual" || this.definition.update === undefined)
      return { id: found.id, outputs: found.outputs };
    const state = { id: found.id, inputs: found.inputs, outputs: found.outputs };
    return this.definition.update(facade, state, want, progress);
  }

  /** Runs one call on its appliance: identity, what a failure must not lose, the outputs, the sentence of an error. */
  async #run(
    call: Call,
    work: (facade: Facade, progress: Progress<Values, Values>) => Promise<Result<Values, Values>>,
  ): Promise<{ id: string; outputs: Values }> {
    const site = call.subject["site"] as string | undefined;
    const made: { soFar?: Result<Values, Values> } = {};
    this.#conceal(call.inputs);
    this.#conceal(call.olds ?? {});
    let identity: Identity | undefined;
    try {
      const facade = this.world.appliance(this.definition.appliance, site);
      identity = facade.identity;
      assertSameAppliance(identity, call.olds?.["appliance"] as string | undefined);
      const progress: Progress<Values, Values> = {
        made: (soFar) => (made.soFar = soFar),
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
      return { id: result.id, outputs: outputsOf(call.inputs, result, identity) };
    } catch (error) {
      const message = messageOf(error, this.#titleOf(call, identity), call.what);
      if (made.soFar === undefined || identity === undefined) throw new Refusal(message, { cause: error });
      const outputs = outputsOf(call.inputs, made.soFar, identity);
      throw new PartlyDoneError(message, made.soFar.id, outputs, { cause: error });
    }
  }

  /** Inputs that differ on the appliance. */
  #changed(before: Values, after: Values): string[] {
    return this.#inputs.differing(before, after).filter((key) => key !== "onExisting");
  }

  /** An appliance may repeat what it was sent. */
  #conceal(values: Values): void {
    for (const key of this.definition.secrets ?? []) {
      const value = values[key];
      if (typeof value === "string") conceal(value);
    }
  }

  #titleOf({ subject }: Call, identity: Identity | undefined): string {
    const site = typeof subject["site"] === "string" ? ` (site ${subject["site"]})` : "";
    const host = identity === undefined ? "" : ` on ${identity.host}`;
    return `${this.definition.kind} "${this.definition.label(subject)}"${host}${site}`;
  }

  #state(id: string, olds: Values): State<Values, Values> {
    return { id, inputs: this.#inputs.canonical(olds), outputs: this.#inputs.rest(olds) };
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

/** The value at a path of names, like `rule.type`. */
function at(values: Values, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((here, step) => (here === UNKNOWN ? UNKNOWN : (here as Values | undefined)?.[step]), values);
}

/** The live values of managed inputs that mean something else than the known ones; undefined for one that is not set. */
function differing(live: Values, known: Values, managed: Values): Values {
  const entries = Object.entries(live);
  return Object.fromEntries(
    entries.filter(([key, value]) => managed[key] !== undefined && !isDeepStrictEqual(value, known[key])),
  );
}

function picked(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}

/** Inputs as the user wrote them, overlaid with what is true where that differs, and the computed outputs. */
function outputsOf(inputs: Values, result: Result<Values, Values>, identity: Identity): Values {
  return withoutUndefined({ ...inputs, ...result.inputs, ...result.outputs, appliance: identity.origin });
}

/** `<Kind> "<name>" on <host>: <what was tried> failed: <appliance's words>. <what to do>` */
function messageOf(error: unknown, title: string, what: string): string {
  if (error instanceof ApplianceError)
    return sentence(`${title}: ${error.action} failed: ${error.words}`, error.advice);
  if (error instanceof Refusal) return sentence(`${title}: ${redact(error.message)}`);
  const words = redact(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  return sentence(`${title}: ${what} failed: ${words}`, "This is a fault of pulumi-flowgate: please report it");
}
