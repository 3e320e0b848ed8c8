import type { GatewaySettings } from "../../config/configuration";
import { GatewayClient } from "../../gateway/client";
import { Judge } from "../../gateway/wording";
import { identityOf } from "../identity";
import type { Ledger } from "../ledger";
import { Limiter } from "../limiter";
import { retrying } from "../retry";
import { GatewayAppliance } from "./appliance";

/** The gateway of these settings, with a limiter and a budget of repetitions of its own. Sends nothing yet. */
export function openGateway(settings: GatewaySettings, ledger: Ledger): GatewayAppliance {
  const client = new GatewayClient({ ...settings, wrap: retrying("gateway", settings.url) });
  return new GatewayAppliance(identityOf(settings), client, new Limiter(settings.concurrency), ledger, {
    judge: new Judge(settings.wording),
    tokenUser: settings.tokenUser,
    rulesPerRequest: settings.rulesPerRequest,
  });
}
