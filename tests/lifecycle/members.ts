import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { Unique } from "./rows";

/** The last part of a profile's name. */
export type Letter = (typeof letters)[number];
const letters = ["a", "a b", "c", "d"] as const;

export const profiles = ({ name }: Unique, ...some: Letter[]): string[] => some.map((letter) => `${name} ${letter}`);

/** Creates one of the four profiles of others. */
export function addProfile(sim: Simulator, { name, port }: Unique, letter: Letter): void {
  const offset = 2 * letters.indexOf(letter);
  sim.mutate.addProfile(`${name} ${letter}`, port + offset, port + offset + 1);
}

/** Adds four profiles that others created. */
export const addProfiles = (sim: Simulator, unique: Unique): void => {
  for (const letter of letters) addProfile(sim, unique, letter);
};

type Inputs = (unique: Unique) => Properties;
type ByHand = (sim: Simulator, unique: Unique) => void;

/** A kind of member of profiles. Collectors and exporters have most rows in common. */
export interface Member {
  readonly kind: "Collector" | "Exporter";
  /** The first word of its commands. */
  readonly entity: "collector" | "exporter";
  /** The declared inputs. */
  declared(letters: readonly Letter[], more?: Properties): Inputs;
  /** What the replicator holds for the address. */
  held(letters: readonly Letter[], more?: Properties): Inputs;
  join(...letters: Letter[]): ByHand;
  leave(...letters: Letter[]): ByHand;
}

const members = {
  Collector: { entity: "collector", add: "addCollector", remove: "removeCollector", unset: { threshold: 0 } },
  Exporter: { entity: "exporter", add: "addExporter", remove: "removeExporter", unset: {} },
} as const;

export function memberOf(kind: Member["kind"]): Member {
  const { entity, add, remove, unset } = members[kind];
  return {
    kind,
    entity,
    declared:
      (some, more = {}) =>
      (unique) => ({ address: unique.address, profiles: profiles(unique, ...some), ...more }),
    held:
      (some, more = {}) =>
      (unique) => ({ memberOf: profiles(unique, ...some), note: undefined, ...unset, ...more }),
    join:
      (...some) =>
      (sim, unique) => {
        for (const profile of profiles(unique, ...some)) sim.mutate[add](unique.address, profile);
      },
    leave:
      (...some) =>
      (sim, unique) => {
        for (const profile of profiles(unique, ...some)) sim.mutate[remove](unique.address, profile);
      },
  };
}
