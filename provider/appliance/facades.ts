import type { GatewayAppliance } from "./gateway/appliance";
import type { ReplicatorAppliance } from "./replicator/appliance";

/** What a resource may ask of its appliance, by the kind of appliance. */
export interface Facades {
  gateway: GatewayAppliance;
  replicator: ReplicatorAppliance;
}
