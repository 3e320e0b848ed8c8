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
  ...memberKind("collector"),
});
