import type { ConnectionOptions } from "../../../provider/client";
import type { Probe } from "./finding";

/** Says what of a connection others could use. The first request shows whether it works. */
export function examineConnection({ url, proxy, insecureSkipVerify }: ConnectionOptions, probe: Probe): void {
  if (proxy !== undefined) probe.note("proxy", `Requests go through the proxy ${new URL(proxy).host}.`);
  if (insecureSkipVerify === true) {
    const why = "Another server can take the place of the appliance.";
    const fix = probe.set("insecureSkipVerify", "false");
    probe.attention("tls", "Any certificate is accepted (insecureSkipVerify is on).", why, fix);
  }
  if (new URL(url).protocol === "https:") return;
  probe.attention(
    "tls",
    "The connection has no TLS (allowHttp is on).",
    "An observer of the traffic gets the credentials and can change the answers.",
    "Use the https:// URL of the appliance.",
  );
}
