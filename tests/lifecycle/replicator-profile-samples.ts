import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { Unique } from "./rows";

/** The declared inputs of a profile. `more` adds or replaces inputs. */
export const profile =
  (more: Properties = {}) =>
  ({ name, port }: Unique): Properties => ({ name, listeningPort: port, sendingPort: port + 1, ...more });

/** What the replicator holds for the profile. */
export const held =
  (more: Properties = {}) =>
  ({ name, port }: Unique): unknown => ({
    name,
    listeningPort: port,
    sendingPort: port + 1,
    enabled: true,
    singularity: false,
    description: undefined,
    ...more,
  });

export const existing = (sim: Simulator, { name, port }: Unique): void => {
  sim.mutate.addProfile(name, port, port + 1);
};
export const remove = (sim: Simulator, { name }: Unique): void => {
  sim.mutate.removeProfile(name);
};
