import { inOrder, type Switches } from "../switches";
import type { Configuration } from "./store";

/** The four lists of `show/config`. There is none for exporters. Field notes, replication 8. */
type Section = "collector" | "notate" | "policy" | "profile";

/** One line of the configuration: its section and the segments of the request that creates it. */
type Line = readonly [Section, ...string[]];

/** `show/config`: request paths that recreate the configuration, and the equivalent command lines. */
export function showConfig(configuration: Configuration, switches: Readonly<Switches>): Record<string, unknown> {
  const lines = [profileLines, collectorLines, noteLines]
    .flatMap((of) => [...of(inSwitchedOrder(configuration, switches))])
    .filter((line) => !isLeftOut(line, switches));
  const sections = (write: (segments: readonly string[]) => string): Record<Section, string[]> => {
    const found: Record<Section, string[]> = { collector: [], notate: [], policy: [], profile: [] };
    for (const [section, ...segments] of lines) found[section].push(write(segments));
    return found;
  };
  const escape = escapes[switches.configEscaping];
  return {
    api: sections((segments) => `/api/1/${segments.map(escape).join("/")}`),
    cli: sections((segments) => segments.map(commandWord).join(" ")),
  };
}

const escapes: Readonly<Record<Switches["configEscaping"], (segment: string) => string>> = {
  percent: encodeURIComponent,
  raw: (segment) => segment,
  blanks: (segment) => segment.replaceAll(" ", "%20"),
};

function isLeftOut([, , action]: Line, { configLeavesOut }: Readonly<Switches>): boolean {
  if (configLeavesOut === "thresholds") return action === "threshold";
  return configLeavesOut === "states" && (action === "disable" || action === "singularity");
}

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
