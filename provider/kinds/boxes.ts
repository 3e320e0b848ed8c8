import type { Gateway } from "../gateway/gateway";
import type { Replicator } from "../replicator/replicator";

/** What a kind can use of its appliance. */
export interface Boxes {
  gateway: Gateway;
  replicator: Replicator;
}
