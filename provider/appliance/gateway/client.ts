import type { GatewaySettings } from "../../config/configuration";
import { GatewayClient } from "../../gateway/client";
import type { Send } from "../../http/request";
import { asProcessWarning, layerFor, type Warn } from "../client-layer";

/**
 * The client of a gateway, for resources, functions and the command alike: requests are repeated where that is safe, with a
 * budget of its own. Sends nothing. `around` is a layer around all others.
 */
export function gatewayClient(
  settings: GatewaySettings,
  warn: Warn = asProcessWarning,
  around: (inner: Send) => Send = (inner) => inner,
): GatewayClient {
  const layer = layerFor("gateway", settings, warn);
  return new GatewayClient({ ...settings, ...recordedFacts(settings), wrap: (inner) => around(layer(inner)) });
}

/** What a snapshot says beside its answers. */
function recordedFacts({ snapshot, rulesField, ...place }: GatewaySettings): Pick<GatewaySettings, "rulesField"> {
  if (snapshot === undefined) return { rulesField };
  return { rulesField: snapshot.rulesField(place) ?? rulesField };
}
