import type { ReplicatorSettings } from "../../config/configuration";
import { ReplicatorClient } from "../../replicator/client";
import { asProcessWarning, layerFor, type Warn } from "../client-layer";

/** The client of a replicator, for resources, functions and the command alike, as that of a gateway. */
export function replicatorClient(settings: ReplicatorSettings, warn: Warn = asProcessWarning): ReplicatorClient {
  return new ReplicatorClient({ ...settings, wrap: layerFor("replicator", settings, warn), warn });
}
