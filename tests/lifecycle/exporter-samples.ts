import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import { type Letter, profiles } from "./collector-samples";
import type { Unique } from "./rows";

/** The declared inputs of an exporter. */
export const exporter =
  (letters: readonly Letter[], more: Properties = {}) =>
  (unique: Unique): Properties => ({ address: unique.address, profiles: profiles(unique, ...letters), ...more });

/** What the replicator holds for the exporter. */
export const held =
  (letters: readonly Letter[], note?: string) =>
  (unique: Unique): unknown => ({ memberOf: profiles(unique, ...letters), note });

export const join =
  (...letters: Letter[]) =>
  (sim: Simulator, unique: Unique): void => {
    for (const profile of profiles(unique, ...letters)) sim.mutate.addExporter(unique.address, profile);
  };
export const leave =
  (...letters: Letter[]) =>
  (sim: Simulator, unique: Unique): void => {
    for (const profile of profiles(unique, ...letters)) sim.mutate.removeExporter(unique.address, profile);
  };

/** Creates one of the four profiles again. */
export function addProfile(sim: Simulator, unique: Unique, letter: Letter): void {
  const offset = 2 * ["a", "a b", "c", "d"].indexOf(letter);
  const [name = ""] = profiles(unique, letter);
  sim.mutate.addProfile(name, unique.port + offset, unique.port + offset + 1);
}
