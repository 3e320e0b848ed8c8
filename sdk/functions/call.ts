import * as pulumi from "@pulumi/pulumi";
import type * as functionsModule from "../../provider/functions/functions";
import type * as csvModule from "../../provider/report/csv";
import type * as tableModule from "../../provider/report/table";
import { withoutStack } from "../errors";
import { previewsOnly } from "../snapshot";
import { givenProvider, isPluginStack, pluginOptions, typesOf } from "../plugin";

/** Prefix of this package's keys in the stack configuration. No other key is looked at. */
const NAMESPACE = "flowgate:";

type Functions = functionsModule.Functions;

let loaded: Functions | undefined;

/**
 * What the functions do, with one client per appliance for all calls of the process. It is loaded by the first call:
 * programs that only declare resources never load a client.
 */
function functions(): Functions {
  const warn = (text: string): void => void pulumi.log.warn(text);
  loaded ??= new (load("../../provider/functions/functions").Functions)(
    stackConfiguration,
    process.env,
    undefined,
    warn,
  );
  return loaded;
}

/** What is loaded when it is needed, by its path. */
interface Modules {
  "../../provider/functions/functions": typeof functionsModule;
  "../../provider/report/csv": typeof csvModule;
  "../../provider/report/table": typeof tableModule;
}

/** Loads a module of the provider at the time of the call. */
export function load<Path extends keyof Modules>(path: Path): Modules[Path] {
  // Not import(): in CommonJS that resolves as ES modules do, and would make every caller asynchronous.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require(path) as Modules[Path];
}

type Name = Exclude<keyof Functions, "close">;
type ArgumentsOf<N extends Name> = Parameters<Functions[N]>[0];
type ResultOf<N extends Name> = Awaited<ReturnType<Functions[N]>>;

/** What functions answer in the tests of programs, by their names. */
export type Answers = {
  /** The answer of one function to its arguments. */
  [N in Name]?: (args: ArgumentsOf<N>) => ResultOf<N> | Promise<ResultOf<N>>;
};

let answers: Answers | undefined;

/** From now on, functions answer so, and ask no appliance; undefined ends that. */
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
 * Calls a function by its name. What it throws becomes one sentence that Pulumi prints without a stack. It runs in the
 * program, or in the plugin where the stack or a given provider says so.
 */
export async function call<N extends Name>(
  name: N,
  args: ArgumentsOf<N>,
  options?: pulumi.InvokeOptions,
): Promise<ResultOf<N>> {
  if (answers !== undefined) return answered(name, args, answers);
  if (givenProvider(options) === undefined) previewsOnly();
  // A report holds dates, which the engine's messages have not: it is always read here.
  const isHere = name === "runReport" || name === "streamReport";
  if (!isHere && (givenProvider(options) !== undefined || isPluginStack())) return invoked(name, args, options);
  try {
    const run = functions()[name] as (args: ArgumentsOf<N>) => Promise<ResultOf<N>>;
    return await run(args);
  } catch (error) {
    throw failure(name, error);
  }
}

/** The same by the engine. A list travels as the field of an object. */
async function invoked<N extends Name>(
  name: N,
  args: ArgumentsOf<N>,
  options: pulumi.InvokeOptions | undefined,
): Promise<ResultOf<N>> {
  const result = (await pulumi.runtime.invoke(typesOf(name).plugin, { ...args }, pluginOptions(options))) as
    { items: ResultOf<N> } | ResultOf<N>;
  return typeof result === "object" && "items" in result ? result.items : result;
}

/** An error of a function as programs see it; what caused it, with its class and fields, is its `cause`. */
export function failure(name: Name, error: unknown): pulumi.RunError {
  const words = error instanceof Error ? error.message : String(error);
  return withoutStack(Object.assign(new pulumi.RunError(`${name}: ${words}`), { cause: error }));
}

/** The same with arguments that may not be known yet: in a preview, the result then is not known either. */
export function callWithInputs<N extends Name>(
  name: N,
  args: object,
  options?: pulumi.InvokeOptions,
): pulumi.Output<ResultOf<N>> {
  return pulumi.output(args).apply<ResultOf<N>>((known) => call(name, known as ArgumentsOf<N>, options));
}

/** The keys of this package in the stack configuration, secrets in clear. */
function stackConfiguration(): Record<string, string> {
  const entries = Object.entries(pulumi.runtime.allConfig()).filter(([key]) => key.startsWith(NAMESPACE));
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(NAMESPACE.length), value]));
}
