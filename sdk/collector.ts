import type { collector } from "../provider/kinds/collector";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Collector}. */
export type CollectorArgs = ArgsOf<typeof collector>;

/**
 * A collector: receives the packets of the profiles it is a member of. The resource manages only the declared
 * memberships. A change of `address` replaces the resource. The description is the note of the address, which an
 * exporter with the same address shares: only one of them may set it, and it stays when the collector is removed.
 *
 * Output `memberOf` lists all profiles the collector is in. Output `origin.found` holds what existed at the address before;
 * destroy restores it. Replication service, `/collector/...`.
 */
export class Collector extends applianceResource<typeof collector>("Collector", {
  inputs: { address: true, profiles: true, threshold: true, description: true },
  outputs: { memberOf: true },
}) {}
