import { defineKind, inputsOf, outputsOf } from "./definition";
import { memberInputs, memberKind, memberOutputs } from "./parts/members";

const inputs = inputsOf(memberInputs);

/**
 * An exporter: its packets go to the profiles it is a member of. The resource manages only the declared memberships. A
 * change of `address` replaces the resource. The description is the note of the address, which a collector with the
 * same address shares; it stays when the exporter is removed.
 *
 * Output `memberOf` lists all profiles the exporter is in. Output `origin` holds what existed at the address before;
 * destroy leaves it. Replication service, `/exporter/...` and `/notate/ip/...`.
 */
export const exporter = defineKind({
  kind: "Exporter",
  appliance: "replicator",
  inputs,
  outputs: outputsOf(memberOutputs),
  keepsWhenUnset: ["description"],
  ...memberKind("exporter"),
});
