import type { Simulator } from "../../simulator";
import type { Unique } from "./rows";

/**
 * A user and a user group of the row, both of its name and with its port as number, and a second one of each (` b`, the
 * next number). Called again it puts them back as they were.
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

/** Names of the user groups that a user is in, sorted; undefined where there is no such user. */
export function groupsOf(sim: Simulator, name: string): string[] | undefined {
  const { store } = sim.gateway;
  const user = store.userNamed(name);
  return user && [...user.userGroups].map((id) => store.userGroups.get(id)?.name ?? `missing ${id}`).sort();
}
