import type { collector } from "../provider/resources/collector";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Collector}. */
export type CollectorArgs = ArgsOf<typeof collector>;

/**
 * A collector: receives the packets of the profiles it is a member of. Only declared memberships are managed unless
 * `exclusive` is set. A change of `address` replaces. The description is a note of the address, which an exporter there
 * shares: only one of them may set it, and it stays when the collector is removed.
 *
 * Output `memberOf` lists all profiles the collector is in; `original` is what was found on the address and is put back on
 * destroy. Replication service, `/collector/...`.
 */
export class Collector extends applianceResource<typeof collector>("Collector", {
  inputs: { address: true, profiles: true, threshold: true, description: true, exclusive: true },
  outputs: { memberOf: true, existedIn: true, original: true },
  identity: ["address"],
  sharesNote: true,
}) {}
