import { resolve } from "node:path";
import { parseCommand, type ReplicatorClient, type ReplicatorPath } from "../../../provider/client";
import { commandTemplate, commands, pathTo, type Verb } from "../../../provider/replicator/commands";
import { paths } from "../../../provider/replicator/readings";
import { UsageError } from "../../errors";
import { readNamed } from "../../files";

/** Values by key, as the user wrote them. */
export type Given = ReadonlyMap<string, string>;

/** Reads `key=value` pairs. A value that begins with `@` is the contents of a file. */
export async function given(pairs: readonly string[], cwd: string): Promise<Given> {
  const texts = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at < 1) throw new UsageError(`"${pair}" is no field: write key=value.`);
    const [key, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (texts.has(key)) {
      throw new UsageError(`${key} is given twice: write a list as JSON, such as ${key}='["a","b"]'.`);
    }
    const path = value.slice(1);
    texts.set(key, value.startsWith("@") ? readNamed(resolve(cwd, path), path).trimEnd() : value);
  }
  return texts;
}

type Send = (client: ReplicatorClient, target: string, values: readonly string[]) => Promise<unknown>;

const execute: Send = (client, target) => {
  const command = parseCommand(target);
  if (command === undefined) throw new UsageError(`${target} has a value that this command does not take.`);
  return client.execute(command);
};

/** How each path is sent, by its template below `/api/1/`: the tables of the client. */
export const templates: ReadonlyMap<string, Send> = new Map<string, Send>([
  ...Object.keys(commands).map((verb) => [commandTemplate(verb as Verb).slice(1), execute] as const),
  ...Object.keys(paths).map((path) => {
    return [path.slice(1), (client, _, values) => client.send(path as ReplicatorPath, ...values)] as [string, Send];
  }),
  ["login", (client) => client.login()],
  ["logout", (client) => client.logout()],
]);

/** The document's word for "no filter". */
const NO_FILTER = "0";

/** A request to the replicator. */
interface Path {
  readonly target: string;
  readonly send: (client: ReplicatorClient) => Promise<unknown>;
}

/** The path that a name means: its template, or its beginning with some values in place of parameters. */
export function pathOf(name: string, given: Given): Path | undefined {
  const words = name.replace(/^\/?(?:api\/1\/)?|\/$/gu, "").split("/");
  const fits = ([template]: readonly [string, Send]): boolean => {
    const segments = template.split("/");
    const isFit = (segment: string, at: number): boolean => isVariable(segment) || segment === words[at];
    return words.length <= segments.length && segments.every(isFit);
  };
  // A template that needs no parameter wins.
  const [template, send] = [...templates].filter(fits).sort(([one], [other]) => one.length - other.length)[0] ?? [];
  if (template === undefined || send === undefined) return undefined;
  const segments = template.split("/");
  const open = segments.filter((segment, at) => isVariable(segment) && isVariable(words[at] ?? segment));
  const keys = open.map((segment) => segment.slice(1, -1));
  const wrong = [...given.keys()].find((key) => !keys.includes(key));
  if (wrong !== undefined) {
    throw new UsageError(`${template} has no "${wrong}": it takes ${keys.length === 0 ? "none" : keys.join(", ")}`);
  }
  const values = segments.flatMap((segment, at) => {
    const word = words[at] ?? segment;
    if (!isVariable(segment)) return [];
    if (!isVariable(word)) return [decoded(word)];
    const key = word.slice(1, -1);
    const value = given.get(key) ?? (key === "filter" ? NO_FILTER : undefined);
    if (value === undefined) throw new UsageError(`${template} needs ${key}: add ${key}=<value>.`);
    return [value];
  });
  const target = pathTo(`/${template}`, values);
  return { target, send: (client) => send(client, target, values) };
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
