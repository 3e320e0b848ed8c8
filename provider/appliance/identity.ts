import { parseBaseUrl } from "../http/base-url";
import { Refusal } from "../refusal";

/** Which box an appliance is: what the state remembers of it and what messages call it. */
export interface Identity {
  /** Origin of the URL; the output `appliance` of every resource. */
  readonly origin: string;
  /** Host and port for messages. */
  readonly host: string;
  /** Origins that the same box had before (`formerUrls`). */
  readonly formerOrigins: readonly string[];
}

/** The identity of the box that a client talks to. */
export function identityOf(client: { host: string; origin: string }, former: readonly string[]): Identity {
  const formerOrigins = former.map((url) => parseBaseUrl(url, { allowHttp: true }).origin);
  return { origin: client.origin, host: client.host, formerOrigins };
}

/** Refuses to touch objects that were made on another box than the one configured now. */
export function assertSameAppliance(identity: Identity, recorded: string | undefined): void {
  if (recorded === undefined || recorded === identity.origin || identity.formerOrigins.includes(recorded)) return;
  throw new Refusal(
    `it was made on ${recorded}, but the configured URL is ${identity.origin}. Configure the former URL again, ` +
      `or list it in formerUrls if the same appliance has moved.`,
  );
}
