import type { GatewaySettings } from "../../config/configuration";
import { GatewayClient } from "../../gateway/client";
import { asProcessWarning, type Inside, layersOf, type Warn } from "../client-layer";
import type { Ledger } from "../ledger";
import { GatewayAppliance } from "./appliance";
import type { Send } from "../../http/request";

/**
 * The client of a gateway, for resources, functions and the command. Retries requests if that is safe, with a retry
 * budget of its own. Creating it sends nothing. `around` is a layer around all others.
 */
export function gatewayClient(
  settings: GatewaySettings,
  warn: Warn = asProcessWarning,
  around?: (inner: Send) => Send,
  inside?: Inside,
): GatewayClient {
  return new GatewayClient({
    ...settings,
    // A snapshot records which field it was, in addition to its responses.
    rulesField: settings.snapshot?.rulesField(settings) ?? settings.rulesField,
    wrap: layersOf("gateway", settings, warn, around, inside),
  });
}

/** The gateway with these settings. Sends nothing yet. */
export function openGateway(settings: GatewaySettings, ledger: Ledger, warn?: Warn, inside?: Inside): GatewayAppliance {
  return new GatewayAppliance(gatewayClient(settings, warn, undefined, inside), settings, ledger);
}
