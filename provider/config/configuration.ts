import { readFileSync } from "node:fs";
import { Secret } from "../secret";
import { parseBaseUrl } from "../http/base-url";
import { parseCaCert } from "../http/tls";
import type { GatewayOptions } from "../gateway/client";
import type { ReplicatorOptions } from "../replicator/client";
import { Refusal } from "../refusal";
import { problemText, problemsOf } from "../values/problems";
import { quoted } from "../values/quoted";
import { unknownWord } from "../values/schema";
import { credentialKeys, environmentKeys, secretVariable, variableName } from "./environment";
import {
  configurationSchema,
  usableKeys,
  type ConfigurationKeys,
  type GatewayKeys,
  type ReplicatorKeys,
} from "./schema";

type Environment = Readonly<Record<string, string | undefined>>;
interface KeysOf {
  gateway: GatewayKeys;
  replicator: ReplicatorKeys;
}
type Appliance = keyof KeysOf;

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
  /** Found once a site: every resource asks, and certificates are read from files. */
  readonly #problems = new Map<string | undefined, readonly string[]>();

  constructor(
    raw: Readonly<Record<string, string>>,
    private readonly environment: Environment,
  ) {
    const values = Object.fromEntries(Object.entries(raw).map(([key, text]) => [key, structured(text)]));
    this.#keys = usableKeys(values);
    // Wrapped at once: from the first check on, no message repeats a credential and no name may be equal to one.
    for (const value of this.#credentials()) new Secret(value);
    this.#faults = problemsOf(configurationSchema, values).map(
      (problem) => `configuration ${NAMESPACE}${problem.path === "" ? " " : ""}${problemText(problem)}`,
    );
  }

  /** All mistakes that concern a site, in the user's words. Missing URLs and credentials are none: preview needs none. */
  problems(site: string | undefined): readonly string[] {
    const known = this.#problems.get(site);
    if (known !== undefined) return known;
    const problems = this.#problemsOf(site);
    this.#problems.set(site, problems);
    return problems;
  }

  #problemsOf(site: string | undefined): readonly string[] {
    // A program may name sites before any is configured; once there are some, another one is a mistake.
    const unknown = this.#siteNames().length === 0 ? undefined : this.#unknownSite(site);
    if (unknown !== undefined) return [...this.#faults, unknown];
    return [...this.#faults, ...this.#faultsOf("gateway", site), ...this.#faultsOf("replicator", site)];
  }

  /** URL of the appliance that serves a site, where one is set; also where credentials are missing. */
  baseUrl(appliance: Appliance, site: string | undefined): string | undefined {
    return this.#resolved(appliance, site).url;
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
    const unknown = this.#siteNames().length === 0 ? this.#unknownSite(site) : undefined;
    const problems = [...this.problems(site), ...(unknown === undefined ? [] : [unknown])];
    if (problems.length > 0) throw new Refusal(problems.join("; "));
  }

  #siteNames(): string[] {
    return Object.keys(this.#keys.sites ?? {});
  }

  /** A site of which nothing is configured would be served by the top-level appliance: by another box than meant. */
  #unknownSite(site: string | undefined): string | undefined {
    if (site === undefined || this.#siteNames().includes(site)) return undefined;
    const prefix = variableName("", site);
    if (Object.keys(this.environment).some((name) => name.startsWith(prefix))) return undefined;
    const way = `${wayToSet("gateway", site, "url")} or any other key of it`;
    const unknown = unknownWord("site", site, this.#siteNames());
    return `site: ${unknown.endsWith("?") ? unknown : `${unknown}.`} A site is known when something is set for it: ${way}`;
  }

  /** Credentials in any layer, also those that another layer hides. */
  #credentials(): string[] {
    const layers = [this.#keys, ...Object.values(this.#keys.sites ?? {})];
    const configured = layers.flatMap(({ gateway, replicator }) => [
      gateway?.token,
      replicator?.password,
      proxyPassword(gateway?.proxy),
      proxyPassword(replicator?.proxy),
    ]);
    const variables = Object.keys(this.environment).filter((name) => secretVariable.test(name));
    return [...configured, ...variables.map((name) => this.environment[name])].flatMap((value) => value ?? []);
  }

  /** Faults that show only once the layers are put together. */
  #faultsOf(appliance: Appliance, site: string | undefined): string[] {
    const keys = this.#resolved(appliance, site);
    const attempts: [keyof typeof keys, () => unknown][] = [
      ["url", () => (keys.url === undefined ? undefined : parseBaseUrl(keys.url, keys))],
      ["certFingerprints", () => assertPinnable(keys)],
      ["caCert", () => pemOf(keys.caCert)],
      ["proxy", () => assertProxy(keys.proxy)],
      ["formerUrls", () => keys.formerUrls?.map((former) => parseBaseUrl(former, { allowHttp: true }))],
    ];
    return attempts.flatMap(([key, attempt]) => {
      try {
        attempt();
        return [];
      } catch (error) {
        return [`${this.#sourceOf(appliance, site, key)}: ${error instanceof Error ? error.message : String(error)}`];
      }
    });
  }

  /** The keys of an appliance, most specific layer first. */
  #resolved<A extends Appliance>(appliance: A, site: string | undefined): KeysOf[A] {
    const general = this.#layer(appliance, undefined);
    const special = site === undefined ? general : this.#layer(appliance, site);
    return { ...general, ...special, timeouts: { ...general.timeouts, ...special.timeouts } };
  }

  #layer<A extends Appliance>(appliance: A, site: string | undefined): KeysOf[A] {
    const configured = this.#configured(appliance, site);
    const layer: Record<string, unknown> = { ...configured };
    for (const key of Object.keys(environmentKeys[appliance])) {
      const value = this.#variable(appliance, site, key);
      if (value !== undefined && (layer[key] === undefined || credentialKeys.includes(key))) layer[key] = value;
    }
    return layer;
  }

  #configured<A extends Appliance>(appliance: A, site: string | undefined): KeysOf[A] | undefined {
    return site === undefined ? this.#keys[appliance] : this.#keys.sites?.[site]?.[appliance];
  }

  #variable(appliance: Appliance, site: string | undefined, key: string): string | undefined {
    const name = nameOfVariable(appliance, site, key);
    const value = name === undefined ? undefined : this.environment[name];
    return value === "" ? undefined : value;
  }

  /** Where the value of a key stands, for messages. */
  #sourceOf(appliance: Appliance, site: string | undefined, key: keyof GatewayKeys & keyof ReplicatorKeys): string {
    if (this.#configured(appliance, site)?.[key] !== undefined) return `configuration ${pathOf(appliance, site, key)}`;
    const variable = nameOfVariable(appliance, site, key);
    if (variable !== undefined && this.#variable(appliance, site, key) !== undefined) return `environment ${variable}`;
    return site === undefined ? `the ${appliance}'s ${key}` : this.#sourceOf(appliance, undefined, key);
  }

  #required<Names extends string>(
    appliance: Appliance,
    site: string | undefined,
    values: Record<Names, string | undefined>,
  ): Record<Names, string> {
    const missing = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [key] : []));
    if (missing.length === 0) return values as Record<Names, string>;
    const ways = missing.map((key) => wayToSet(appliance, site, key));
    throw new Refusal(`the ${appliance} is not configured: missing ${ways.join(" and ")}`);
  }
}

const NAMESPACE = "flowgate:";

function pathOf(appliance: string, site: string | undefined, key: string): string {
  return `${NAMESPACE}${site === undefined ? "" : `sites.${site}.`}${appliance}.${key}`;
}

function nameOfVariable(appliance: Appliance, site: string | undefined, key: string): string | undefined {
  const suffixes: Readonly<Record<string, string>> = environmentKeys[appliance];
  const suffix = suffixes[key];
  return suffix === undefined ? undefined : variableName(suffix, site);
}

/** A key, the command that sets it, and its variable. */
function wayToSet(appliance: Appliance, site: string | undefined, key: string): string {
  const secret = credentialKeys.includes(key) && key !== "user" ? "--secret " : "";
  const path = pathOf(appliance, site, key);
  return `${path} (pulumi config set --path ${secret}${path} <value>, or ${String(nameOfVariable(appliance, site, key))})`;
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
  if (caCert === undefined) return undefined;
  const text = caCert.includes("-----BEGIN") ? caCert : fileText(caCert);
  parseCaCert(text);
  return text;
}

function fileText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unreadable";
    throw new Error(`${quoted(path)} cannot be read as a PEM file (${code}).`, { cause: error });
  }
}

function assertPinnable({ url, certFingerprints = [] }: GatewayKeys | ReplicatorKeys): void {
  if (certFingerprints.length === 0 || url === undefined || !/^http:/iu.test(url)) return;
  throw new Error("Fingerprints cannot be checked over http://: use https://, or leave certFingerprints out.");
}

/** A proxy's URL may hold credentials, so a message never repeats it. */
function assertProxy(proxy: string | undefined): void {
  if (proxy === undefined || (URL.canParse(proxy) && /^https?:\/\//iu.test(proxy))) return;
  throw new Error("The proxy is not a valid URL: write it as http://host:port.");
}

function proxyPassword(proxy: string | undefined): string | undefined {
  const password = proxy !== undefined && URL.canParse(proxy) ? new URL(proxy).password : "";
  if (password === "") return undefined;
  try {
    return decodeURIComponent(password);
  } catch {
    // Escapes that are not UTF-8 are sent as they are.
    return password;
  }
}
