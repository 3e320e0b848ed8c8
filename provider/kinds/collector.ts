import { threshold } from "../values/numbers";
import { defineKind, inputsOf, outputsOf } from "./definition";
import { memberInputs, memberKind, memberOutputs } from "./parts/members";

const inputs = inputsOf({
  ...memberInputs,
  /** Warning threshold in replicated packets per second; 0 means none. Unset: not managed. */
  threshold: threshold.optional(),
});

/**
 * A collector: receives the packets of the profiles it is a member of. Only declared memberships are managed.
 * Replication service, `/collector/...` and `/notate/ip/...`.
 */
export const collector = defineKind({
  kind: "Collector",
  appliance: "replicator",
  inputs,
  outputs: outputsOf(memberOutputs),
  keepsWhenUnset: ["threshold", "description"],
  ...memberKind("collector"),
});
