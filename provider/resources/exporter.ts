import { z } from "zod";
import { note as noteThing } from "../values/things";
import { defineResource, inputsOf } from "../resource";
import { memberKind } from "./parts/member-kind";
import { memberInputs, memberOutputs } from "./parts/members";
import { sharedValues } from "./parts/shared-values";

const inputs = inputsOf(memberInputs);

/**
 * An exporter: its packets go to the profiles it is a member of. Only declared memberships are managed unless
 * `exclusive` is set. Replication service, `/exporter/...` and `/notate/ip/...`.
 */
export const exporter = defineResource({
  kind: "Exporter",
  appliance: "replicator",
  inputs,
  outputs: z.object({
    ...memberOutputs,
    /** What destroy restores: values of the address that were found when this resource first set its own. */
    original: sharedValues.pick({ description: true }).optional(),
  }),
  keepsWhenUnset: ["description"],
  ...memberKind({ entity: "exporter", shares: noteThing }),
});
