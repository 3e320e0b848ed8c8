import type { commandOperations } from "../errors/operation-names";
import { PathError } from "../errors/errors";
import { plainAddress } from "../values/addresses";
import { limits } from "../http/options";

/**
 * A change of the replicator's configuration as a value: everything that the `api` lists of `show/config` can contain,
 * and the settings. Replication service, "Endpoints".
 */
export type Command =
  /** Creates a profile, enabled; or changes its ports. Ports are UDP. */
  | { verb: "profile/add" | "profile/update"; name: string; listeningPort: number; sendingPort: number }
  | { verb: "profile/rename"; current: string; name: string }
  | { verb: "profile/enable" | "profile/disable" | "profile/remove"; name: string }
  | { verb: "profile/singularity"; name: string; singularity: boolean }
  | { verb: "collector/add" | "collector/remove"; address: string; profile: string }
  /** Packets per second; 0 removes the threshold. */
  | { verb: "collector/threshold"; address: string; threshold: number }
  | { verb: "exporter/add" | "exporter/remove"; address: string; profile: string }
  | { verb: "policies/add" | "policies/remove"; network: string; prefix: number; profile: string; kind: PolicyKind }
  | { verb: "notate/profile"; profile: string; description: string }
  /** A note on an address: a collector and an exporter with this address share it. */
  | { verb: "notate/ip"; address: string; description: string }
  | { verb: "setting/set"; name: string; value: string }
  | { verb: "setting/enable" | "setting/disable"; name: string };

export type PolicyKind = "include" | "exclude";
export type Verb = Command["verb"];

/** The arguments of one command, without its verb. */
export type CommandArguments<V extends Verb> = ArgumentsOf<Command, V>;
type ArgumentsOf<C, V> = C extends { verb: unknown } ? (V extends C["verb"] ? Omit<C, "verb"> : never) : never;

/** How one argument of a command is written as a segment of its path, and read back. */
interface Segment<T> {
  write(value: T): string | number;
  /** The value of a segment; undefined for a text that is no valid value. */
  read(text: string): T | undefined;
  /** Set on a last segment that may contain slashes, which an appliance prints unescaped. */
  readonly takesRest?: true;
}

/** Everything that is specific to one command. */
export interface CommandRow<V extends Verb = Verb> {
  /** Its path as the document writes it, for logs and errors. */
  readonly template: string;
  /** Its arguments, in the order of their segments. */
  readonly segments: { readonly [K in keyof CommandArguments<V>]: Segment<CommandArguments<V>[K]> };
}

const text: Segment<string> = { write: (value) => value, read: (value) => value };
/** An address. An appliance may print an IPv4 address with leading zeros; a host name in its place is not understood. */
const address: Segment<string> = {
  ...text,
  read: (written) => plainAddress(written) ?? (written.includes(":") ? written : undefined),
};
const description: Segment<string> = { ...text, takesRest: true };
const threshold = wholeNumber(Number.MAX_SAFE_INTEGER);
const port = wholeNumber(65_535);
const prefix = wholeNumber(128);
const kind = word<PolicyKind>({ include: "include", exclude: "exclude" });
const singularity = word<boolean>({ enable: true, disable: false });

// The arguments that several commands have, in the order of their segments.
const profile = { name: text, listeningPort: port, sendingPort: port };
const member = { address, profile: text };
const policy = { network: address, prefix, profile: text, kind };

/**
 * The commands, one row per command. Most set an absolute state. If a command that adds or removes is repeated, the
 * answer may be "already there" or "not there", which the caller verifies by reading.
 */
const rows: { readonly [V in keyof typeof commandOperations]: CommandRow<V> } = {
  "profile/add": row("/profile/add/[name]/[listeningport]/[sendingport]", profile),
  "profile/update": row("/profile/update/[name]/[listeningport]/[sendingport]", profile),
  "profile/rename": row("/profile/rename/[current]/[new]", { current: text, name: text }),
  "profile/enable": row("/profile/enable/[name]", { name: text }),
  "profile/disable": row("/profile/disable/[name]", { name: text }),
  "profile/remove": row("/profile/remove/[name]", { name: text }),
  "profile/singularity": row("/profile/singularity/[name]/[action]", { name: text, singularity }),
  "collector/add": row("/collector/add/[ip]/[profile]", member),
  "collector/remove": row("/collector/remove/[ip]/[profile]", member),
  "collector/threshold": row("/collector/threshold/[collector]/[threshold]", { address, threshold }),
  "exporter/add": row("/exporter/add/[ip]/[profile]", member),
  "exporter/remove": row("/exporter/remove/[ip]/[profile]", member),
  "policies/add": row("/policies/add/[network]/[cidr]/[profile]/[incexc]", policy),
  "policies/remove": row("/policies/remove/[network]/[cidr]/[profile]/[incexc]", policy),
  "notate/profile": row("/notate/profile/[identity]/[description]", { profile: text, description }),
  "notate/ip": row("/notate/ip/[identity]/[description]", { address, description }),
  "setting/set": row("/setting/set/[name]/[value]", { name: text, value: text }),
  "setting/enable": row("/setting/enable/[name]", { name: text }),
  "setting/disable": row("/setting/disable/[name]", { name: text }),
};

/** The row of a command. */
export function commandRow({ verb }: Pick<Command, "verb">): CommandRow {
  return rows[verb];
}

function isVerb(word: string): word is Verb {
  return Object.hasOwn(rows, word);
}

/** The segments of a row of any command. */
function segmentsOfRow({ segments }: CommandRow): [argument: string, segment: Segment<unknown>][] {
  return Object.entries(segments) as unknown as [string, Segment<unknown>][];
}

function row<S>(template: string, segments: S): { template: string; segments: S } {
  return { template, segments };
}

function wholeNumber(most: number): Segment<number> {
  return {
    write: (value) => value,
    read: (digits) => (/^\d{1,16}$/u.test(digits) && Number(digits) <= most ? Number(digits) : undefined),
  };
}

/** A word of the API, in any letter case, that represents a value. */
function word<T>(values: Readonly<Record<string, T>>): Segment<T> {
  const meanings = new Map(Object.entries(values));
  return {
    write: (value) => [...meanings].find(([, meaning]) => meaning === value)?.[0] ?? "",
    read: (shown) => meanings.get(shown.toLowerCase()),
  };
}

type Arguments = Readonly<Record<string, unknown>>;

/** The path of a command below the base URL. Throws PathError for a value that cannot be part of a path. */
export function commandPath(command: Command): string {
  const segments = segmentsOfRow(commandRow(command));
  const values = segments.map(([argument, { write }]) => write((command as unknown as Arguments)[argument]));
  return path(
    [`/api/1/${command.verb}/`, ...values.map((_, index) => (index + 1 < values.length ? "/" : ""))],
    ...values,
  );
}

/**
 * The command in a path of `show/config`; undefined for one that this package does not know: an unknown verb, another
 * number of segments, an invalid port. Words of the API are read in any letter case.
 */
export function parseCommand(text: string): Command | undefined {
  const [entity = "", action = "", ...texts] = segmentsOf(text);
  const verb = `${entity}/${action}`.toLowerCase();
  if (!isVerb(verb)) return undefined;
  const segments = segmentsOfRow(commandRow({ verb }));
  const takesRest = segments.some(([, segment]) => segment.takesRest === true);
  const isComplete = takesRest ? texts.length >= segments.length : texts.length === segments.length;
  if (!isComplete || texts.includes("")) return undefined;
  const values = segments.map(([argument, { read }], index) => {
    const end = index + 1 === segments.length ? texts.length : index + 1;
    return [argument, read(texts.slice(index, end).join("/"))] as const;
  });
  if (values.some(([, value]) => value === undefined)) return undefined;
  return { verb, ...Object.fromEntries(values) } as unknown as Command;
}

/**
 * Builds a command path; the only function that does. Each interpolated value becomes exactly one segment or part of
 * one, fully percent-encoded; the literal parts are constants of this package. Refuses empty values, `.` and `..`,
 * control characters, half characters, numbers that are not whole, and paths longer than 2 KB.
 */
export function path(literals: readonly string[], ...values: readonly (string | number)[]): string {
  const built = String.raw({ raw: literals }, ...values.map(segment));
  if (built.length > limits.pathBytes) throw new PathError(`it is longer than ${limits.pathBytes} bytes`);
  // The URL parser resolves dot segments and re-encodes: its result must equal what was built.
  if (new URL(built, "https://appliance.invalid").pathname !== built) {
    throw new PathError("a value changes the structure of the path");
  }
  return built;
}

function segment(value: string | number): string {
  const text = String(value);
  if (typeof value === "number" && !(Number.isSafeInteger(value) && value >= 0)) {
    throw new PathError("a number is not a whole number of at least 0");
  }
  if (text === "") throw new PathError("a value is empty");
  if (text === "." || text === "..") throw new PathError(`a value is "${text}"`);
  if (/\p{Cc}/u.test(text)) throw new PathError("a value holds a control character");
  if (/\p{Surrogate}/u.test(text)) throw new PathError("a value holds half a surrogate pair");
  return encodeURIComponent(text);
}

/** The segments of a path of the API; none of any other text. */
function segmentsOf(text: string): readonly string[] {
  const segments = text.startsWith("/api/1/") ? text.slice("/api/1/".length).split("/") : [];
  return segments.map(decoded);
}

/** Some appliances print paths escaped, others literally: what does not decode is literal. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
