import type { replicatorProfile } from "../provider/kinds/replicator-profile";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link ReplicatorProfile}. */
export type ReplicatorProfileArgs = ArgsOf<typeof replicatorProfile>;

/** {@inheritDoc replicatorProfile} */
export class ReplicatorProfile extends applianceResource<typeof replicatorProfile>("ReplicatorProfile", {
  inputs: { name: true, listeningPort: true, sendingPort: true, enabled: true, singularity: true, description: true },
  outputs: {},
}) {}
