import type { GatewaySettings, ReplicatorSettings } from "../config/configuration";
import type { ApplianceKind } from "../errors";
import { GatewayClient } from "../gateway/client";
import { parseBaseUrl } from "../http/base-url";
import { ReplicatorClient } from "../replicator/client";
import { retrying } from "./retry";

/** Shows the user a warning. */
export type Warn = (text: string) => void;

const asProcessWarning: Warn = (text) => process.emitWarning(text);

/**
 * The client of a gateway, for resources, functions and the command alike: requests are repeated where that is safe, with a
 * budget of its own. Warns where certificates are not verified. Sends nothing.
 */
export function gatewayClient(settings: GatewaySettings, warn: Warn = asProcessWarning): GatewayClient {
  return new GatewayClient({ ...settings, wrap: layerFor("gateway", settings, warn) });
}

/** The client of a replicator: as {@link gatewayClient}. */
export function replicatorClient(settings: ReplicatorSettings, warn: Warn = asProcessWarning): ReplicatorClient {
  return new ReplicatorClient({ ...settings, wrap: layerFor("replicator", settings, warn), warn });
}

function layerFor(
  kind: ApplianceKind,
  { url, insecureSkipVerify }: GatewaySettings | ReplicatorSettings,
  warn: Warn,
): ReturnType<typeof retrying> {
  if (insecureSkipVerify === true) {
    const { host } = parseBaseUrl(url, { allowHttp: true });
    warn(`insecureSkipVerify is on for the ${kind} ${host}: anybody on the way can read its credentials.`);
  }
  return retrying(kind, url);
}
