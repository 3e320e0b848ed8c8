import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { Unique } from "./rows";

/** Adds four profiles that others created. */
export const addProfiles = (sim: Simulator, { name, port }: Unique): void => {
  for (const [index, letter] of ["a", "a b", "c", "d"].entries()) {
    sim.mutate.addProfile(`${name} ${letter}`, port + 2 * index, port + 2 * index + 1);
  }
};

/** The last part of a profile's name. */
export type Letter = "a" | "a b" | "c" | "d";

export const profiles = ({ name }: Unique, ...letters: Letter[]): string[] =>
  letters.map((letter) => `${name} ${letter}`);

/** The declared inputs of a collector. */
export const collector =
  (letters: readonly Letter[], more: Properties = {}) =>
  (unique: Unique): Properties => ({ address: unique.address, profiles: profiles(unique, ...letters), ...more });

/** What the replicator holds for the collector. */
export const held =
  (letters: readonly Letter[], more: Properties = {}) =>
  (unique: Unique): unknown => ({ memberOf: profiles(unique, ...letters), threshold: 0, note: undefined, ...more });

export const join =
  (...letters: Letter[]) =>
  (sim: Simulator, unique: Unique): void => {
    for (const profile of profiles(unique, ...letters)) sim.mutate.addCollector(unique.address, profile);
  };
export const leave =
  (...letters: Letter[]) =>
  (sim: Simulator, unique: Unique): void => {
    for (const profile of profiles(unique, ...letters)) sim.mutate.removeCollector(unique.address, profile);
  };
