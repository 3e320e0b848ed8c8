import { isDeepStrictEqual } from "node:util";
import type { World } from "../support/lifecycle";
import { type KindDriver, PartialFault, type Properties } from "../support/provider-calls";

/** What the engine does with a resource in one run. */
export type Step = "create" | "update" | "replace" | "same";

/** A program that check refused: nothing was sent. */
export class CheckFault extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join("\n"));
    this.name = new.target.name;
  }
}

/** The calls that the engine makes for a resource of a kind. */
export type EngineCalls = Pick<KindDriver, "kind" | "check" | "diff" | "create" | "read" | "update" | "delete">;

let count = 0;

interface Entry {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** A create or update was partly done: the next run updates, also without a difference. */
  readonly unfinished: boolean;
}

/**
 * One resource of a program with its entry in the state. Makes the calls that the engine makes, in its order, and keeps
 * what the engine keeps; each call goes to the provider process of the world's present run.
 */
export class Resource {
  #entry: Entry | undefined;

  constructor(
    private readonly world: Pick<World, "witness"> & {
      readonly provider: { kind(name: string): EngineCalls; nextCommand?(): void };
    },
    readonly kind: string,
    /** The Pulumi name, which the class gives to check. */
    private readonly name = `resource-${(count += 1)}`,
  ) {}

  get exists(): boolean {
    return this.#entry !== undefined;
  }

  get id(): string {
    return this.#known.id;
  }

  get outputs(): Properties {
    return this.#known.outputs;
  }

  get inputs(): Properties {
    return this.#known.inputs;
  }

  /** `pulumi preview`: what `up` would do. */
  async preview(program: Properties): Promise<Step> {
    return this.#plan(await this.check(program));
  }

  /** `pulumi up`: a command of its own, unless the provider is that of a run with many resources. */
  async up(program: Properties): Promise<Step> {
    this.world.provider.nextCommand?.();
    const news = await this.check(program);
    const step = await this.#plan(news);
    if (step === "replace") await this.remove();
    if (step === "create" || step === "replace") await this.#create(news);
    else if (step === "update") await this.#update(news);
    else this.#keep({ ...this.#known, inputs: news });
    return step;
  }

  /** `pulumi refresh`: takes what is really there into the state. */
  async refresh(): Promise<"same" | "changed" | "gone"> {
    const before = this.#known;
    const { id, inputs, outputs } = await this.#call((kind) => kind.read(before.id, before.outputs, before.inputs));
    if (id === "") {
      this.#entry = undefined;
      return "gone";
    }
    if (id !== before.id) throw new Error(`read changed the id from ${before.id} to ${id}`);
    this.#keep({ id, inputs, outputs, unfinished: false });
    return isDeepStrictEqual(outputs, before.outputs) ? "same" : "changed";
  }

  /** `pulumi destroy`: a command of its own, in which nothing is declared. */
  async destroy(): Promise<void> {
    this.world.provider.nextCommand?.();
    await this.remove();
  }

  /** The deletion in a `pulumi up` whose program no longer has it, or that replaces it. */
  async remove(): Promise<void> {
    const { id, outputs } = this.#known;
    await this.#call((kind) => kind.delete(id, outputs));
    this.#entry = undefined;
  }

  /** The inputs as the state would keep them; throws {@link CheckFault} for a program that is refused. */
  async check(program: Properties): Promise<Properties> {
    const { inputs, failures } = await this.#call((kind) =>
      kind.check({ ...program, __declaredAs: this.name }, this.#entry?.inputs),
    );
    const reasons = failures.map(({ reason }) => reason);
    this.world.witness(reasons);
    // The engine prints the value of a property that is named here, a secret one too.
    if (failures.some(({ property }) => property !== "")) throw new Error("a failure names its property");
    if (reasons.length > 0) throw new CheckFault(reasons);
    return inputs;
  }

  /** An entry in the state that no run of this test has made, e.g. one of an earlier time. */
  assume(id: string, properties: Properties): void {
    this.#keep({ id, inputs: properties, outputs: properties, unfinished: false });
  }

  get #known(): Entry {
    if (this.#entry === undefined) throw new Error(`the ${this.kind} is not in the state`);
    return this.#entry;
  }

  async #plan(news: Properties): Promise<Step> {
    const entry = this.#entry;
    if (entry === undefined) return "create";
    const { changes, replaces, deleteBeforeReplace } = await this.#call((kind) =>
      kind.diff(entry.id, entry.outputs, news, entry.inputs),
    );
    if (replaces.length > 0 && !deleteBeforeReplace) throw new Error("the replacement would be created first");
    if (replaces.length > 0) return "replace";
    // What the provider leaves open, the engine decides by the inputs.
    const differs = changes ?? !isDeepStrictEqual(entry.inputs, news);
    return differs || entry.unfinished ? "update" : "same";
  }

  async #create(news: Properties): Promise<void> {
    const { id, outputs } = await this.#call((kind) => kind.create(news), news);
    if (id === "") throw new Error("create gave no id: the object would be lost");
    this.#keep({ id, inputs: news, outputs, unfinished: false });
  }

  async #update(news: Properties): Promise<void> {
    const { id, outputs: olds } = this.#known;
    const outputs = await this.#call((kind) => kind.update(id, olds, news), news);
    this.#keep({ id, inputs: news, outputs, unfinished: false });
  }

  async #call<T>(run: (kind: EngineCalls) => Promise<T>, news?: Properties): Promise<T> {
    try {
      return await run(this.world.provider.kind(this.kind));
    } catch (error) {
      if (error instanceof Error) this.world.witness(error.message);
      if (error instanceof PartialFault && news !== undefined) this.#keepPart(error, news);
      throw error;
    }
  }

  #keepPart({ id, properties, providerText, message, reasons }: PartialFault, news: Properties): void {
    if (providerText === undefined) throw new Error("without its provider the resource could never be deleted");
    if (!isDeepStrictEqual(reasons, [message])) throw new Error("the engine would print other reasons");
    this.#keep({ id, inputs: news, outputs: properties, unfinished: true });
  }

  #keep(entry: Entry): void {
    this.#entry = entry;
    this.world.witness(entry);
  }
}
