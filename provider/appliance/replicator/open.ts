import type { ReplicatorSettings } from "../../config/configuration";
import { identityOf } from "../identity";
import type { Inside, Warn } from "../client-layer";
import { replicatorClient } from "./client";
import type { Ledger } from "../ledger";
import { Limiter } from "../limiter";
import { ReplicatorAppliance } from "./appliance";

/** The replicator with these settings, with a limiter of its own. Sends nothing yet. */
export function openReplicator(
  settings: ReplicatorSettings,
  ledger: Ledger,
  warn?: Warn,
  inside?: Inside,
): ReplicatorAppliance {
  const client = replicatorClient(settings, warn, undefined, inside);
  return new ReplicatorAppliance(
    identityOf(settings),
    client,
    new Limiter(settings.concurrency),
    settings,
    ledger,
    warn ?? ((text) => process.emitWarning(text)),
  );
}
