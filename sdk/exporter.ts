import type { exporter } from "../provider/kinds/exporter";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Exporter}. */
export type ExporterArgs = ArgsOf<typeof exporter>;

/**
 * An exporter: its packets go to the profiles it is a member of. The resource manages only the declared memberships.
 * A change of `address` replaces the resource. The description is the note of the address, which a collector with the
 * same address shares.
 *
 * Output `memberOf` lists all profiles the exporter is in. Output `origin.found` holds what existed at the address before;
 * destroy restores it. Replication service, `/exporter/...`.
 */
export class Exporter extends applianceResource<typeof exporter>("Exporter", {
  inputs: { address: true, profiles: true, description: true },
  outputs: { memberOf: true },
}) {}
