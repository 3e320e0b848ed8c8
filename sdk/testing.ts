/**
 * Unit tests of programs: mocks that check inputs as a preview does, and that answer functions. They send no requests.
 */
import * as pulumi from "@pulumi/pulumi";
import { kindOf } from "./accepted";
import type * as declaredModule from "./declared";
import { withoutStack } from "./errors";
import { answerWith, type Answers } from "./functions/call";
import { plain, plainInputs } from "./plain";

export type { Answers } from "./functions/call";

/** Settings of the mocks. */
export interface MockOptions {
  /**
   * Answers of functions, by function name. A call of a function without an answer fails with an error that names it.
   */
  functions?: Answers;
  /** Stack configuration, with full keys, e.g. `{ "flowgate:gateway.url": "https://gateway.example.net" }`. */
  config?: Readonly<Record<string, string>>;
  /**
   * Computed outputs of a resource, in place of the generated ones. It is asked for resources of other packages too, e.g.
   * for a `StackReference`, whose output `outputs` has the outputs of its stack.
   */
  outputs?(resource: MockResource): Readonly<Record<string, unknown>> | undefined;
  /** Name of the project. Default `project`. */
  project?: string;
  /** Name of the stack. Default `stack`. */
  stack?: string;
  /** Whether the program runs as in a preview. Default false. */
  preview?: boolean;
}

/** A resource that the program declared. */
export interface MockResource {
  /** Its kind, e.g. `IpGroup`; of another package, its type, e.g. `pulumi:pulumi:StackReference`. */
  readonly kind: string;
  /** Its Pulumi name. */
  readonly name: string;
  /** Its inputs, with defaults. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** What the mocks have recorded so far. */
export interface Mocks {
  /** All resources of this package that the program has declared so far, in order. */
  readonly resources: readonly MockResource[];
  /** Mistakes in their inputs, one sentence each. */
  readonly faults: readonly string[];
  /**
   * Waits until the values of everything that was declared are known.
   *
   * @throws pulumi.RunError with every mistake of every resource
   */
  done(): Promise<void>;
}

/**
 * Runs the programs of this process without an engine and without appliances, as Pulumi's `setMocks` does. The mocks
 * check the inputs of each resource as a preview does, and generate its computed outputs. Call it before the program
 * declares anything.
 */
export async function setMocks(options: MockOptions = {}): Promise<Mocks> {
  const resources: MockResource[] = [];
  const faults: string[] = [];
  answerWith(options.functions ?? {});
  if (options.config !== undefined) pulumi.runtime.setAllConfig({ ...options.config });
  let count = 0;
  const mocks: pulumi.runtime.Mocks = {
    newResource: ({ type, name, inputs, custom, id }) => {
      count += 1;
      // A site template is no object: it only groups its children.
      const kind = custom === false ? undefined : kindOf(type);
      const values = inputs as Record<string, unknown>;
      if (kind === undefined) {
        const others = plain(values) as typeof values;
        const state = { ...others, ...generated[type], ...options.outputs?.({ kind: type, name, inputs: others }) };
        return { id: `${name}-id`, state };
      }
      const given = plainInputs(values);
      const { faults: found, inputs: filled, outputs } = checked(kind, given, count);
      // What a program only reads has an id, and no inputs to check.
      if (id !== undefined && id !== "" && Object.keys(given).length === 0)
        return { id, state: { ...outputs, ...options.outputs?.({ kind, name, inputs: given }) } };
      const resource = { kind, name, inputs: filled };
      resources.push(resource);
      faults.push(...found.map((fault) => `${kind} "${name}": ${fault}`));
      return { id: String(count), state: { ...filled, ...outputs, ...options.outputs?.(resource) } };
    },
    call: ({ inputs }) => inputs as Record<string, unknown>,
  };
  await pulumi.runtime.setMocks(mocks, options.project, options.stack, options.preview);
  return {
    resources,
    faults,
    async done() {
      // Pulumi's own tests wait this way; its types do not declare the method.
      await (pulumi.runtime as unknown as { waitForRPCs(): Promise<void> }).waitForRPCs();
      if (faults.length > 0) throw withoutStack(new pulumi.RunError(faults.join("\n")));
    },
  };
}

/** Outputs that Pulumi needs: without them, a reference to a stack ends the process. */
const generated: Readonly<Record<string, object>> = { "pulumi:pulumi:StackReference": { outputs: {} } };

function checked(kind: string, values: Record<string, unknown>, number: number): declaredModule.Declared {
  // Not import(): see functions/call.ts.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return (require("./declared") as typeof declaredModule).declared(kind, values, number);
}
