import type { GatewaySettings } from "../../config/configuration";
import { GatewayClient } from "../../gateway/client";
import { Judge } from "../../wording/judge";
import { identityOf } from "../identity";
import { asProcessWarning, type Inside, layerFor, Limiter, type Warn } from "../client-layer";
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
  around: (inner: Send) => Send = (inner) => inner,
  inside: Inside = (inner) => inner,
): GatewayClient {
  const layer = layerFor("gateway", settings, warn);
  return new GatewayClient({
    ...settings,
    ...recordedFacts(settings),
    wrap: (inner) => around(layer(inside(inner, "gateway"))),
  });
}

/** What a snapshot records in addition to its responses. */
function recordedFacts({ snapshot, rulesField, ...place }: GatewaySettings): Pick<GatewaySettings, "rulesField"> {
  if (snapshot === undefined) return { rulesField };
  return { rulesField: snapshot.rulesField(place) ?? rulesField };
}

/** The gateway with these settings, with a limiter of its own. Sends nothing yet. */
export function openGateway(settings: GatewaySettings, ledger: Ledger, warn?: Warn, inside?: Inside): GatewayAppliance {
  return gatewayOver(gatewayClient(settings, warn, undefined, inside), settings, ledger);
}

/** The gateway that a client connects to. */
export function gatewayOver(client: GatewayClient, settings: GatewaySettings, ledger: Ledger): GatewayAppliance {
  return new GatewayAppliance(identityOf(settings), client, new Limiter(settings.concurrency), ledger, {
    judge: new Judge(settings.wording),
    tokenUser: settings.tokenUser,
    rulesPerRequest: settings.rulesPerRequest,
  });
}
