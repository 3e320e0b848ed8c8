import type { ReplicatorSettings } from "../../config/configuration";
import { ReplicatorClient } from "../../replicator/client";
import { identityOf } from "../identity";
import type { Ledger } from "../ledger";
import { Limiter } from "../limiter";
import { retrying } from "../retry";
import { ReplicatorAppliance } from "./appliance";

/** The replicator of these settings, with a limiter and a budget of repetitions of its own. Sends nothing yet. */
export function openReplicator(
  settings: ReplicatorSettings,
  ledger: Ledger,
  warn?: (text: string) => void,
): ReplicatorAppliance {
  const client = new ReplicatorClient({ ...settings, wrap: retrying("replicator", settings.url), warn });
  return new ReplicatorAppliance(
    identityOf(settings),
    client,
    new Limiter(settings.concurrency),
    settings,
    ledger,
    warn ?? ((text) => process.emitWarning(text)),
  );
}
