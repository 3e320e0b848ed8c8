import type { GatewaySettings } from "../config/configuration";
import { warnOfTrust } from "../http/options";
import { GatewayClient } from "./client";
import { Gateway } from "./gateway";

/** The client of a gateway, for resources, functions and the command. */
export function gatewayClient(settings: GatewaySettings, warn: (text: string) => void): GatewayClient {
  warnOfTrust("gateway", settings, warn);
  return new GatewayClient(settings);
}

/** What the resources of a run share of a gateway. */
export function openGateway(settings: GatewaySettings, warn: (text: string) => void): Gateway {
  return new Gateway(gatewayClient(settings, warn), settings);
}
