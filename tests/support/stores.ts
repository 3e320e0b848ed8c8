import type { Simulator } from "../../simulator";
import { storeGateway } from "../../simulator/gateway/stored";
import { storeReplicator } from "../../simulator/replicator/stored";
import { restore, type StoredStores } from "../../simulator/store-file";

/** Everything that both appliances hold, in the format of the simulator's file. */
export function imageOf({ gateway, replicator }: Simulator): StoredStores {
  const image = {
    form: 1,
    gateway: storeGateway(gateway.store),
    replicator: storeReplicator(replicator.store),
  } as const;
  return structuredClone(image);
}

/** Restores both appliances from an image, including the numbers that new objects will get. */
export function restoreImage({ gateway, replicator }: Simulator, image: StoredStores): void {
  restore({ gateway: gateway.store, replicator: replicator.store }, structuredClone(image));
}
