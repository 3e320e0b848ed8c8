/** The variables that are read: part of a name after `FLOWGATE_` or `FLOWGATE_SITE_<NAME>_`, and the key it stands for. */
export const environmentKeys = {
  gateway: { url: "GATEWAY_URL", token: "GATEWAY_TOKEN" },
  replicator: { url: "REPLICATOR_URL", user: "REPLICATOR_USER", password: "REPLICATOR_PASSWORD" },
} as const;

/** Keys whose value in the environment wins over the configuration: the saved one may be older than a rotation. */
export const credentialKeys: readonly string[] = ["token", "user", "password"];

/** Name of the variable for a key of an appliance, at a site or for all. */
export function variableName(suffix: string, site: string | undefined): string {
  return site === undefined
    ? `FLOWGATE_${suffix}`
    : `FLOWGATE_SITE_${site.toUpperCase().replace(/[^A-Z0-9]/gu, "_")}_${suffix}`;
}

/** Names of the variables that hold secrets, at any site. */
export const secretVariable = /^FLOWGATE_(?:SITE_.+_)?(?:GATEWAY_TOKEN|REPLICATOR_PASSWORD)$/u;
