import type { GatewaySettings } from "../../config/configuration";
import type { GatewayClient } from "../../gateway/client";
import { Judge } from "../../wording/judge";
import { identityOf } from "../identity";
import type { Inside, Warn } from "../client-layer";
import { gatewayClient } from "./client";
import type { Ledger } from "../ledger";
import { Limiter } from "../limiter";
import { GatewayAppliance } from "./appliance";

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
