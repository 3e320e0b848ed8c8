import { isDeepStrictEqual } from "node:util";
import type { World } from "../support/lifecycle";
import { type KindDriver, PartialFault, type Properties, ProviderFault } from "../support/provider-calls";

/** What the engine does with a resource in one run. */
export type Step = "create" | "update" | "replace" | "same";

/** Check rejected the program. Nothing was sent. */
export class CheckFault extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join("\n"));
    this.name = new.target.name;
  }
}

/** The message of a call that a check or the provider refuses. Another outcome is described. */
export const failureOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "the call succeeded",
    (error: unknown) =>
      error instanceof ProviderFault || error instanceof CheckFault ? error.message : `no fault: ${String(error)}`,
  );

/**
 * The error of a call that must fail. Its sentence names kind, object and host, and contains neither a stack trace nor
 * HTML.
 */
export async function faultOf(call: Promise<unknown>, kind = "[A-Z][A-Za-z]+"): Promise<ProviderFault> {
  const error = await call.then(
    (value) => new Error(`the call succeeded: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderFault)) throw error;
  const sentence = `^${kind} ".+" on 127\\.0\\.0\\.1:\\d+: .+(?:[.?!]|[:\\n] ?(?:npx|pulumi) [^"]+)$`;
  expect(error.message).toMatch(new RegExp(sentence, "su"));
  expect(error.message).not.toMatch(/\n\s+at |<html|<!DOCTYPE/iu);
  return error;
}

/** A resource that this run creates. */
export async function newResource(
  world: ConstructorParameters<typeof Resource>[0],
  kind: string,
  program: Properties,
  name?: string,
): Promise<Resource> {
  const resource = new Resource(world, kind, name);
  await resource.up(program);
  return resource;
}

/** A resource that an earlier run has created. */
export async function earlierResource(world: World, kind: string, program: Properties): Promise<Resource> {
  const resource = await newResource(world, kind, program);
  await world.nextRun();
  return resource;
}

/** The next run reads what is in the state, and has nothing to change for its program. */
export async function expectKept(world: World, resource: Resource, program?: Properties): Promise<void> {
  await world.nextRun();
  expect(await resource.refresh()).toBe("same");
  if (program !== undefined) expect(await resource.up(program)).toBe("same");
}

/** The calls that the engine makes for a resource of a kind. */
export type EngineCalls = Pick<KindDriver, "kind" | "check" | "diff" | "create" | "read" | "update" | "delete">;

let count = 0;

interface Entry {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** Whether a create or update succeeded only in part. The next run then updates, even if nothing differs. */
  readonly unfinished: boolean;
  /** A replacement has deleted it, and its creation failed: the next run creates. */
  readonly isDeleted?: true;
}

/** How the user asks for a replacement: `--replace` alone, or with the option `deleteBeforeReplace` too. */
export type Replacing = "createFirst" | "deleteFirst";

/**
 * One resource of a program, with its entry in the state. Makes the same calls as the engine, in the same order, and
 * stores what the engine stores. Each call goes to the provider process of the world's current run.
 */
export class Resource {
  #entry: Entry | undefined;
  /** What a replacement has left: the next run deletes it, as the engine does. */
  #pending: readonly Entry[] = [];

  constructor(
    private readonly world: Pick<World, "witness"> & {
      readonly provider: { kind(name: string): EngineCalls; nextCommand?(): void };
    },
    readonly kind: string,
    /** The Pulumi name. The class passes it to check. */
    private readonly name = `resource-${(count += 1)}`,
  ) {}

  /** Keeps the entries of now. Returns what puts them back. */
  backup(): () => void {
    const all = [this.#entry, this.#pending] as const;
    return () => ([this.#entry, this.#pending] = all);
  }

  get exists(): boolean {
    return this.#entry !== undefined;
  }

  /** Whether a replacement has deleted it, and its creation failed. */
  get isDeleted(): boolean {
    return this.#entry?.isDeleted === true;
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

  /** What the state holds besides it: objects that a failed replacement has left for the next run to delete. */
  get left(): readonly Entry[] {
    return this.#pending;
  }

  /** `pulumi preview`: what `up` would do. A separate command, like `up`. */
  async preview(program: Properties): Promise<Step> {
    this.world.provider.nextCommand?.();
    return (await this.plan(program)).step;
  }

  /** The same, and whether a replacement deletes first. */
  async plan(program: Properties, replacing?: Replacing): Promise<{ step: Step; isDeletedFirst: boolean }> {
    return this.#plan(await this.check(program), replacing);
  }

  /** `pulumi up`: a separate command, unless the provider belongs to a run with many resources. */
  async up(program: Properties): Promise<Step> {
    this.world.provider.nextCommand?.();
    const step = await this.declare(program);
    await this.removeLeft();
    return step;
  }

  /** The same without the deletion of what was replaced, which the engine deletes after everything else. */
  async declare(program: Properties, replacing?: Replacing): Promise<Step> {
    const news = await this.check(program);
    const { step, isDeletedFirst } = await this.#plan(news, replacing);
    const old = step === "replace" ? this.#known : undefined;
    if (old !== undefined && isDeletedFirst && old.isDeleted !== true) {
      await this.#call((kind) => kind.delete(old.id, old.outputs));
      this.#entry = { ...old, isDeleted: true };
    }
    if (step === "create" || step === "replace") await this.#create(news, isDeletedFirst ? undefined : old);
    else if (step === "update") await this.#update(news);
    else this.#keep({ ...this.#known, inputs: news });
    return step;
  }

  /** `pulumi refresh`: updates the state to what the appliance holds, also of what a replacement has left. */
  async refresh(): Promise<"same" | "changed" | "gone"> {
    const before = this.#entry;
    const isThere = before !== undefined && before.isDeleted !== true;
    const reading = isThere ? this.#read(before) : before;
    const [live, ...left] = await Promise.all([reading, ...this.#pending.map((one) => this.#read(one))]);
    [this.#entry, this.#pending] = [live, left.filter((one) => one !== undefined)];
    if (!isThere) return "same";
    if (this.#entry === undefined) return "gone";
    return isDeepStrictEqual(this.#entry.outputs, before.outputs) ? "same" : "changed";
  }

  /** `pulumi destroy`: a separate command in which nothing is declared. */
  async destroy(): Promise<void> {
    this.world.provider.nextCommand?.();
    await this.remove();
  }

  /** The deletion in a `pulumi up` whose program no longer declares the resource or replaces it. */
  async remove(): Promise<void> {
    const { id, outputs, isDeleted } = this.#entry ?? {};
    if (id !== undefined && outputs !== undefined && isDeleted !== true) {
      await this.#call((kind) => kind.delete(id, outputs));
    }
    this.#entry = undefined;
    await this.removeLeft();
  }

  /** Deletes what was replaced. */
  async removeLeft(): Promise<void> {
    for (const { id, outputs } of this.#pending) await this.#call((kind) => kind.delete(id, outputs));
    this.#pending = [];
  }

  /** The inputs as the state would store them. Throws {@link CheckFault} if check rejects the program. */
  async check(program: Properties): Promise<Properties> {
    const { inputs, failures } = await this.#call((kind) =>
      kind.check({ ...program, __declaredAs: this.name }, this.#entry?.inputs),
    );
    const reasons = failures.map(({ reason }) => reason);
    this.world.witness(reasons);
    // The engine prints the value of a property that a failure names, even a secret one.
    if (failures.some(({ property }) => property !== "")) throw new Error("a failure names its property");
    if (reasons.length > 0) throw new CheckFault(reasons);
    return inputs;
  }

  /** Puts an entry into the state that no run of this test created, e.g. one from an older version. */
  assume(id: string, properties: Properties): void {
    this.#keep({ id, inputs: properties, outputs: properties, unfinished: false });
  }

  get #known(): Entry {
    if (this.#entry === undefined) throw new Error(`the ${this.kind} is not in the state`);
    return this.#entry;
  }

  async #plan(news: Properties, replacing?: Replacing): Promise<{ step: Step; isDeletedFirst: boolean }> {
    const entry = this.#entry;
    if (entry === undefined) return { step: "create", isDeletedFirst: false };
    // The engine asks for no comparison then.
    if (replacing !== undefined) return { step: "replace", isDeletedFirst: replacing === "deleteFirst" };
    const { changes, replaces, deleteBeforeReplace } = await this.#call((kind) =>
      kind.diff(entry.id, entry.outputs, news, entry.inputs),
    );
    if (entry.isDeleted === true) return { step: "replace", isDeletedFirst: true };
    if (replaces.length > 0) return { step: "replace", isDeletedFirst: deleteBeforeReplace };
    // If the provider does not decide, the engine compares the inputs.
    const differs = changes ?? !isDeepStrictEqual(entry.inputs, news);
    return { step: differs || entry.unfinished ? "update" : "same", isDeletedFirst: false };
  }

  async #read(before: Entry): Promise<Entry | undefined> {
    const { id, inputs, outputs } = await this.#call((kind) => kind.read(before.id, before.outputs, before.inputs));
    if (id === "") return undefined;
    if (id !== before.id) throw new Error(`read changed the id from ${before.id} to ${id}`);
    // The engine shows what the next `up` of the same program would do.
    await this.#call((kind) => kind.diff(id, outputs, before.inputs, inputs));
    const entry = { id, inputs, outputs, unfinished: false };
    this.world.witness(entry);
    return entry;
  }

  async #create(news: Properties, replaced: Entry | undefined): Promise<void> {
    const before = this.#entry;
    try {
      const { id, outputs } = await this.#call((kind) => kind.create(news), news);
      if (id === "") throw new Error("create gave no id: the object would be lost");
      this.#keep({ id, inputs: news, outputs, unfinished: false });
    } finally {
      if (replaced !== undefined && this.#entry !== before) this.#pending = [...this.#pending, replaced];
    }
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

/** The content of a state entry, as text in which names can be searched. */
export function stateText({ id, inputs, outputs }: Pick<Resource, "id" | "inputs" | "outputs">): string {
  // Not JSON: it would escape characters of names.
  return [id, ...textsIn(inputs), ...textsIn(outputs)].join("\n");
}

function textsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  // The keys of some maps are names, e.g. those of groups.
  return Array.isArray(value) ? value.flatMap(textsIn) : Object.entries(value).flat().flatMap(textsIn);
}
