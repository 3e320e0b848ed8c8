import { inOrder } from "../open-points";
import { zeroPadded } from "../ipv4";
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
  const profiles = switches.configDisabled === "listed" ? [] : [...configuration.profiles.values()];
  const hidden = profiles.filter(({ enabled }) => !enabled);
  const names = new Set(configuration.profiles.keys());
  const lines = all
    .filter((line) => !hidden.some(({ name }) => line.includes(name)))
    .map(([section, ...segments]): Line => [section, ...segments.map((one) => shownIn(one, names, switches))]);
  const sections = (write: (segments: readonly string[]) => string): Record<Section, string[]> => {
    const found: Record<Section, string[]> = { collector: [], notate: [], policy: [], profile: [] };
    for (const [section, ...segments] of lines) found[section].push(write(segments));
    return found;
  };
  const escape = switches.configEscaping === "percent" ? encodeURIComponent : (text: string): string => text;
  const written = lineForms[switches.configLines];
  const api = sections((segments) => written(segments.map(escape)));
  if (switches.configUnknown === "listed")
    api.policy.unshift("/api/1/policies/add/203.0.113.0/24/legacy/netops/include");
  const cli = sections((segments) => segments.map(commandWord).join(" "));
  return { api: given(api, switches), cli: given(cli, switches) };
}

/** A segment with its blanks, and as an address, in the form of the switches. A name of a profile is no address. */
function shownIn(segment: string, names: ReadonlySet<string>, switches: Readonly<Switches>): string {
  if (names.has(segment)) return blanked(segment, switches);
  const text = switches.configBlanks === "plus" ? blanked(segment, switches) : segment;
  return switches.configAddresses === "plain" ? text : zeroPadded(text);
}

/** A text, with its blanks in the form of the switch. */
function blanked(name: string, { configBlanks }: Readonly<Switches>): string {
  return name.replaceAll(" ", { blank: " ", plus: "+", underscore: "_" }[configBlanks]);
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
