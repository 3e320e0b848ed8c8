import type { ReplicatorAppliance } from "../appliance/replicator/appliance";
import { threshold as thresholdThing } from "../values/things";
import { defineResource, inputsOf, outputsOf } from "../resource";
import { threshold } from "../values/numbers";
import { memberKind } from "./parts/member-kind";
import { memberInputs } from "./parts/members";
import { memberOutputs, sharedValues } from "./parts/shared-values";

const inputs = inputsOf({
  ...memberInputs,
  /** Warning threshold in replicated packets per second; 0 means none. Unset: not managed. */
  threshold: threshold.optional(),
});

/**
 * A collector: receives the packets of the profiles it is a member of. Only declared memberships are managed unless
 * `exclusive` is set. Replication service, `/collector/...` and `/notate/ip/...`.
 */
export const collector = defineResource({
  kind: "Collector",
  appliance: "replicator",
  inputs,
  outputs: outputsOf(memberOutputs(sharedValues)),
  keepsWhenUnset: ["threshold", "description"],
  ...memberKind({
    entity: "collector",
    shares: thresholdThing,
    shown: (replicator, address) => replicator.shownCollector(address),
    threshold: { listed, shown, set },
  }),
});

async function listed({ configuration }: ReplicatorAppliance, address: string): Promise<number> {
  return (await configuration.state()).collectors.get(address)?.threshold ?? 0;
}

async function shown(replicator: ReplicatorAppliance, address: string): Promise<number> {
  const found = await listed(replicator, address);
  return found === 0 ? ((await replicator.shownCollector(address))?.threshold ?? 0) : found;
}

async function set(replicator: ReplicatorAppliance, address: string, value: number): Promise<void> {
  const command = { verb: "collector/threshold", address, threshold: value } as const;
  await replicator.configuration.send(command, async () => (await listed(replicator, address)) === value);
}
