import type { GatewaySettings, ReplicatorSettings } from "../config/configuration";
import type { ApplianceKind } from "../errors/errors";
import { baseOf, limits } from "../http/options";
import type { Send } from "../http/request";
import { Retrier } from "../http/retry";
import { bulkhead, type BulkheadPolicy } from "cockatiel";

/** A layer between a client's transport and its retries: it sees every request that is sent to an appliance. */
export type Inside = (inner: Send, appliance: ApplianceKind) => Send;

/** Shows the user a warning. */
export type Warn = (text: string) => void;

export function asProcessWarning(text: string): void {
  process.emitWarning(text);
}

/** The layers of a client, around its transport. `around` is outside all others, `inside` below all. */
export function layersOf(
  kind: ApplianceKind,
  settings: GatewaySettings | ReplicatorSettings,
  warn: Warn,
  around?: (inner: Send) => Send,
  inside?: Inside,
): (inner: Send) => Send {
  const layer = layerFor(kind, settings, warn);
  return (inner) => {
    const layered = layer(inside?.(inner, kind) ?? inner);
    return around?.(layered) ?? layered;
  };
}

/**
 * The layer around the transport of every client: retries or, with a snapshot, its recorded responses. Warns if
 * certificates are not verified.
 */
export function layerFor(
  kind: ApplianceKind,
  { url, insecureSkipVerify, snapshot, formerUrls }: GatewaySettings | ReplicatorSettings,
  warn: Warn,
): ReturnType<typeof retrying> {
  if (snapshot !== undefined) return snapshot.layer(kind, { url, formerUrls });
  if (insecureSkipVerify === true) {
    warn(
      `insecureSkipVerify is on for the ${kind} ${baseOf(url).host}: anyone on the network path can read its credentials.`,
    );
  }
  return retrying(kind, url);
}

/** The retry layer for a client of the appliance at this URL, with a retry budget of its own. */
export function retrying(appliance: ApplianceKind, url: string): Retrier["layer"] {
  return new Retrier(appliance, baseOf(url).host).layer;
}

/** Limits the number of concurrent operations on one appliance, first come first served. */
export type Limiter = BulkheadPolicy;

export function limiterOf(concurrency: number = limits.concurrency): Limiter {
  return bulkhead(concurrency, Number.MAX_SAFE_INTEGER);
}
