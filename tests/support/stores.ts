import type { Simulator } from "../../simulator";
import { restore, storesIn, textOfStores } from "../../simulator/stored";

/** Everything that both appliances hold, in the format of the simulator's file. */
export function imageOf({ gateway, replicator }: Simulator): string {
  return textOfStores({ gateway: gateway.store, replicator: replicator.store });
}

/** Restores both appliances from an image, including the numbers that new objects will get. */
export function restoreImage({ gateway, replicator }: Simulator, image: string): void {
  restore({ gateway: gateway.store, replicator: replicator.store }, storesIn(image));
}
