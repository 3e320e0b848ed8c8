import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { ConnectionOptions } from "../../../provider/client";
import { sentenceOf } from "../../errors";
import { type Probe } from "./finding";

/** Checks the name of an appliance, and whether its certificate is verified. Returns whether requests can be tried. */
export async function examineConnection(options: ConnectionOptions, probe: Probe): Promise<boolean> {
  const url = new URL(options.url);
  if (options.proxy !== undefined) {
    const why = "The proxy resolves the name, and the first request shows whether the certificate is trusted.";
    probe.note("name", `Requests go through the proxy ${new URL(options.proxy).host}.`, why);
    return true;
  }
  if (!(await examineName(url, probe))) return false;
  if (options.insecureSkipVerify === true) {
    const why = "Another server can take the place of the appliance.";
    const fix = probe.set("insecureSkipVerify", "false");
    probe.attention("tls", "Any certificate is accepted (insecureSkipVerify is on).", why, fix);
  }
  if (url.protocol === "https:") return true;
  probe.attention(
    "tls",
    "The connection has no TLS (allowHttp is on).",
    "An observer of the traffic gets the credentials and can change the answers.",
    "Use the https:// URL of the appliance.",
  );
  return true;
}

async function examineName(url: URL, probe: Probe): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/gu, "");
  if (isIP(host) !== 0) {
    probe.good("name", `The URL has the address ${host}.`);
    return true;
  }
  try {
    const addresses = await lookup(host, { all: true });
    probe.good("name", `${host} is ${addresses.map(({ address }) => address).join(", ")}.`);
    return true;
  } catch (error) {
    probe.attention(
      "name",
      `The host name ${host} does not resolve.`,
      sentenceOf(error),
      "Check the host name in the URL, and the name servers of this machine.",
    );
    return false;
  }
}
