import { readFileSync } from "node:fs";
import { Secret } from "../http/secret";
import { parseBaseUrl } from "../http/base-url";
import type { GatewayOptions } from "../gateway/client";
import type { ReplicatorOptions } from "../replicator/client";
import { Refusal } from "../refusal";
import { problemText, problemsOf } from "../values/problems";
import { unknownWord } from "../values/schema";
import { credentialKeys, environmentKeys, variableName } from "./environment";
import { configurationSchema, type ConfigurationKeys, type GatewayKeys, type ReplicatorKeys } from "./schema";

type Environment = Readonly<Record<string, string | undefined>>;
interface KeysOf {
  gateway: GatewayKeys;
  replicator: ReplicatorKeys;
}

/** Everything that is needed to talk to one gateway. */
export type GatewaySettings = GatewayOptions & { token: Secret; formerUrls: readonly string[] };
/** Everything that is needed to talk to one replicator. */
export type ReplicatorSettings = ReplicatorOptions & {
  password: Secret;
  formerUrls: readonly string[];
  rebuild: "auto" | "never";
  strictRebuild: boolean;
};

/**
 * Stack configuration and environment as settings of each site's appliances. `sites.<name>` overrides the top-level
 * keys one by one. Configuration wins over environment, except for credentials.
 */
export class Configuration {
  readonly #keys: ConfigurationKeys;
  readonly #faults: readonly string[];

  constructor(
    raw: Readonly<Record<string, string>>,
    private readonly environment: Environment,
  ) {
    const values = Object.fromEntries(Object.entries(raw).map(([key, text]) => [key, structured(text)]));
    this.#faults = problemsOf(configurationSchema, values).map(
      (problem) => `configuration ${NAMESPACE}${problemText(problem)}`,
    );
    const parsed = configurationSchema.safeParse(values);
    this.#keys = parsed.success ? parsed.data : {};
  }

  /** All mistakes that concern a site, in the user's words. Missing URLs and credentials are none: preview needs none. */
  problems(site: string | undefined): readonly string[] {
    if (this.#faults.length > 0) return this.#faults;
    const unknown = this.#unknownSite(site);
    if (unknown !== undefined) return [unknown];
    return [...this.#faultsOf("gateway", site), ...this.#faultsOf("replicator", site)];
  }

  /** Settings of a site's gateway; a {@link Refusal} names everything that is missing and how to set it. */
  gateway(site: string | undefined): GatewaySettings {
    this.#assertNoProblems(site);
    const keys = this.#resolved("gateway", site);
    const { url, token } = this.#required("gateway", site, { url: keys.url, token: keys.token });
    return { ...keys, url, caCert: pemOf(keys.caCert), token: new Secret(token), formerUrls: keys.formerUrls ?? [] };
  }

  /** Settings of a site's replicator; a {@link Refusal} names everything that is missing and how to set it. */
  replicator(site: string | undefined): ReplicatorSettings {
    this.#assertNoProblems(site);
    const keys = this.#resolved("replicator", site);
    const wanted = { url: keys.url, user: keys.user, password: keys.password };
    const { url, user, password } = this.#required("replicator", site, wanted);
    return {
      ...keys,
      url,
      user,
      password: new Secret(password),
      caCert: pemOf(keys.caCert),
      formerUrls: keys.formerUrls ?? [],
      rebuild: keys.rebuild ?? "auto",
      strictRebuild: keys.strictRebuild ?? false,
    };
  }

  #assertNoProblems(site: string | undefined): void {
    const problems = this.problems(site);
    if (problems.length > 0) throw new Refusal(problems.join("; "));
  }

  #unknownSite(site: string | undefined): string | undefined {
    const sites = Object.keys(this.#keys.sites ?? {});
    if (site === undefined || sites.length === 0 || sites.includes(site)) return undefined;
    const prefix = variableName("", site);
    if (Object.keys(this.environment).some((name) => name.startsWith(prefix))) return undefined;
    return `site: ${unknownWord("site", site, sites)} Sites are configured below ${NAMESPACE}sites.`;
  }

  /** Faults that show only once the layers are put together. */
  #faultsOf(appliance: keyof KeysOf, site: string | undefined): string[] {
    const { url, allowHttp, caCert, formerUrls } = this.#resolved(appliance, site);
    const at = `configuration ${pathOf(appliance, site)}`;
    const attempts: [string, () => unknown][] = [
      ["url", () => (url === undefined ? undefined : parseBaseUrl(url, { allowHttp }))],
      ["caCert", () => pemOf(caCert)],
      ["formerUrls", () => formerUrls?.map((former) => parseBaseUrl(former, { allowHttp: true }))],
    ];
    return attempts.flatMap(([key, attempt]) => {
      try {
        attempt();
        return [];
      } catch (error) {
        return [`${at}.${key}: ${error instanceof Error ? error.message : String(error)}`];
      }
    });
  }

  /** The keys of an appliance, most specific layer first. */
  #resolved<A extends keyof KeysOf>(appliance: A, site: string | undefined): KeysOf[A] {
    const general = this.#layer(appliance, undefined, this.#keys[appliance] ?? {});
    if (site === undefined) return general;
    const special = this.#layer(appliance, site, this.#keys.sites?.[site]?.[appliance] ?? {});
    return { ...general, ...special, timeouts: { ...general.timeouts, ...special.timeouts } };
  }

  #layer<A extends keyof KeysOf>(appliance: A, site: string | undefined, configured: KeysOf[A]): KeysOf[A] {
    const layer: Record<string, unknown> = { ...configured };
    for (const [key, suffix] of Object.entries(environmentKeys[appliance])) {
      const value = this.environment[variableName(suffix, site)];
      if (value !== undefined && value !== "" && (layer[key] === undefined || credentialKeys.includes(key)))
        layer[key] = value;
    }
    return layer as KeysOf[A];
  }

  #required<Names extends string>(
    appliance: keyof KeysOf,
    site: string | undefined,
    values: Record<Names, string | undefined>,
  ): Record<Names, string> {
    const missing = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [key] : []));
    if (missing.length === 0) return values as Record<Names, string>;
    const variables: Readonly<Record<string, string>> = environmentKeys[appliance];
    const ways = missing.map((key) => {
      const secret = credentialKeys.includes(key) && key !== "user" ? "--secret " : "";
      const path = `${NAMESPACE}${pathOf(appliance, site)}.${key}`;
      return `${path} (pulumi config set --path ${secret}${path} <value>, or ${variableName(variables[key] ?? "", site)})`;
    });
    throw new Refusal(`the ${appliance} is not configured: missing ${ways.join(" and ")}`);
  }
}

const NAMESPACE = "flowgate:";

function pathOf(appliance: string, site: string | undefined): string {
  return site === undefined ? appliance : `sites.${site}.${appliance}`;
}

/** Structured values arrive as JSON text. Text that is none stays text, and the schema says what is expected. */
function structured(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** PEM text, given as such or as the path of a file. */
function pemOf(caCert: string | undefined): string | undefined {
  if (caCert === undefined || caCert.includes("-----BEGIN")) return caCert;
  try {
    const text = readFileSync(caCert, "utf8");
    if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new Error(`"${caCert}" cannot be read as a PEM file (${code})`, { cause: error });
  }
  throw new Error(`"${caCert}" holds no PEM certificate`);
}
