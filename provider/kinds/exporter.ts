import { defineKind, inputsOf, outputsOf } from "./definition";
import { memberInputs, memberKind, memberOutputs } from "./parts/members";

const inputs = inputsOf(memberInputs);

/**
 * An exporter: its packets go to the profiles it is a member of. Only declared memberships are managed.
 * Replication service, `/exporter/...` and `/notate/ip/...`.
 */
export const exporter = defineKind({
  kind: "Exporter",
  appliance: "replicator",
  inputs,
  outputs: outputsOf(memberOutputs),
  keepsWhenUnset: ["description"],
  ...memberKind("exporter"),
});
