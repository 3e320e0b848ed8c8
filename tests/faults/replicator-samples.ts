import type { Simulator } from "../../simulator";
import type { FaultRow } from "./row";

/** What the replication service holds for a profile. */
export type HeldProfile = NonNullable<ReturnType<Simulator["replicator"]["store"]["profiles"]["get"]>>;

let ports = 20_000;

/** A profile with ports that no other row of the file uses. */
export function profile(name: string, more: object = {}): { name: string; listeningPort: number; sendingPort: number } {
  ports += 2;
  return { name, listeningPort: ports, sendingPort: ports + 1, ...more };
}

export function heldProfile({ sim }: FaultRow, name: string): HeldProfile {
  const found = sim.replicator.store.profiles.get(name);
  if (found === undefined) throw new Error(`there is no profile ${name}`);
  return found;
}
