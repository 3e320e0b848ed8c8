import { defineResource, inputsOf, outputsOf } from "../resource";
import { memberKind } from "./parts/member-kind";
import { memberInputs } from "./parts/members";
import { memberOutputs, sharedValues } from "./parts/shared-values";

const inputs = inputsOf(memberInputs);

/**
 * An exporter: its packets go to the profiles it is a member of. Only declared memberships are managed unless
 * `exclusive` is set. Replication service, `/exporter/...` and `/notate/ip/...`.
 */
export const exporter = defineResource({
  kind: "Exporter",
  appliance: "replicator",
  inputs,
  outputs: outputsOf(memberOutputs(sharedValues.pick({ description: true }))),
  keepsWhenUnset: ["description"],
  ...memberKind("exporter"),
});
