import { gatewaySwitchSpace } from "./gateway/switches";
import type { Positions, Space, SwitchesOf } from "./positions";
import { replicatorSwitchSpace } from "./replicator/switches";

const space = {
  ...gatewaySwitchSpace,
  ...replicatorSwitchSpace,
  /** `content-type` of JSON. Plausible 7. Default `json`. */
  contentType: ["json", "html"],
  /** How numbers are written. Plausible 7. Default `numbers`. */
  numbersAs: ["numbers", "text"],
  /** Order of rules, groups, members and entries if no document defines one. Plausible 6. Default `asMade`. */
  listOrder: ["asMade", "reversed"],
  /** Names and descriptions with blanks around them: stored as sent, or trimmed. Plausible 3. Default `verbatim`. */
  storedText: ["verbatim", "trimmed"],
} as const satisfies Space;

/**
 * One entry per point that the API documents leave open, if client code or vendor documentation shows both forms, if
 * the table of plausible forms at the end of the field notes has it, or if a configuration key depends on it. The word
 * and number after each are the section and line of the field notes; `Plausible` is that table.
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

/** A list in the order of the switch `listOrder`. */
export function inOrder<T>(list: readonly T[], { listOrder }: Readonly<Switches>): readonly T[] {
  return listOrder === "reversed" ? list.toReversed() : list;
}

/** A name or description in the form that the appliance stores. */
export function storedText(text: string, switches: Readonly<Switches>): string {
  return switches.storedText === "trimmed" ? text.trim() : text;
}
