import type { replicatorProfile } from "../provider/kinds/replicator-profile";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link ReplicatorProfile}. */
export type ReplicatorProfileArgs = ArgsOf<typeof replicatorProfile>;

/**
 * A profile: receives flow packets on one UDP port and sends them to its collectors. Everything changes in place. A
 * renamed profile keeps its collectors, exporters, policies and notes, and dependents follow without being replaced.
 *
 * `id` is the name at creation; `name` is the current one. Replication service, `/profile/...`.
 */
export class ReplicatorProfile extends applianceResource<typeof replicatorProfile>("ReplicatorProfile", {
  inputs: { name: true, listeningPort: true, sendingPort: true, enabled: true, singularity: true, description: true },
  outputs: {},
}) {}
