import type { OperationClass } from "../http/request";
import type { commandNames } from "../errors/operation-names";
import { plainAddress } from "../values/spellings";

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
  /** What may happen if it is sent twice. */
  readonly operation: OperationClass;
  /** Its path as the document writes it, for logs and errors. */
  readonly template: string;
  /** Its arguments, in the order of their segments. */
  readonly segments: { readonly [K in keyof CommandArguments<V>]: Segment<CommandArguments<V>[K]> };
}

const text: Segment<string> = { write: (value) => value, read: (value) => value };
/** An IPv4 address. An appliance may print it with leading zeros. */
const address: Segment<string> = { ...text, read: (written) => plainAddress(written) ?? written };
const description: Segment<string> = { ...text, takesRest: true };
const threshold = wholeNumber(Number.MAX_SAFE_INTEGER);
const port = wholeNumber(65_535);
const prefix = wholeNumber(128);
const kind = word<PolicyKind>({ include: "include", exclude: "exclude" });
const singularity = word<boolean>({ enable: true, disable: false });

/**
 * The commands, one row per command. Most set an absolute state. If a command that adds or removes is repeated, the
 * answer may be "already there" or "not there", which the caller verifies by reading.
 */
const rows: { readonly [V in keyof typeof commandNames]: CommandRow<V> } = {
  "profile/add": {
    // A second request may find a profile of that name which another client created in the meantime.
    operation: "creating",
    template: "/profile/add/[name]/[listeningport]/[sendingport]",
    segments: { name: text, listeningPort: port, sendingPort: port },
  },
  "profile/update": converging("/profile/update/[name]/[listeningport]/[sendingport]", {
    name: text,
    listeningPort: port,
    sendingPort: port,
  }),
  "profile/rename": converging("/profile/rename/[current]/[new]", { current: text, name: text }),
  "profile/enable": converging("/profile/enable/[name]", { name: text }),
  "profile/disable": converging("/profile/disable/[name]", { name: text }),
  "profile/remove": converging("/profile/remove/[name]", { name: text }),
  "profile/singularity": converging("/profile/singularity/[name]/[action]", { name: text, singularity }),
  "collector/add": converging("/collector/add/[ip]/[profile]", { address, profile: text }),
  "collector/remove": converging("/collector/remove/[ip]/[profile]", { address, profile: text }),
  "collector/threshold": converging("/collector/threshold/[collector]/[threshold]", { address, threshold }),
  "exporter/add": converging("/exporter/add/[ip]/[profile]", { address, profile: text }),
  "exporter/remove": converging("/exporter/remove/[ip]/[profile]", { address, profile: text }),
  "policies/add": converging("/policies/add/[network]/[cidr]/[profile]/[incexc]", {
    network: address,
    prefix,
    profile: text,
    kind,
  }),
  "policies/remove": converging("/policies/remove/[network]/[cidr]/[profile]/[incexc]", {
    network: address,
    prefix,
    profile: text,
    kind,
  }),
  "notate/profile": converging("/notate/profile/[identity]/[description]", { profile: text, description }),
  "notate/ip": converging("/notate/ip/[identity]/[description]", { address, description }),
  "setting/set": converging("/setting/set/[name]/[value]", { name: text, value: text }),
  "setting/enable": converging("/setting/enable/[name]", { name: text }),
  "setting/disable": converging("/setting/disable/[name]", { name: text }),
};

/** The row of a command. */
export function commandRow({ verb }: Pick<Command, "verb">): CommandRow {
  return rows[verb];
}

export function isVerb(word: string): word is Verb {
  return Object.hasOwn(rows, word);
}

/** The segments of a row of any command. */
export function segmentsOfRow({ segments }: CommandRow): [argument: string, segment: Segment<unknown>][] {
  return Object.entries(segments) as unknown as [string, Segment<unknown>][];
}

function converging<S>(template: string, segments: S): { operation: "converging"; template: string; segments: S } {
  return { operation: "converging", template, segments };
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
