import type { GatewayAppliance } from "./gateway/appliance";
import type { ReplicatorAppliance } from "./replicator/appliance";

/** What a resource can use of its appliance, by kind of appliance. */
export interface Facades {
  gateway: GatewayAppliance;
  replicator: ReplicatorAppliance;
}
