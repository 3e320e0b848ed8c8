import type { GatewaySettings } from "../../config/configuration";
import { GatewayClient } from "../../gateway/client";
import { asProcessWarning, layerFor, type Warn } from "../client-layer";

/**
 * The client of a gateway, for resources, functions and the command alike: requests are repeated where that is safe, with a
 * budget of its own. Sends nothing.
 */
export function gatewayClient(settings: GatewaySettings, warn: Warn = asProcessWarning): GatewayClient {
  return new GatewayClient({ ...settings, wrap: layerFor("gateway", settings, warn) });
}
