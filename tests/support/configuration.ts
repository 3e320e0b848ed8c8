import type { Simulator } from "../../simulator";

/** Stack configuration in the namespace `flowgate`, by its top-level keys. */
export type Config = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The stack configuration that points to a simulator, with additional keys per appliance. */
export function configFor(sim: Simulator, extra: Config = {}): Record<string, Record<string, unknown>> {
  const { gateway: moreGateway, replicator: moreReplicator, ...others } = extra;
  const { gateway, replicator } = withoutCredentials(sim);
  const { user, password } = sim.replicator;
  const session = sim.switches.sessionCarrier === "header" ? { sessionHeader: "x-session" } : {};
  return {
    ...others,
    gateway: { ...gateway, token: sim.gateway.token, ...moreGateway },
    replicator: { ...replicator, user, password, ...session, ...moreReplicator },
  };
}

/** The same for a user who may not read the credentials: the addresses, and why to trust them. */
export function withoutCredentials({
  gateway,
  replicator,
  caCert,
}: Simulator): Record<string, Record<string, unknown>> {
  const trust = caCert === undefined ? { allowHttp: true } : { caCert };
  return { gateway: { url: gateway.url, ...trust }, replicator: { url: replicator.url, ...trust } };
}

/** The variables that point to a simulator over HTTP. */
export function environmentOf(sim: Simulator): Record<string, string> {
  return {
    ...credentialsOf(sim),
    FLOWGATE_GATEWAY_URL: sim.gateway.url,
    FLOWGATE_GATEWAY_ALLOW_HTTP: "true",
    FLOWGATE_REPLICATOR_URL: sim.replicator.url,
    FLOWGATE_REPLICATOR_ALLOW_HTTP: "true",
  };
}

/** The variables with the credentials of both appliances. */
export function credentialsOf({ gateway, replicator }: Simulator): Record<string, string> {
  return {
    FLOWGATE_GATEWAY_TOKEN: gateway.token,
    FLOWGATE_REPLICATOR_USER: replicator.user,
    FLOWGATE_REPLICATOR_PASSWORD: replicator.password,
  };
}
