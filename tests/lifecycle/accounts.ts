import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { Unique } from "./rows";

export const membership: Properties = { user: "admin", userGroup: "Guests" };

/**
 * Adds a user and a user group with the row's name and with its port as their number, and a second one of each, with
 * the suffix ` b` and the next number. A repeated call resets them.
 */
export function addAccounts(sim: Simulator, { name, port }: Unique): void {
  for (const [at, own] of [name, `${name} b`].entries()) {
    sim.mutate.addUser(own, port + at);
    sim.mutate.addUserGroup(own, port + at);
  }
}

export const removePermission =
  (seccode: string) =>
  (sim: Simulator, { name }: Unique): void => {
    sim.mutate.removePermission(name, "app", seccode);
  };
export const addPermission =
  (seccode: string) =>
  (sim: Simulator, { name }: Unique): void => {
    sim.mutate.addPermission(name, "app", seccode);
  };
