import type { Simulator } from "../../simulator";
import type { Unique } from "./rows";

/**
 * Adds a user and a user group with the row's name and with its port as their number, and a second one of each, with
 * the suffix ` b` and the next number. A repeated call resets them.
 */
export function addAccounts(sim: Simulator, { name, port }: Unique): void {
  sim.mutate.gateway(({ users, userGroups }) => {
    for (const [id, own] of [
      [port, name],
      [port + 1, `${name} b`],
    ] as const) {
      users.set(id, { id, name: own, userGroups: new Set(), preferences: new Map() });
      userGroups.set(id, { id, name: own, permissions: new Map() });
    }
  });
}

/** The sorted names of the user groups that a user belongs to. Undefined if there is no such user. */
export function groupsOf(sim: Simulator, name: string): string[] | undefined {
  const { store } = sim.gateway;
  const user = store.userNamed(name);
  return user && [...user.userGroups].map((id) => store.userGroups.get(id)?.name ?? `missing ${id}`).sort();
}
