import { GatewayClient, ReplicatorClient, type ConnectionOptions } from "../../../provider/client";
import { ApplianceError, CredentialsError, ReplyError, type ApplianceKind } from "../../../provider/errors/errors";
import { Secret } from "../../../provider/values/secret";
import type { Probe } from "./finding";

/** Whether an error means that a server answered, but not the API of the appliance. */
export function isNotTheApi(error: unknown): boolean {
  return error instanceof ReplyError || (error instanceof ApplianceError && error.status === 404);
}

/** Credentials that no appliance accepts: the real ones must not reach an appliance of the other kind. */
const nobody = "flowgate-doctor";

/** Whether an appliance of this kind answers at a URL. It refuses the credentials; anything else would not know them. */
async function isAt(kind: ApplianceKind, options: ConnectionOptions): Promise<boolean> {
  const secret = new Secret(nobody);
  const client =
    kind === "gateway"
      ? new GatewayClient({ ...options, token: secret })
      : new ReplicatorClient({ ...options, user: nobody, password: secret, warn: () => undefined });
  try {
    await (client instanceof GatewayClient ? client.ipGroups.loadTreeRootFast() : client.login());
    return true;
  } catch (error) {
    if (error instanceof ApplianceError) return error instanceof CredentialsError;
    throw error;
  } finally {
    await client.close();
  }
}

/**
 * Reports if the URL of an appliance, which does not answer as it should, is the URL of the other kind. Returns whether
 * it is.
 */
export async function examineSwap(
  probe: Probe,
  about: ApplianceKind,
  options: ConnectionOptions,
  other: string | undefined,
): Promise<boolean> {
  const kind = about === "gateway" ? "replicator" : "gateway";
  const { url, caCert, certFingerprints, insecureSkipVerify, allowHttp, proxy, timeouts } = options;
  const plain = { url, caCert, certFingerprints, insecureSkipVerify, allowHttp, proxy, timeouts };
  if (!(await isAt(kind, plain))) return false;
  const isOther = other !== undefined && new URL(other).host !== new URL(url).host;
  probe.attention(
    "appliance",
    `At ${new URL(url).host} a ${kind} answers, not a ${about}.`,
    isOther ? "The URLs of the two appliances are probably swapped." : undefined,
    isOther ? probe.set("url", other) : `Set the URL of the ${about}.`,
  );
  return true;
}
