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
