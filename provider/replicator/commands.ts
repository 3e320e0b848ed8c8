import { path, segmentsOf } from "./path";

/**
 * A change of the replicator's configuration as a value: everything that can stand in the `api` lists of `show/config`,
 * and the settings. Replication service, "Endpoints".
 */
export type Command =
  /** Create a profile, enabled; or change its ports. Ports are UDP. */
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
  /** A note of an address: a collector and an exporter with this address share it. */
  | { verb: "notate/ip"; address: string; description: string }
  | { verb: "setting/set"; name: string; value: string }
  | { verb: "setting/enable" | "setting/disable"; name: string };

export type PolicyKind = "include" | "exclude";
export type Verb = Command["verb"];

/** The arguments of one command, without its verb. */
export type CommandArguments<V extends Verb> = ArgumentsOf<Command, V>;
type ArgumentsOf<C, V> = C extends { verb: unknown } ? (V extends C["verb"] ? Omit<C, "verb"> : never) : never;

/** The path of a command below the base URL. Throws PathError for a value that cannot stand in a path. */
export function commandPath(command: Command): string {
  switch (command.verb) {
    case "profile/add":
      return path`/api/1/profile/add/${command.name}/${command.listeningPort}/${command.sendingPort}`;
    case "profile/update":
      return path`/api/1/profile/update/${command.name}/${command.listeningPort}/${command.sendingPort}`;
    case "profile/rename":
      return path`/api/1/profile/rename/${command.current}/${command.name}`;
    case "profile/enable":
      return path`/api/1/profile/enable/${command.name}`;
    case "profile/disable":
      return path`/api/1/profile/disable/${command.name}`;
    case "profile/remove":
      return path`/api/1/profile/remove/${command.name}`;
    case "profile/singularity":
      return path`/api/1/profile/singularity/${command.name}/${command.singularity ? "enable" : "disable"}`;
    case "collector/add":
      return path`/api/1/collector/add/${command.address}/${command.profile}`;
    case "collector/remove":
      return path`/api/1/collector/remove/${command.address}/${command.profile}`;
    case "collector/threshold":
      return path`/api/1/collector/threshold/${command.address}/${command.threshold}`;
    case "exporter/add":
      return path`/api/1/exporter/add/${command.address}/${command.profile}`;
    case "exporter/remove":
      return path`/api/1/exporter/remove/${command.address}/${command.profile}`;
    case "policies/add":
      return path`/api/1/policies/add/${command.network}/${command.prefix}/${command.profile}/${command.kind}`;
    case "policies/remove":
      return path`/api/1/policies/remove/${command.network}/${command.prefix}/${command.profile}/${command.kind}`;
    case "notate/profile":
      return path`/api/1/notate/profile/${command.profile}/${command.description}`;
    case "notate/ip":
      return path`/api/1/notate/ip/${command.address}/${command.description}`;
    case "setting/set":
      return path`/api/1/setting/set/${command.name}/${command.value}`;
    case "setting/enable":
      return path`/api/1/setting/enable/${command.name}`;
    case "setting/disable":
      return path`/api/1/setting/disable/${command.name}`;
  }
}

/**
 * The command that a path of `show/config` describes, or undefined for one that this package does not know: an unknown
 * verb, another number of segments, a port that is no port. Accepts escaped paths and literal ones, in every form that
 * `segmentsOf` does; only a name that looks like an escape itself (`50%25`) counts as one where an appliance prints
 * paths literally. Words of the API are read in any letter case.
 */
export function parseCommand(text: string): Command | undefined {
  const verb = verbOf(segmentsOf(text));
  if (verb === undefined || !isVerb(verb)) return undefined;
  // A note may end with a blank; of all other lines it is no part.
  const values = segmentsOf(verb.startsWith("notate/") ? text : text.trimEnd())?.slice(2) ?? [];
  return values.every((value) => value !== "") ? readers[verb](values) : undefined;
}

/**
 * Whether a line of `show/config` is understood without standing for a part of the configuration: a documented path that
 * sets nothing, or a note without a text.
 */
export function isWithoutEffect(text: string): boolean {
  const segments = segmentsOf(text.trimEnd());
  const verb = verbOf(segments);
  const count = segments?.length;
  if (verb === "rebuild/") return count === 1;
  if (verb === "notate/ip" || verb === "notate/profile") return count === 3;
  return (verb === "acknowledge/collector" || verb === "acknowledge/exporter") && count === 3;
}

function verbOf(segments: readonly string[] | undefined): string | undefined {
  const [entity, action = ""] = segments ?? [];
  return entity === undefined ? undefined : `${entity}/${action}`.toLowerCase();
}

type Reader = (values: readonly string[]) => Command | undefined;

const readers: Readonly<Record<Verb, Reader>> = {
  "profile/add": (values) => withPorts("profile/add", values),
  "profile/update": (values) => withPorts("profile/update", values),
  "profile/rename": exactly(2, ([current, name]) => ({ verb: "profile/rename", current, name })),
  "profile/enable": exactly(1, ([name]) => ({ verb: "profile/enable", name })),
  "profile/disable": exactly(1, ([name]) => ({ verb: "profile/disable", name })),
  "profile/remove": exactly(1, ([name]) => ({ verb: "profile/remove", name })),
  "profile/singularity": exactly(2, ([name, word]) => {
    const action = word.toLowerCase();
    if (action !== "enable" && action !== "disable") return undefined;
    return { verb: "profile/singularity", name, singularity: action === "enable" };
  }),
  "collector/add": exactly(2, ([address, profile]) => ({ verb: "collector/add", address, profile })),
  "collector/remove": exactly(2, ([address, profile]) => ({ verb: "collector/remove", address, profile })),
  "collector/threshold": exactly(2, ([address, value]) => {
    const threshold = wholeNumber(value);
    return threshold === undefined ? undefined : { verb: "collector/threshold", address, threshold };
  }),
  "exporter/add": exactly(2, ([address, profile]) => ({ verb: "exporter/add", address, profile })),
  "exporter/remove": exactly(2, ([address, profile]) => ({ verb: "exporter/remove", address, profile })),
  "policies/add": (values) => policy("policies/add", values),
  "policies/remove": (values) => policy("policies/remove", values),
  // A note of others may hold a slash that the appliance prints as it is.
  "notate/profile": ([profile, ...rest]) =>
    noted(profile, rest, (name, description) => ({ verb: "notate/profile", profile: name, description })),
  "notate/ip": ([address, ...rest]) =>
    noted(address, rest, (ip, description) => ({ verb: "notate/ip", address: ip, description })),
  "setting/set": exactly(2, ([name, value]) => ({ verb: "setting/set", name, value })),
  "setting/enable": exactly(1, ([name]) => ({ verb: "setting/enable", name })),
  "setting/disable": exactly(1, ([name]) => ({ verb: "setting/disable", name })),
};

function isVerb(text: string): text is Verb {
  return Object.hasOwn(readers, text);
}

function exactly(count: 1, read: (values: [string]) => Command | undefined): Reader;
function exactly(count: 2, read: (values: [string, string]) => Command | undefined): Reader;
function exactly(count: number, read: (values: never) => Command | undefined): Reader {
  return (values) => (values.length === count ? read(values as never) : undefined);
}

function withPorts(verb: "profile/add" | "profile/update", values: readonly string[]): Command | undefined {
  const [name, listening, sending, ...rest] = values;
  const listeningPort = port(listening);
  const sendingPort = port(sending);
  if (name === undefined || listeningPort === undefined || sendingPort === undefined || rest.length > 0)
    return undefined;
  return { verb, name, listeningPort, sendingPort };
}

function policy(verb: "policies/add" | "policies/remove", values: readonly string[]): Command | undefined {
  const [network, bits, profile, word, ...rest] = values;
  const kind = word?.toLowerCase();
  const prefix = wholeNumber(bits);
  if (network === undefined || prefix === undefined || prefix > 128 || profile === undefined || rest.length > 0)
    return undefined;
  return kind === "include" || kind === "exclude" ? { verb, network, prefix, profile, kind } : undefined;
}

function noted(
  identity: string | undefined,
  rest: readonly string[],
  make: (identity: string, description: string) => Command,
): Command | undefined {
  return identity === undefined || rest.length === 0 ? undefined : make(identity, rest.join("/"));
}

function port(text: string | undefined): number | undefined {
  const value = wholeNumber(text);
  return value !== undefined && value <= 65535 ? value : undefined;
}

function wholeNumber(text: string | undefined): number | undefined {
  const value = text !== undefined && /^\d{1,16}$/u.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}
