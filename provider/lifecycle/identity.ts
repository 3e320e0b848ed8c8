import { baseOf } from "../http/options";
import { ConfigurationRefusal } from "../errors/refusal";

/** Which box an appliance is: what the state remembers of it, and how messages name it. */
export interface Identity {
  /** Base URL in its canonical form, path prefix included; the output `appliance` of every resource. */
  readonly base: string;
  /** Host and port for messages. */
  readonly host: string;
  /** Base URLs that the same box had before (`formerUrls`). */
  readonly formerBases: readonly string[];
}

/** The identity of the box at a URL. */
export function identityOf({ url, formerUrls }: { url: string; formerUrls: readonly string[] }): Identity {
  const { href, host } = baseOf(url);
  return { base: href, host, formerBases: formerUrls.map((former) => baseOf(former).href) };
}

/** The error about an object that was created on another box than the one configured now; undefined if it was not. */
export function elsewhere({ base, formerBases }: Identity, recorded: unknown): ConfigurationRefusal | undefined {
  if (recorded === undefined || [base, ...formerBases].some((one) => one === recorded)) return undefined;
  const from = typeof recorded === "string" ? recorded : JSON.stringify(recorded);
  const brief = `it was created on ${from}, but the configured URL is ${base}`;
  const advice = "Configure the former URL again, or list it in formerUrls if the same appliance has moved.";
  return new ConfigurationRefusal(`${brief}. ${advice}`, brief);
}
