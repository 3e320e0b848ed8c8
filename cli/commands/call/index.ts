import { Argument, type Command } from "commander";
import { nearWord } from "../../../provider/values/quoted";
import { line } from "../../output/view";
import type { Context } from "../../context";
import { UsageError } from "../../errors";
import type { Result } from "../../result";
import type { Runner } from "../../run";
import { actions } from "./actions";
import { given, type Given } from "./given";
import { NO_FILTER, paths, type Path } from "./paths";
import { plainOf, viewsOf } from "./views";

interface CallOptions {
  readonly list?: true;
  /** Name of the host, which confirms a call that deletes more than one object. */
  readonly yes?: string;
}

/** `call`: any action of both APIs, as their documents spell them. */
export function addCall(program: Command, run: Runner): void {
  program
    .command("call")
    .helpGroup("Look:")
    .description("Send any action of the gateway or any path of the replicator, and show the answer")
    .addArgument(new Argument("<appliance>", "Whose API").choices(["gateway", "replicator"]))
    .argument("[action]", "Action such as ipgroups/search, or path such as show/alarms/0")
    .argument("[key=value...]", "Fields or parameters; a value may be JSON, or @file")
    .option("--list", "List the actions or paths, with their fields")
    .option("--yes <host>", "Confirm what deletes more than one object, by the name of the host")
    .action(
      run(
        async (
          context,
          appliance: string,
          name: string | undefined,
          pairs: readonly string[],
          options: CallOptions,
        ) => {
          if (name === undefined || options.list === true) return listOf(appliance);
          const values = await given(pairs, context.io.cwd);
          return appliance === "gateway"
            ? toGateway(context, name, values, options)
            : toReplicator(context, name, values, options);
        },
      ),
    );
}

function listOf(appliance: string): Result {
  const gateway = Object.entries(actions).map(([name, { fields }]) => [
    name,
    ...Object.entries(fields).map(([key, form]) => (form.endsWith("?") ? `[${key}]` : key)),
  ]);
  const all = appliance === "gateway" ? gateway.map((words) => words.join(" ")) : [...paths.keys()].sort();
  return { data: all, views: all.map((one) => line(one)) };
}

async function toGateway(context: Context, name: string, values: Given, { yes }: CallOptions): Promise<Result> {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) throw unknown("gateway", name, Object.keys(actions));
  const fields = values.as(action.fields, name);
  const client = await context.gateway();
  if (action.destroys !== undefined) await context.confirm(action.destroys, client.host, yes, "host");
  return answer(context, name, () => action.send(client, fields as never));
}

async function toReplicator(context: Context, name: string, values: Given, { yes }: CallOptions): Promise<Result> {
  const [template, path, literal] = pathOf(name);
  const variable = path.segments.filter(isVariable).map((segment) => segment.slice(1, -1));
  const left = variable.slice(literal.length);
  const forms = Object.fromEntries(left.map((key) => [key, key === "filter" ? ("text?" as const) : ("text" as const)]));
  const rest = values.as(forms, template);
  const all = [...literal, ...left.map((key) => (rest[key] as string | undefined) ?? NO_FILTER)];
  const { client } = await context.replicator();
  if (path.destroys !== undefined) await context.confirm(path.destroys(all[0] ?? ""), client.host, yes, "host");
  return answer(context, name, () => path.send(client, all));
}

/** The path that a name means: its template, or its beginning with some values in place of parameters. */
function pathOf(name: string): readonly [string, Path, readonly string[]] {
  const words = name
    .replace(/^\/?(?:api\/1\/)?/u, "")
    .replace(/\/$/u, "")
    .split("/")
    .flatMap((word, at, all) => (all[0] === "acknowledge" && at === 2 ? word.split(":") : [word]));
  const fits = ({ segments }: Path): boolean =>
    words.length <= segments.length &&
    segments.every((segment, at) =>
      at < words.length ? isVariable(segment) || segment === words[at] : isVariable(segment),
    );
  const found = [...paths].find(([, path]) => fits(path));
  if (found === undefined) throw unknown("replicator", name, [...paths.keys()]);
  const [template, path] = found;
  const literal = words.filter((word, at) => isVariable(path.segments[at] ?? "") && !isVariable(word));
  return [template, path, literal.map((word) => decoded(word))];
}

function isVariable(segment: string): boolean {
  return segment.startsWith("[");
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    throw new UsageError(`"${word}" is not part of a path: write a percent sign as %25.`);
  }
}

function unknown(appliance: string, name: string, known: readonly string[]): UsageError {
  const near = nearWord(name, known);
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  return new UsageError(`The ${appliance} has no "${name}".${hint} \`flowgate call ${appliance} --list\` lists all.`);
}

async function answer(context: Context, name: string, send: () => Promise<unknown>): Promise<Result> {
  try {
    const data = plainOf(await context.progress.during(`Sending ${name}`, send));
    return { data: data ?? null, views: viewsOf(data) };
  } catch (error) {
    // The client refuses some values before it sends anything.
    if (error instanceof RangeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
