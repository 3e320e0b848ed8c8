import type { ReplicatorSettings } from "../../config/configuration";
import { asProcessWarning, type Inside, layersOf, type Warn } from "../client-layer";
import type { Ledger } from "../ledger";
import { ReplicatorAppliance } from "./appliance";
import type { Send } from "../../http/request";
import { ReplicatorClient } from "../../replicator/client";

/** The replicator with these settings. Sends nothing yet. */
export function openReplicator(
  settings: ReplicatorSettings,
  ledger: Ledger,
  warn: Warn = asProcessWarning,
  inside?: Inside,
): ReplicatorAppliance {
  return new ReplicatorAppliance(replicatorClient(settings, warn, undefined, inside), settings, ledger, warn);
}

/** The client of a replicator, for resources, functions and the command, like the one of a gateway. */
export function replicatorClient(
  settings: ReplicatorSettings,
  warn: Warn = asProcessWarning,
  around?: (inner: Send) => Send,
  inside?: Inside,
): ReplicatorClient {
  return new ReplicatorClient({
    ...settings,
    wrap: layersOf("replicator", settings, warn, around, inside),
    warn,
  });
}
