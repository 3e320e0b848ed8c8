import { type GatewaySwitches, gatewaySwitchSpace } from "./gateway/switches";
import type { Positions } from "./positions";
import { type ReplicatorSwitches, replicatorSwitchSpace } from "./replicator/switches";
import { type WireSwitches, wireSwitchSpace } from "./wire-switches";

/**
 * One entry for each point that the API documents leave open and that concerns what the simulator answers. The word and
 * number after each is the section and line of the field notes on those documents; "silent" means that neither text says
 * anything.
 */
export interface Switches extends GatewaySwitches, ReplicatorSwitches, WireSwitches {
  /** Order of rules, groups, members and entries where none is documented. Silent. Default `asMade`. */
  listOrder: "asMade" | "reversed";
  /** Names and descriptions with blanks around them. IP groups 7. Default `verbatim`. */
  storedText: "verbatim" | "trimmed";
}

/** Positions that switches can be in. */
export type SwitchPosition = Switches[keyof Switches];

const space = {
  ...gatewaySwitchSpace,
  ...replicatorSwitchSpace,
  ...wireSwitchSpace,
  listOrder: ["asMade", "reversed"],
  storedText: ["verbatim", "trimmed"],
} as const satisfies Positions<Switches>;

/** Every position of each switch, the default first. */
export const switchSpace: Positions<Switches> = space;

/** Words that a switch can be set to but that its row lacks: with one of them this file does not compile. */
type Forgotten = {
  [Name in keyof Switches]: string extends Switches[Name]
    ? never
    : number extends Switches[Name]
      ? never
      : Exclude<Switches[Name], (typeof space)[Name][number]>;
}[keyof Switches];

true satisfies [Forgotten] extends [never] ? true : Forgotten;

/** The simulator's behaviour when nothing is chosen. */
export const defaultSwitches: Readonly<Switches> = Object.fromEntries(
  Object.entries(space).map(([name, [first]]) => [name, first]),
) as unknown as Switches;

/**
 * Positions in which the appliance as a whole serves no documented client, which can only say so: no API, no TLS, no rights,
 * no answers; a configuration that no client can be sure of; settings that nothing can put back; or names that cannot be
 * given.
 */
export const unservedPositions: Readonly<Partial<Record<keyof Switches, SwitchPosition>>> = {
  release: 20,
  plainHttp: "redirect",
  tokenRights: "none",
  configUnknown: "listed",
  emptyAnswers: "all",
  settingsGiven: "notFound",
  pathEscapes: "literal",
};
