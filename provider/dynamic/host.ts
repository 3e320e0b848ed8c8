import { mapped, present } from "../values/collections";
import type { dynamic } from "@pulumi/pulumi";
import { Configuration } from "../config/configuration";
import { PartlyDoneError } from "../errors/refusal";
import { log, reported } from "../errors/report";
import type { Engine } from "../engine";
import type { AnyDefinition } from "../kinds/definition";
import { Appliances } from "../lifecycle/appliances";
import { Lifecycle } from "../lifecycle/lifecycle";
import { World } from "../lifecycle/world";
import type { Values } from "../values/inputs";
import { UNKNOWN_TEXT } from "../values/marks";
import { quoted } from "../values/quoted";
import { UNKNOWN } from "../values/schema";
import { isProviderProcess } from "./engine-watch";

/** Key under which the host keeps the provider text among inputs and outputs. */
const PROVIDER_KEY = "__provider";
/** Key under which an SDK class passes the Pulumi name of the resource. Only check sees it: no state holds it. */
const NAME_KEY = "__declaredAs";
/** Prefix of this package's keys in the stack configuration. No other key is read. */
const NAMESPACE = "flowgate:";

/** What the providers of all kinds share. Every kind has a provider of its own, in one process. */
const ofThisProcess = new Appliances(info);

/**
 * Adapts the lifecycle of a kind to Pulumi's dynamic provider process. There, the first call may come before the
 * configuration, unknown values are a text, errors are printed with their stack, and a partial failure is read from own
 * properties of the error.
 *
 * @param appliances by default those of this run; other ones represent a process of its own
 */
export function dynamicProvider(definition: AnyDefinition, appliances = ofThisProcess): dynamic.ResourceProvider {
  let configure: (configuration: Configuration) => void;
  // The host does not wait for configure before the next call, so every call waits for this promise.
  const ready = new Promise<Lifecycle>((resolve) => {
    configure = (configuration) => {
      resolve(new Lifecycle(definition, new World(configuration, appliances)));
    };
  });
  /** A call of the host: its last argument has the values of the resource. */
  const call =
    <Args extends unknown[], T>(work: (lifecycle: Lifecycle, ...args: Args) => T) =>
    async (...args: Args): Promise<Awaited<T>> => {
      const values = args.at(-1) as Values;
      log?.(askedOf(definition, work.name, values));
      try {
        return await work(await ready, ...args);
      } catch (error) {
        const message = await reported(error, askedOf(definition, work.name, values), debug);
        throw forTheHost(error, message, values[PROVIDER_KEY]);
      }
    };
  return {
    configure: async ({ config }) => configure(new Configuration(rawConfiguration(config), process.env)),
    check: call(calls.check),
    diff: call(calls.diff),
    create: call(calls.create),
    read: call(calls.read),
    update: call(calls.update),
    delete: call(calls.delete),
  };
}

/** What each call of the host asks of the lifecycle. */
const calls = {
  check(lifecycle: Lifecycle, _olds: Values, news: Values) {
    const name = typeof news[NAME_KEY] === "string" ? news[NAME_KEY] : undefined;
    const { inputs, failures } = lifecycle.check(fromEngine(news), name);
    const written = mapped(inputs, (part) => (part === UNKNOWN ? UNKNOWN_TEXT : part)) as Values;
    return { inputs: written, failures: failures.map((reason) => ({ property: "", reason })) };
  },
  diff(lifecycle: Lifecycle, id: string, olds: Values, news: Values) {
    const { changes, replaces, deleteFirst } = lifecycle.diff(id, fromEngine(olds), fromEngine(news));
    // The plugin wrote this state. It must get the text that loads this provider, without which nothing can be read.
    if (!(PROVIDER_KEY in olds) && replaces.length === 0) return { changes: true };
    const whenReplaced = replaces.length > 0 ? { replaces, deleteBeforeReplace: deleteFirst } : {};
    return { ...present({ changes }), ...whenReplaced };
  },
  async create(lifecycle: Lifecycle, inputs: Values) {
    const { id, outputs } = await lifecycle.create(fromEngine(inputs));
    return { id, outs: outputs };
  },
  async read(lifecycle: Lifecycle, id: string, olds: Values) {
    const live = await lifecycle.read(id, fromEngine(olds));
    return live === undefined ? { id: "" } : { id: live.id, props: live.outputs, inputs: live.inputs };
  },
  async update(lifecycle: Lifecycle, id: string, olds: Values, news: Values) {
    const [before, after] = [fromEngine(olds), fromEngine(news)];
    // The state gets the text that loads this provider. Nothing is sent for it: some appliances refuse a known link.
    const isOtherText = olds[PROVIDER_KEY] !== news[PROVIDER_KEY];
    if (isOtherText && lifecycle.diff(id, before, after).changes === false) return { outs: before };
    const { outputs } = await lifecycle.update(id, before, after);
    return { outs: outputs };
  },
  delete: (lifecycle: Lifecycle, id: string, olds: Values) => lifecycle.delete(id, fromEngine(olds)),
};

function askedOf({ kind }: AnyDefinition, what: string, { name, address }: Values): string {
  return `${kind} ${quoted([name, address].find((value) => typeof value === "string") ?? "")}: ${what}`;
}

/** The host has no channel for warnings; the engine shows stderr as info lines on the stack. */
export function info(message: string): void {
  process.stderr.write(`warning: ${message}\n`);
}

/** Writes to the engine's debug log. What speaks to the engine loads only for it. */
async function debug(text: string): Promise<void> {
  if (!isProviderProcess) return;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the one form that loads a module on demand
  const module = require("../engine") as { Engine: typeof Engine };
  await new module.Engine(process.argv[2]).say("DEBUG", text);
}

/** The keys of this package in the stack configuration. The host's object has no documented way to list them. */
function rawConfiguration(config: dynamic.Config): Record<string, string> {
  const { rawConfig } = config as unknown as { rawConfig: Record<string, string> };
  const own: Record<string, string> = {};
  for (const key of Object.keys(rawConfig)) {
    const value = key.startsWith(NAMESPACE) ? config.get(key) : undefined;
    if (value !== undefined) own[key.replace(NAMESPACE, "")] = value;
  }
  return own;
}

/** The values without the provider text, and with the lifecycle's mark for unknown values. */
function fromEngine(values: Values): Values {
  const { [PROVIDER_KEY]: _text, [NAME_KEY]: _name, ...rest } = values;
  return mapped(rest, (part) => (part === UNKNOWN_TEXT ? UNKNOWN : part)) as Values;
}

/** An error in the form that the host needs: it prints `stack` and reads a partial result from own properties. */
function forTheHost(error: unknown, message: string, providerText: unknown): Error {
  const plain = new Error(message);
  plain.stack = "";
  if (error instanceof PartlyDoneError) {
    const properties = { ...error.outputs, [PROVIDER_KEY]: providerText };
    Object.assign(plain, { id: error.id, properties, reasons: [error.message] });
  }
  return plain;
}
