import type { Simulator } from "../../../simulator";
import { shellWord } from "../../../provider/values/quoted";

/** Text to paste into another terminal. The credentials are the simulator's own and open nothing else. */
export function introduction(simulator: Simulator): string {
  const exports = Object.entries(variables(simulator)).map(([name, value]) => `export ${name}=${shellWord(value)}`);
  return [
    "Both appliances are running; Ctrl-C stops them. Paste this into another terminal:",
    "",
    ...exports,
    "",
    "Then try `flowgate doctor --no-stack`, or `pulumi up` in a project without URLs of its own.",
    "",
  ].join("\n");
}

/** The same data for programs. */
export function introductionData(simulator: Simulator): object {
  return { caCert: simulator.caCert, environment: variables(simulator) };
}

/** Only this package uses the certificate: NODE_EXTRA_CA_CERTS would replace a company's CA in that shell. */
function variables({ gateway, replicator, caFingerprint }: Simulator): Record<string, string> {
  const trust = (appliance: string): Record<string, string> =>
    caFingerprint === undefined
      ? { [`FLOWGATE_${appliance}_ALLOW_HTTP`]: "true" }
      : { [`FLOWGATE_${appliance}_CERT_FINGERPRINTS`]: caFingerprint };
  return {
    FLOWGATE_GATEWAY_URL: gateway.url,
    FLOWGATE_GATEWAY_TOKEN: gateway.token,
    ...trust("GATEWAY"),
    FLOWGATE_REPLICATOR_URL: replicator.url,
    FLOWGATE_REPLICATOR_USER: replicator.user,
    FLOWGATE_REPLICATOR_PASSWORD: replicator.password,
    ...trust("REPLICATOR"),
  };
}
