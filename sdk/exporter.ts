import type { exporter } from "../provider/resources/exporter";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Exporter}. */
export type ExporterArgs = ArgsOf<typeof exporter>;

/**
 * An exporter: its packets go to the profiles it is a member of. Only declared memberships are managed unless `exclusive` is
 * set. A change of `address` replaces. The description is a note of the address, which a collector there shares.
 *
 * Output `memberOf` lists all profiles the exporter is in; `original` is what was found on the address and is put back on
 * destroy. Replication service, `/exporter/...`.
 */
export class Exporter extends applianceResource<typeof exporter>("Exporter", {
  inputs: { address: true, profiles: true, description: true, exclusive: true },
  outputs: { memberOf: true, existedIn: true, original: true },
  identity: ["address"],
  sharesNote: true,
}) {}
