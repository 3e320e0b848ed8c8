import { PathError, type OperationClass } from "../errors/errors";
import { limits } from "../http/options";
import { plainAddress } from "../values/addresses";

/**
 * A change of the replicator's configuration as a value: everything that the `api` lists of `show/config` can contain,
 * and the settings. Replication service, "Endpoints".
 */
export type Command =
  /** Creates a profile, enabled; or changes its ports. Ports are UDP. */
  | { verb: "profile/add" | "profile/update"; name: string; listeningPort: number; sendingPort: number }
  /** Renames a profile; what belongs to it stays with it. */
  | { verb: "profile/rename"; current: string; name: string }
  | { verb: "profile/enable" | "profile/disable" | "profile/remove"; name: string }
  | { verb: "profile/singularity"; name: string; singularity: boolean }
  | { verb: "collector/add" | "collector/remove"; address: string; profile: string }
  /** Packets per second; 0 removes the threshold. */
  | { verb: "collector/threshold"; address: string; threshold: number }
  | { verb: "exporter/add" | "exporter/remove"; address: string; profile: string }
  | { verb: "policies/add" | "policies/remove"; network: string; prefix: number; profile: string; kind: PolicyKind }
  /** A description cannot be removed again, only replaced. */
  | { verb: "notate/profile"; profile: string; description: string }
  /** A note on an address: a collector and an exporter with this address share it. */
  | { verb: "notate/ip"; address: string; description: string }
  | { verb: "setting/set"; name: string; value: string }
  | { verb: "setting/enable" | "setting/disable"; name: string };

export type PolicyKind = "include" | "exclude";
export type Verb = Command["verb"];

/** The command of a verb. */
export type CommandOf<V, C = Command> = C extends { verb: unknown } ? (V extends C["verb"] ? C : never) : never;

const member = ["address", "profile"] as const;
const policy = ["network", "prefix", "profile", "kind"] as const;
const ports = ["name", "listeningPort", "sendingPort"] as const;

/** The commands: how each may be repeated, what it does, and its arguments in the order of their segments. */
export const commands: {
  readonly [V in Verb]: readonly [OperationClass, string, readonly Exclude<keyof CommandOf<V>, "verb">[]];
} = {
  // A second request may find a profile of that name which another client created in the meantime.
  "profile/add": ["creating", "creating the profile", ports],
  "profile/update": ["converging", "changing the ports of the profile", ports],
  "profile/rename": ["converging", "renaming the profile", ["current", "name"]],
  "profile/enable": ["converging", "enabling the profile", ["name"]],
  "profile/disable": ["converging", "disabling the profile", ["name"]],
  "profile/remove": ["converging", "removing the profile", ["name"]],
  "profile/singularity": ["converging", "setting the singularity of the profile", ["name", "singularity"]],
  "collector/add": ["converging", "adding the collector to the profile", member],
  "collector/remove": ["converging", "removing the collector from the profile", member],
  "collector/threshold": ["converging", "setting the threshold of the collector", ["address", "threshold"]],
  "exporter/add": ["converging", "adding the exporter to the profile", member],
  "exporter/remove": ["converging", "removing the exporter from the profile", member],
  "policies/add": ["converging", "adding the policy to the profile", policy],
  "policies/remove": ["converging", "removing the policy from the profile", policy],
  "notate/profile": ["converging", "writing the description of the profile", ["profile", "description"]],
  "notate/ip": ["converging", "writing the description of the address", ["address", "description"]],
  "setting/set": ["converging", "setting the value of the setting", ["name", "value"]],
  "setting/enable": ["converging", "enabling the setting", ["name"]],
  "setting/disable": ["converging", "disabling the setting", ["name"]],
};

const address = (text: string): string | undefined =>
  plainAddress(text) === text || text.includes(":") ? text : undefined;
const number =
  (most: number) =>
  (text: string): number | undefined =>
    /^\d{1,16}$/u.test(text) && Number(text) <= most ? Number(text) : undefined;
const word =
  (words: Readonly<Record<string, unknown>>) =>
  (text: string): unknown =>
    Object.hasOwn(words, text) ? words[text] : undefined;

/** How an argument is read from its segment; undefined for a text that is no valid value. All others are texts. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  address,
  network: address,
  listeningPort: number(65_535),
  sendingPort: number(65_535),
  prefix: number(128),
  threshold: number(Number.MAX_SAFE_INTEGER),
  kind: word({ include: "include", exclude: "exclude" }),
  singularity: word({ enable: true, disable: false }),
};

/** The document's words for arguments, where they are others. */
const parameters: Readonly<Record<string, string>> = {
  ...{ address: "ip", prefix: "cidr", kind: "incexc", singularity: "action" },
  ...{ listeningPort: "listeningport", sendingPort: "sendingport" },
};

/** The path of a command as the document writes it below `/api/1`, with its parameters in brackets. */
export function commandTemplate(verb: Verb): string {
  return ["", verb, ...commands[verb][2].map((name) => `[${parameters[name] ?? name}]`)].join("/");
}

/** The path of a command below the base URL. */
export function commandPath(command: Command): string {
  const values = new Map<string, string | number | boolean>(Object.entries(command));
  const segments = commands[command.verb][2].map((name) => segment(values.get(name) ?? ""));
  return ofLimitedLength(["/api/1", command.verb, ...segments].join("/"));
}

/**
 * A path below the base URL: a template with a value for each parameter. A filter that is left out is none. Each value
 * becomes exactly one segment, fully percent-encoded. Throws {@link PathError} for a value that cannot be one: empty,
 * `.` and `..`, control characters, half characters, numbers that are not whole; and for a path longer than 2 KB.
 */
export function pathTo(template: string, values: readonly (string | number)[]): string {
  const literals = `/api/1${template}`.split(/\[[^\]]+\]/u);
  const all = template.endsWith("[filter]") && values.length === 0 ? ["0"] : values;
  if (all.length !== literals.length - 1) throw new PathError(`${template} takes ${literals.length - 1} values`);
  const built = ofLimitedLength(String.raw({ raw: literals }, ...all.map(segment)));
  return template.endsWith("[ip:port]") ? built.replace("%3A", ":") : built;
}

function ofLimitedLength(path: string): string {
  if (path.length > limits.pathBytes) throw new PathError(`it is longer than ${limits.pathBytes} bytes`);
  return path;
}

/**
 * The command in a path of `show/config`; undefined for one that this package does not know: an unknown verb, another
 * number of segments, an invalid port.
 */
export function parseCommand(text: string): Command | undefined {
  const [entity = "", action = "", ...texts] = text.startsWith("/api/1/")
    ? text.slice("/api/1/".length).split("/").map(decoded)
    : [];
  const verb = `${entity}/${action}`;
  if (!Object.hasOwn(commands, verb)) return undefined;
  const names: readonly string[] = commands[verb as Verb][2];
  // Slashes in a description may be printed unescaped.
  if (names.at(-1) === "description") texts.push(texts.splice(names.length - 1).join("/"));
  if (texts.length !== names.length || texts.includes("")) return undefined;
  const command: Record<string, unknown> = { verb };
  for (const [index, name] of names.entries()) {
    const value = (readers[name] ?? String)(texts[index] ?? "");
    if (value === undefined) return undefined;
    command[name] = value;
  }
  return command as unknown as Command;
}

function segment(value: string | number | boolean): string {
  const text = typeof value === "boolean" ? (value ? "enable" : "disable") : String(value);
  if (typeof value === "number" && !(Number.isSafeInteger(value) && value >= 0)) {
    throw new PathError("a number is not a whole number of at least 0");
  }
  if (text === "") throw new PathError("a value is empty");
  if (text === "." || text === "..") throw new PathError(`a value is "${text}"`);
  if (/\p{Cc}/u.test(text)) throw new PathError("a value holds a control character");
  if (/\p{Surrogate}/u.test(text)) throw new PathError("a value holds half a surrogate pair");
  return encodeURIComponent(text);
}

/** Some appliances print paths escaped, others literally or with escaped blanks alone: so is what does not decode. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment.replaceAll("%20", " ");
  }
}
