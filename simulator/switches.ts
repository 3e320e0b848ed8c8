import { gatewaySwitchSpace } from "./gateway/switches";
import type { Positions, Space, SwitchesOf } from "./positions";
import { replicatorSwitchSpace } from "./replicator/switches";
import { wireSwitchSpace } from "./wire-switches";

const space = {
  ...gatewaySwitchSpace,
  ...replicatorSwitchSpace,
  ...wireSwitchSpace,
  /** Order of rules, groups, members and entries if no document defines one. Silent. Default `asMade`: as created. */
  listOrder: ["asMade", "reversed"],
  /** Names and descriptions with blanks around them: stored as sent, or trimmed. IP groups 7. Default `verbatim`. */
  storedText: ["verbatim", "trimmed"],
} as const satisfies Space;

/**
 * One entry per point that the API documents leave open and that affects the simulator's answers. The word and number
 * after each are the section and line of the field notes on those documents. "Silent" means that neither the documents
 * nor the notes mention it.
 */
export type Switches = SwitchesOf<typeof space>;

/** Any position of a switch. */
export type SwitchPosition = Switches[keyof Switches];

/** Every position of each switch, the default first. */
export const switchSpace: Positions<Switches> = space;

/** The positions that the simulator starts with. */
export const defaultSwitches: Readonly<Switches> = Object.fromEntries(
  Object.entries(space).map(([name, [first]]) => [name, first]),
) as unknown as Switches;

/**
 * Positions in which no documented client can use the appliance; a client can only report this. Reasons: no API, no
 * TLS, no rights, no answers, rules or profiles that are not shown, values that are not kept, a configuration that no
 * client can determine, settings that cannot be restored, or names that cannot be used.
 */
export const unservedPositions: Readonly<Partial<Record<keyof Switches, SwitchPosition>>> = {
  release: 20,
  plainHttp: "redirect",
  tokenRights: "none",
  rulesMaxRows: 2,
  longestDescription: 12,
  highestThreshold: 1000,
  settingStep: 10,
  configDisabled: "leftOut",
  configUnknown: "listed",
  emptyAnswers: "all",
  settingsGiven: "notFound",
  pathEscapes: "literal",
};
