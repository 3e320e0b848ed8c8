import type { GatewaySettings } from "../../config/configuration";
import { Judge } from "../../gateway/wording";
import { identityOf } from "../identity";
import type { Warn } from "../client-layer";
import { gatewayClient } from "./client";
import type { Ledger } from "../ledger";
import { Limiter } from "../limiter";
import { GatewayAppliance } from "./appliance";

/** The gateway of these settings, with a limiter of its own. Sends nothing yet. */
export function openGateway(settings: GatewaySettings, ledger: Ledger, warn?: Warn): GatewayAppliance {
  const client = gatewayClient(settings, warn);
  return new GatewayAppliance(identityOf(settings), client, new Limiter(settings.concurrency), ledger, {
    judge: new Judge(settings.wording),
    tokenUser: settings.tokenUser,
    rulesPerRequest: settings.rulesPerRequest,
  });
}
