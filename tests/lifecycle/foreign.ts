import type { Simulator } from "../../simulator";

interface Stores {
  gateway: Readonly<Record<"ipGroups" | "userGroups" | "users", Readonly<Record<string, unknown>>>>;
  replicator: Readonly<Record<"profiles" | "notes" | "thresholds", Readonly<Record<string, unknown>>>>;
}

/**
 * Everything that a simulator holds from the start and that is not ours, byte for byte: factory objects, and the
 * profile of other software with the note of its collector. Comparisons of whole stores leave notes out.
 */
export function foreignObjects(sim: Simulator): string {
  const { gateway, replicator } = JSON.parse(sim.snapshot()) as Stores;
  return JSON.stringify({
    ipGroups: [101, 102, 103].map((id) => gateway.ipGroups[id]),
    userGroups: [1, 2].map((id) => gateway.userGroups[id]),
    admin: gateway.users[1],
    profile: replicator.profiles["legacy-netops"],
    note: replicator.notes["192.0.2.10"],
    threshold: replicator.thresholds["192.0.2.10"],
  });
}
