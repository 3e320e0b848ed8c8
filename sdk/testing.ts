/** Unit tests of programs: mocks that check inputs as a preview does, and that answer functions. Sends nothing. */
import * as pulumi from "@pulumi/pulumi";
import type * as declaredModule from "../provider/declared";
import { plain, plainInputs } from "../provider/values/marks";
import { kindOf } from "./accepted";
import { withoutStack } from "./errors";
import { answerWith, type Answers } from "./functions/call";

export type { Answers } from "./functions/call";

/** Settings of the mocks. */
export interface MockOptions {
  /** What the functions answer, by their names. A function without an answer is an error that names it. */
  functions?: Answers;
  /** Stack configuration, with full keys, e.g. `{ "flowgate:gateway.url": "https://gateway.example.net" }`. */
  config?: Readonly<Record<string, string>>;
  /** Computed outputs of a resource, in place of those that are made up. */
  outputs?(resource: MockResource): Readonly<Record<string, unknown>> | undefined;
  /** Name of the project. Default `project`. */
  project?: string;
  /** Name of the stack. Default `stack`. */
  stack?: string;
  /** Whether the program runs as in a preview. Default false. */
  preview?: boolean;
}

/** A resource of this package that the program declared. */
export interface MockResource {
  /** Its kind, e.g. `IpGroup`. */
  readonly kind: string;
  /** Its Pulumi name. */
  readonly name: string;
  /** Its inputs, with defaults. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** What the mocks have seen. */
export interface Mocks {
  /** The resources of this package that were declared so far, in order. */
  readonly resources: readonly MockResource[];
  /** What is wrong with their inputs, one sentence each. */
  readonly faults: readonly string[];
  /**
   * Waits until everything that was declared is known.
   *
   * @throws pulumi.RunError with every mistake of every resource
   */
  done(): Promise<void>;
}

/**
 * Lets the programs of this process run without an engine and without appliances, as Pulumi's `setMocks` does. The inputs
 * of each resource are checked as a preview checks them; its computed outputs are made up. To be called before the program
 * declares anything.
 */
export async function setMocks(options: MockOptions = {}): Promise<Mocks> {
  const resources: MockResource[] = [];
  const faults: string[] = [];
  answerWith(options.functions ?? {});
  if (options.config !== undefined) pulumi.runtime.setAllConfig({ ...options.config });
  let count = 0;
  const mocks: pulumi.runtime.Mocks = {
    newResource: ({ type, name, inputs }) => {
      count += 1;
      const kind = kindOf(type);
      const values = inputs as Record<string, unknown>;
      if (kind === undefined) return { id: `${name}-id`, state: plain(values) as typeof values };
      const { faults: found, inputs: filled, outputs } = checked(kind, plainInputs(values), count);
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
      // Pulumi's own tests wait so; its types leave it out.
      await (pulumi.runtime as unknown as { waitForRPCs(): Promise<void> }).waitForRPCs();
      if (faults.length > 0) throw withoutStack(new pulumi.RunError(faults.join("\n")));
    },
  };
}

function checked(kind: string, values: Record<string, unknown>, number: number): declaredModule.Declared {
  // Not import(): see functions/call.ts.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return (require("../provider/declared") as typeof declaredModule).declared(kind, values, number);
}
