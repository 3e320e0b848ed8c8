import type { IpGroupRule, Simulator, Switches } from "../../simulator";
import { storedGroupName } from "../../simulator/gateway/group-names";
import { keptRule } from "../../simulator/gateway/rule-forms";
import { storedDescription } from "../../simulator/replicator/notes";
import { storedProfileName } from "../../simulator/replicator/profiles";
import { added } from "../property/violation";
import { leafName, northName } from "../property/slots";
import { ruleText } from "../support/held";

/** The lines of what a program declares, as a box with these switches stores it. `foreign` lines stay as they are. */
export function asStored(lines: readonly string[], foreign: readonly string[], switches: Readonly<Switches>): string[] {
  const ours = added(foreign, lines);
  const stored = ours.map((line) =>
    line
      .replaceAll(leafName, storedGroupName(leafName, switches))
      .replaceAll(northName, storedProfileName(northName, switches))
      .replace(/(?<=^note of .+: ).+$/u, (text) => storedDescription(text, switches))
      .replace(/(?<=^rule of .+: ).+$/u, (rule) => storedRule(rule, switches))
      .replace(/^permission app /u, `permission ${switches.staticPermissionType} `),
  );
  return [...added(ours, lines), ...stored].sort();
}

/** The text of a rule as a gateway with these switches stores it. */
export function storedRule(text: string, switches: Readonly<Switches>): string {
  const [, type, address = "", mask = ""] = /^(ip|network) ([^/]+)(?:\/(\d+))?$/u.exec(text) ?? [];
  if (type === undefined) return text;
  const rule: IpGroupRule = type === "ip" ? { type, address } : { type: "network", address, mask };
  return ruleText(keptRule(rule, switches));
}

/** The content of the stores, to be compared with an earlier content. */
export function storeOf(sim: Simulator): string {
  const snapshot = sim.snapshot({ withoutNotesAndPreferences: true });
  if (sim.switches.ruleIds === "kept") return snapshot;
  // This gateway gives new ids to foreign rules too.
  return JSON.stringify(JSON.parse(snapshot), (key, value: unknown) => {
    return key === "rules" ? Object.values(value as object) : value;
  });
}
