import type { ReplicatorSettings } from "../config/configuration";
import { warnOfTrust } from "../http/options";
import { ReplicatorClient } from "./client";
import { Replicator } from "./replicator";

/** The client of a replicator, for resources, functions and the command. */
export function replicatorClient(settings: ReplicatorSettings, warn: (text: string) => void): ReplicatorClient {
  warnOfTrust("replicator", settings, warn);
  return new ReplicatorClient({ ...settings, warn });
}

/** What the resources of a run share of a replicator. */
export function openReplicator(settings: ReplicatorSettings, warn: (text: string) => void): Replicator {
  return new Replicator(replicatorClient(settings, warn), settings, warn);
}
