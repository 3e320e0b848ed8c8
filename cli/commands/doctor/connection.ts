import { sentence } from "../../../provider/values/quoted";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { certificateFault, shownOf, trustKey } from "../../../provider/http/tls-inspection";
import {
  hostOf,
  inspectTls,
  type ConnectionOptions,
  type ServerCertificateInfo,
  type TlsInspection,
} from "../../../provider/client";
import { sentenceOf } from "../../errors";
import { type Probe } from "./finding";

/** A certificate that expires in fewer days needs attention. */
const SOON_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Checks the name and the certificate of an appliance, without sending any byte of a request. Returns whether requests
 * can be tried.
 */
export async function examineConnection(options: ConnectionOptions, probe: Probe): Promise<boolean> {
  const url = new URL(options.url);
  if (options.proxy !== undefined) {
    const why = "The proxy resolves the name, and the first request shows whether the certificate is trusted.";
    probe.note("name", `Requests go through the proxy ${new URL(options.proxy).host}.`, why);
    return true;
  }
  if (!(await examineName(url, probe))) return false;
  if (url.protocol === "https:") return examineTls(url, options, probe);
  probe.attention(
    "tls",
    "The connection has no TLS (allowHttp is on).",
    "An observer of the traffic gets the credentials and can change the answers.",
    "Use the https:// URL of the appliance.",
  );
  return true;
}

async function examineName(url: URL, probe: Probe): Promise<boolean> {
  const host = hostOf(url);
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

async function examineTls(url: URL, options: ConnectionOptions, probe: Probe): Promise<boolean> {
  const seen = await inspectTls(options);
  switch (seen.kind) {
    case "failed":
      probe.attention(
        "connection",
        `There is no connection to ${url.host}: ${seen.reason}`,
        undefined,
        "Check the URL and the port, and that this machine can reach the appliance.",
      );
      return false;
    case "untrusted":
      untrusted(seen, url, options, probe);
      return false;
    case "trusted":
      if (options.insecureSkipVerify === true) {
        probe.attention(
          "tls",
          "Any certificate is accepted (insecureSkipVerify is on).",
          "Another server can take the place of the appliance. Compare the fingerprint with the one that the " +
            "appliance itself shows. Then trust that certificate alone.",
          probe.set(trustKey, seen.certificate.fingerprint),
          probe.set("insecureSkipVerify", "false"),
        );
      } else probe.good("tls", `${seen.protocol}; the certificate of ${nameOf(seen.certificate)} is trusted.`);
      examineEnd(seen.certificate, probe);
      return true;
  }
}

/** Says which check of the certificate failed. To trust its fingerprint would switch off the other checks as well. */
function untrusted(
  { certificate, code, reason }: Extract<TlsInspection, { kind: "untrusted" }>,
  url: URL,
  options: ConnectionOptions,
  probe: Probe,
): void {
  const { cure, why } = certificateFault(code, certificate, options);
  const what = `${sentence(`The certificate of ${nameOf(certificate)} is not accepted: ${reason}`)} ${shownOf(certificate)}`;
  if (cure === "renew") probe.attention("tls", what, why);
  else if (cure === "rename") {
    const renew = `Give the appliance a certificate for ${hostOf(url)}.`;
    const others = certificate.names.filter((name) => !name.includes("*")).slice(0, MOST_NAMES);
    probe.attention("tls", what, why, ...others.map((name) => probe.set("url", urlWith(url, name))), renew);
  } else {
    const compare =
      "Appliances often have a certificate that no public authority signed. Compare the fingerprint with the one that " +
      "the appliance itself shows. Then trust that certificate alone, or the one that signed it.";
    const andHost = certificate.isForHost ? "" : ", and use a name of the certificate in the URL";
    const trusted = [
      probe.set(trustKey, certificate.fingerprint),
      `Set caCert to the certificate (PEM) that signed it${andHost}.`,
    ];
    probe.attention("tls", what, `${why} ${compare}`.trim(), ...trusted);
  }
}

/** Maximum number of names of a certificate that are proposed for the URL. */
const MOST_NAMES = 3;

function urlWith(url: URL, host: string): string {
  const port = url.port === "" ? "" : `:${url.port}`;
  return `https://${host}${port}${url.pathname.replace(/\/$/u, "")}`;
}

function examineEnd({ validTo }: ServerCertificateInfo, probe: Probe): void {
  const days = Math.floor((validTo.getTime() - Date.now()) / DAY_MS);
  const end = validTo.toISOString().slice(0, 10);
  const what =
    days < 0 ? `The certificate expired on ${end}.` : `The certificate is valid until ${end} (${days} days).`;
  if (days >= SOON_DAYS) probe.good("certificate", what);
  else {
    probe.attention(
      "certificate",
      what,
      undefined,
      "Renew it on the appliance. If certFingerprints is set, add the new fingerprint first.",
    );
  }
}

function nameOf({ name }: ServerCertificateInfo): string {
  return name ?? "the appliance";
}
