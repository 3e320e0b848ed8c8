import type { Simulator } from "../../../simulator";

/** What to paste into another terminal. The credentials are the simulator's own and open nothing else. */
export function introduction(simulator: Simulator, caPath: string | undefined): string {
  const exports = Object.entries(variables(simulator, caPath)).map(
    ([name, value]) => `export ${name}=${quoted(value)}`,
  );
  return [
    "Both appliances are running; Ctrl-C ends them. Paste this into another terminal:",
    "",
    ...exports,
    ...(caPath === undefined ? overHttp : []),
    "",
    "Then try `flowgate status --no-stack`, or `pulumi up` in a project without URLs of its own.",
    "",
    "",
  ].join("\n");
}

/** The same for programs. */
export function introductionData(simulator: Simulator, caPath: string | undefined): object {
  const { gateway, replicator, caFingerprint } = simulator;
  return {
    gateway: { url: gateway.url, token: gateway.token },
    replicator: { url: replicator.url, user: replicator.user, password: replicator.password },
    caFile: caPath,
    certFingerprint: caFingerprint,
    environment: variables(simulator, caPath),
  };
}

function variables({ gateway, replicator }: Simulator, caPath: string | undefined): Record<string, string> {
  return {
    FLOWGATE_GATEWAY_URL: gateway.url,
    FLOWGATE_GATEWAY_TOKEN: gateway.token,
    FLOWGATE_REPLICATOR_URL: replicator.url,
    FLOWGATE_REPLICATOR_USER: replicator.user,
    FLOWGATE_REPLICATOR_PASSWORD: replicator.password,
    // Node trusts this certificate beside the system's, in every program that runs there.
    ...(caPath === undefined ? {} : { NODE_EXTRA_CA_CERTS: caPath }),
  };
}

/** Without TLS the environment is not enough: only the configuration of a stack can allow it. */
const overHttp = [
  "pulumi config set --path flowgate:gateway.allowHttp true",
  "pulumi config set --path flowgate:replicator.allowHttp true",
];

/** For a POSIX shell. */
function quoted(value: string): string {
  return /^[\w./:@-]+$/u.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
