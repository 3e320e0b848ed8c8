import type { GatewaySettings, ReplicatorSettings } from "../config/configuration";
import type { ApplianceKind } from "../errors/errors";
import { parseBaseUrl } from "../http/base-url";

/**
 * The same text for equal settings, however they are written. Stays in memory. It contains the credentials, so that two
 * accounts on one box do not share a session.
 */
export function settingsKey(kind: ApplianceKind, settings: GatewaySettings | ReplicatorSettings): string {
  const credential =
    "token" in settings ? { token: settings.token.reveal() } : { password: settings.password.reveal() };
  const url = parseBaseUrl(settings.url, { allowHttp: true }).href;
  return kind + JSON.stringify({ ...settings, ...credential, url }, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)));
}
