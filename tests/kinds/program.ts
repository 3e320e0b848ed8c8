import type { Simulator } from "../../simulator";
import { type Life, operations, type Operation, type Surroundings } from "./sample";
import { samples } from "./samples";

export { operations, type Operation };

/** A resource of the program. */
export interface Declared extends Life {
  readonly kind: string;
}

/** Resources by their names. The name of a resource is its kind. */
export type Program = Readonly<Record<string, Declared>>;

/** Creates the objects to which the program refers, as if others had created them. */
export function surround({ mutate }: Simulator): Surroundings {
  mutate.addProfile("base", 26_100, 26_101);
  mutate.addProfile("spare", 26_102, 26_103);
  for (const name of ["second", "third"]) mutate.addUser(name);
  return {
    sharedGroupId: mutate.addIpGroup("Shared", [{ type: "ip", address: "198.51.100.7" }]),
    readersId: mutate.addUserGroup("Readers"),
    writersId: mutate.addUserGroup("Writers"),
  };
}

/** One resource of each kind with all features of the kind, and with a change of each part that can change. */
export function programOf(around: Surroundings): Program {
  const declared = Object.entries(samples).map(([kind, { life }]) => [kind, { kind, ...life(around) }] as const);
  return Object.fromEntries(declared);
}
