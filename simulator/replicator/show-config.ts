import { inOrder } from "../open-points";
import type { Switches } from "../switches";
import type { Configuration } from "./store";

/** The four lists of `show/config`. There is none for exporters. Field notes, replication 8. */
type Section = "collector" | "notate" | "policy" | "profile";

/** One line of the configuration: its section and the segments of the request that creates it. */
type Line = readonly [Section, ...string[]];

/** `show/config`: request paths that recreate the configuration, and the equivalent command lines. */
export function showConfig(configuration: Configuration, switches: Readonly<Switches>): Record<string, unknown> {
  const all = [profileLines, collectorLines, noteLines].flatMap((of) => [
    ...of(inSwitchedOrder(configuration, switches)),
  ]);
  const hidden = switches.configDisabled === "listed" ? [] : [...configuration.profiles.values()].filter(isDisabled);
  const names = new Set([...configuration.profiles.keys()]);
  const lines = all
    .filter((line) => !hidden.some(({ name }) => line.includes(name)))
    .map(([section, ...segments]): Line => {
      const isBlanked = (one: string): boolean => names.has(one) || switches.configBlanks === "plus";
      const written = segments.map((one) => (isBlanked(one) ? blanked(one, switches) : one));
      return [section, ...written.map((one) => (names.has(one) ? one : padded(one, switches)))];
    });
  const escape = switches.configEscaping === "percent" ? encodeURIComponent : (text: string): string => text;
  const section = (name: Section, write: (segments: readonly string[]) => string): string[] =>
    lines.flatMap(([of, ...segments]) => (of === name ? [write(segments)] : []));
  const sections = (write: (segments: readonly string[]) => string): Record<Section, string[]> => ({
    collector: section("collector", write),
    notate: section("notate", write),
    policy: section("policy", write),
    profile: section("profile", write),
  });
  const written = lineForms[switches.configLines];
  const api = sections((segments) => written(segments.map(escape)));
  if (switches.configUnknown === "listed")
    api.policy.unshift("/api/1/policies/add/203.0.113.0/24/legacy/netops/include");
  return {
    api: given(api, switches),
    cli: given(
      sections((segments) => segments.map(commandWord).join(" ")),
      switches,
    ),
  };
}

function isDisabled({ enabled }: { enabled: boolean }): boolean {
  return !enabled;
}

/** A text, with its blanks in the form of the switch. */
function blanked(name: string, { configBlanks }: Readonly<Switches>): string {
  return name.replaceAll(" ", { blank: " ", plus: "+", underscore: "_" }[configBlanks]);
}

/** An address in the notation of the switch. */
function padded(segment: string, { configAddresses }: Readonly<Switches>): string {
  if (configAddresses === "plain" || !/^(?:\d+\.){3}\d+$/u.test(segment)) return segment;
  return segment
    .split(".")
    .map((octet) => octet.padStart(3, "0"))
    .join(".");
}

/** The lists, with empty ones in the form that the switch says. */
function given(lists: Record<Section, string[]>, { emptyLists }: Readonly<Switches>): Record<string, unknown> {
  const entries = Object.entries(lists);
  if (emptyLists === "omitted") return Object.fromEntries(entries.filter(([, lines]) => lines.length > 0));
  const empty = emptyLists === "null" ? null : [];
  return Object.fromEntries(entries.map(([name, lines]) => [name, lines.length > 0 ? lines : empty]));
}

/** The request path of a line. The documents show only one of these forms. */
const lineForms: Readonly<Record<Switches["configLines"], (segments: readonly string[]) => string>> = {
  paths: (segments) => `/api/1/${segments.join("/")}`,
  urls: (segments) => `https://replicator.example.net:8443/api/1/${segments.join("/")}`,
  noSlash: (segments) => `api/1/${segments.join("/")}`,
  method: (segments) => `GET /api/1/${segments.join("/")}`,
  upperCase: (segments) => {
    const words = segments.map((segment, index) => {
      const isLast = index === segments.length - 1;
      const isFlag = isLast && (segments[0] === "policies" || segments[1] === "singularity");
      return index < 2 || isFlag ? segment.toUpperCase() : segment;
    });
    return `/API/1/${words.join("/")}`;
  },
  trailing: (segments) => `/api/1/${segments.join("/")}/ `,
};

function inSwitchedOrder(configuration: Configuration, switches: Readonly<Switches>): Configuration {
  const ordered = <K, V>(map: ReadonlyMap<K, V>): Map<K, V> => new Map(inOrder([...map], switches));
  const { profiles, thresholds, notes, settings } = configuration;
  return { profiles: ordered(profiles), thresholds: ordered(thresholds), notes: ordered(notes), settings };
}

/** Quotes a word with blanks or quotes, as a command line requires. */
function commandWord(text: string): string {
  return /^[\w./:-]+$/u.test(text) ? text : `"${text.replace(/["\\]/gu, "\\$&")}"`;
}

function* profileLines({ profiles }: Configuration): Iterable<Line> {
  for (const profile of profiles.values()) {
    const { name, listeningPort, sendingPort } = profile;
    yield ["profile", "profile", "add", name, String(listeningPort), String(sendingPort)];
    if (!profile.enabled) yield ["profile", "profile", "disable", name];
    if (profile.singularity) yield ["profile", "profile", "singularity", name, "enable"];
    for (const { network, prefixLength, kind } of profile.policies.values()) {
      yield ["policy", "policies", "add", network, String(prefixLength), name, kind];
    }
  }
}

function* collectorLines({ profiles, thresholds }: Configuration): Iterable<Line> {
  for (const { name, collectors } of profiles.values()) {
    for (const address of collectors) yield ["collector", "collector", "add", address, name];
  }
  for (const [address, value] of thresholds) yield ["collector", "collector", "threshold", address, String(value)];
}

function* noteLines({ profiles, notes }: Configuration): Iterable<Line> {
  for (const { name, description } of profiles.values()) {
    if (description !== undefined) yield ["notate", "notate", "profile", name, description];
  }
  for (const [address, text] of notes) yield ["notate", "notate", "ip", address, text];
}
