import type { GatewayOptions } from "../gateway/client";
import type { SiteSnapshot } from "../recorded/site-snapshot";
import type { ReplicatorOptions } from "../replicator/client";
import type { Secret } from "../values/secret";
import type { GatewayKeys } from "./schema";

/** Everything that is needed to connect to one gateway. */
export type GatewaySettings = GatewayOptions &
  Pick<GatewayKeys, "wording" | "tokenUser" | "rulesPerRequest"> & {
    token: Secret;
    formerUrls: readonly string[];
    /** The snapshot that answers instead of the appliance, if any. */
    snapshot?: SiteSnapshot | undefined;
  };
/** Everything that is needed to connect to one replicator. */
export type ReplicatorSettings = ReplicatorOptions & {
  password: Secret;
  formerUrls: readonly string[];
  rebuild: "auto" | "never";
  strictRebuild: boolean;
  secondary: "refuse" | "warn";
  snapshot?: SiteSnapshot | undefined;
};
