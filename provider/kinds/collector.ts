import { threshold } from "../values/numbers";
import { defineKind, inputsOf, outputsOf } from "./definition";
import { memberInputs, memberKind, memberOutputs } from "./parts/members";

const inputs = inputsOf({
  ...memberInputs,
  /** Warning threshold in replicated packets per second; 0 means none. Unset: not managed. */
  threshold: threshold.optional(),
});

/**
 * A collector: receives the packets of the profiles it is a member of. The resource manages only the declared
 * memberships. A change of `address` replaces the resource. The description is the note of the address, which an
 * exporter with the same address shares; it stays when the collector is removed.
 *
 * Output `memberOf` lists all profiles the collector is in. Output `origin` holds what existed at the address before;
 * destroy leaves or restores it. Replication service, `/collector/...` and `/notate/ip/...`.
 */
export const collector = defineKind({
  kind: "Collector",
  appliance: "replicator",
  inputs,
  outputs: outputsOf(memberOutputs),
  keepsWhenUnset: ["threshold", "description"],
  ...memberKind("collector"),
});
