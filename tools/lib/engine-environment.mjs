import { delimiter, dirname } from "node:path";

/**
 * The variables with which the engine's processes find the engine and their state.
 *
 * @param {string} engine folder of the engine
 * @param {string} backend URL of the states
 * @param {string} home folder that the engine may write to
 * @param {string} passphrase
 */
export function engineEnvironment(engine, backend, home, passphrase) {
  return {
    PATH: [engine, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
    PULUMI_BACKEND_URL: backend,
    PULUMI_HOME: home,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
}

/**
 * The variables that point to both appliances of a simulator.
 *
 * @param {Pick<import("pulumi-flowgate/simulator").Simulator, "gateway" | "replicator" | "caFingerprint">} simulator
 * @param {string} [prefix] differs for the appliances of a site
 * @returns {Record<string, string>}
 */
export function appliancesEnvironment({ gateway, replicator, caFingerprint }, prefix = "FLOWGATE") {
  const [trust, value] = caFingerprint === undefined ? ["ALLOW_HTTP", "true"] : ["CERT_FINGERPRINTS", caFingerprint];
  return {
    [`${prefix}_GATEWAY_URL`]: gateway.url,
    [`${prefix}_GATEWAY_TOKEN`]: gateway.token,
    [`${prefix}_GATEWAY_${trust}`]: value,
    [`${prefix}_REPLICATOR_URL`]: replicator.url,
    [`${prefix}_REPLICATOR_USER`]: replicator.user,
    [`${prefix}_REPLICATOR_PASSWORD`]: replicator.password,
    [`${prefix}_REPLICATOR_${trust}`]: value,
  };
}
