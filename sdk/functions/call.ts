import * as pulumi from "@pulumi/pulumi";
import { unknown } from "@pulumi/pulumi/output";
import type * as functionsModule from "../../provider/functions/functions";
import { checked, placed, withoutStack } from "../errors";
import { givenProvider, isPluginStack, pluginOptions, typesOf } from "../plugin";

/** Prefix of this package's keys in the stack configuration. All other keys are ignored. */
const NAMESPACE = "flowgate:";

type Functions = functionsModule.Functions;

let loaded: Functions | undefined;

/**
 * The implementation of all functions, with one client per appliance for all calls of a run. The first call loads
 * it, so programs that only declare resources never load a client.
 */
function functions(): Functions {
  const warn = (text: string): void => void pulumi.log.warn(text);
  // Not import(): in CommonJS it resolves modules like ES modules do, and it would make every caller asynchronous.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  const { functionsWith } = require("../../provider/functions/functions") as typeof functionsModule;
  return (loaded ??= functionsWith(stackConfiguration, warn));
}

type Name = keyof Functions;
type ArgumentsOf<N extends Name> = Parameters<Functions[N]>[0];
type ResultOf<N extends Name> = Awaited<ReturnType<Functions[N]>>;

/** Answers of functions in unit tests of programs, by function name. */
export type Answers = {
  /** Returns the answer of one function for its arguments. */
  [N in Name]?: (args: ArgumentsOf<N>) => ResultOf<N> | Promise<ResultOf<N>>;
};

let answers: Answers | undefined;

/** From now on, functions return these answers and send no request to an appliance. Undefined ends this. */
export function answerWith(given: Answers | undefined): void {
  answers = given;
}

async function answered<N extends Name>(name: N, args: ArgumentsOf<N>, given: Answers): Promise<ResultOf<N>> {
  const answer = given[name] as ((args: ArgumentsOf<N>) => ResultOf<N> | Promise<ResultOf<N>>) | undefined;
  const words = `has no answer in this test. Pass one to setMocks: functions: { ${name}: () => ... }.`;
  try {
    if (answer === undefined) throw new Error(words);
    return await answer(args);
  } catch (error) {
    throw failure(name, error);
  }
}

/**
 * Calls a function by its name. Errors become one sentence that Pulumi prints without a stack. The function runs in
 * this process, or in the plugin if the stack or an explicit provider says so.
 */
export async function call<N extends Name>(
  name: N,
  args: ArgumentsOf<N>,
  options?: pulumi.InvokeOptions,
): Promise<ResultOf<N>> {
  if (answers !== undefined) return answered(name, args, answers);
  if (givenProvider(options) !== undefined || isPluginStack()) return invoked(name, args, options);
  try {
    if (checked() === "alone") throw new Error(NO_ANSWER);
    const run = functions()[name] as (args: ArgumentsOf<N>) => Promise<ResultOf<N>>;
    return await run(args);
  } catch (error) {
    throw failure(name, error);
  }
}

const NO_ANSWER =
  "flowgate check contacts no appliance, so the program has no answer and ends here. Its form with Output, such as " +
  "getIpGroupOutput, is unknown instead, and the check goes on.";

/** Calls the function in the plugin, through the engine. A list travels as the field `items` of an object. */
async function invoked<N extends Name>(
  name: N,
  args: ArgumentsOf<N>,
  options: pulumi.InvokeOptions | undefined,
): Promise<ResultOf<N>> {
  const result = (await pulumi.runtime.invoke(typesOf(name).plugin, { ...args }, pluginOptions(options))) as
    { items: ResultOf<N> } | ResultOf<N>;
  return typeof result === "object" && "items" in result ? result.items : result;
}

/** Error of a function as programs see it. The original error, with its class and fields, is its `cause`. */
export function failure(name: Name, error: unknown): pulumi.RunError {
  const words = error instanceof Error ? error.message : String(error);
  return withoutStack(Object.assign(new pulumi.RunError(placed(`${name}: ${words}`)), { cause: error }));
}

/** Like `call`, with arguments that may not be known yet. If they are unknown in a preview, so is the result. */
export function callWithInputs<N extends Name>(
  name: N,
  args: object,
  options?: pulumi.InvokeOptions,
): pulumi.Output<ResultOf<N>> {
  // What no appliance has answered is unknown, as the outputs of other packages are.
  if (checked() === "alone" && answers === undefined)
    return pulumi.output(unknown) as unknown as pulumi.Output<ResultOf<N>>;
  return pulumi.output(args).apply<ResultOf<N>>((known) => call(name, known as ArgumentsOf<N>, options));
}

/** This package's keys in the stack configuration, with secrets in plain text. */
function stackConfiguration(): Record<string, string> {
  const entries = Object.entries(pulumi.runtime.allConfig()).filter(([key]) => key.startsWith(NAMESPACE));
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(NAMESPACE.length), value]));
}
