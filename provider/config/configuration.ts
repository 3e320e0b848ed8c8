import { Secret, wrapCredential } from "../values/secret";
import { ConfigurationRefusal } from "../errors/refusal";
import { problemText, problemsOf } from "../values/schema";
import { kept, present } from "../values/collections";
import { sentence, unknownWord } from "../values/quoted";
import {
  ofEnvironment,
  ofStack,
  pathOf,
  wayToSet,
  type Naming,
  credentialKeys,
  haveSameVariables,
  keysFrom,
  secretsOf,
  sitesNamedIn,
  structured,
  variableFaults,
  variableFor,
  variablesSetFor,
  type Environment,
  deletionLimit,
  type DeletionLimit,
} from "./environment";
import { connectionFaults, pemOf, proxyPassword } from "./connection";
import { configurationSchema, type ConfigurationKeys, type KeysOf } from "./schema";

type Appliance = keyof KeysOf;

/** The faults of values, each with the place of its key. */
export function configurationFaults(values: unknown, naming: Naming = ofStack): string[] {
  return problemsOf(configurationSchema, values).map((problem) => {
    const [, key] = /^unknown key "((?:gateway|replicator|sites)\..+?)"/u.exec(problem.message) ?? [];
    if (problem.path !== "") return problemText({ ...problem, path: naming.place(problem.path) });
    if (key === undefined) return `${naming.place("")} ${problemText(problem)}`;
    const cure = `pulumi config rm flowgate:${key} && ${ofStack.toSet(key, "")}`;
    return `${naming.place(key)} was set without --path, as a key with a dot: ${cure}`;
  });
}

/**
 * Resolves the configuration of the stack, if one was read, and the environment to settings of each site's appliances.
 * `sites.<name>` overrides the top-level keys one by one. Configuration wins, except for credentials.
 */
export class Configuration {
  readonly #keys: ConfigurationKeys;
  readonly #faults: readonly string[];
  readonly deletionLimit: DeletionLimit;
  /** Cached per site, and per appliance of a site: every resource asks, and certificates are read from files. */
  readonly #problems = new Map<string | undefined, readonly string[]>();
  readonly #merged = new Map<string, KeysOf[Appliance]>();

  constructor(
    raw: Readonly<Record<string, unknown>> | undefined,
    private readonly environment: Environment,
    readonly naming: Naming = raw === undefined ? ofEnvironment : ofStack,
  ) {
    const values = Object.fromEntries(Object.entries(raw ?? {}).map(([key, text]) => [key, structured(text)]));
    // Wrapped immediately: from the first check on, no message repeats a credential and no name may be equal to one.
    for (const value of [...credentialsIn(values), ...secretsOf(environment)]) wrapCredential(value);
    // A configuration with faults is not used at all.
    this.#keys = configurationSchema.safeParse(values).data ?? {};
    const faults = configurationFaults(values, naming);
    this.deletionLimit = deletionLimit(this.#keys, environment, naming);
    this.#faults = [...faults, ...variableFaults(environment, this.siteNames())];
  }

  /**
   * All faults that concern a site, in the user's words; with `appliance`, also that the site has none of this kind. A
   * missing URL or credential is not a fault: previews need none.
   */
  problems(site: string | undefined, appliance?: Appliance): readonly string[] {
    const known = kept(this.#problems, site, () => this.#problemsOf(site));
    return [...known, ...(appliance === undefined ? [] : this.#notGiven(appliance, site))];
  }

  allProblems(): readonly string[] {
    return [...new Set([undefined, ...this.siteNames()].flatMap((site) => this.problems(site)))];
  }

  #problemsOf(site: string | undefined): readonly string[] {
    // A program may use sites before any is configured. Once some are, an unknown site is a fault.
    const unknown = this.siteNames().length === 0 ? undefined : this.#unknownSite(site);
    if (unknown !== undefined) return [...this.#faults, unknown];
    return [...this.#faults, ...this.#faultsOf("gateway", site), ...this.#faultsOf("replicator", site)];
  }

  /** The URLs of a site's appliance; undefined if none is configured, or if the configuration has faults. */
  urls(appliance: Appliance, site: string | undefined) {
    if (this.#unknownSite(site) !== undefined || this.problems(site, appliance).length > 0) return undefined;
    const { url, formerUrls = [] } = this.#resolved(appliance, site);
    return url === undefined ? undefined : { url, formerUrls };
  }

  /** Settings of a site's gateway; throws a {@link ConfigurationRefusal} with each missing key and how to set it. */
  gateway(site: string | undefined) {
    const { already, ...keys } = this.#settings("gateway", site, ["url", "token"]);
    const pattern = already === undefined ? {} : { already: new RegExp(already, "iu") };
    return { ...keys, ...pattern, token: new Secret(keys.token) };
  }

  /** Settings of a site's replicator; throws a {@link ConfigurationRefusal} with each missing key and how to set it. */
  replicator(site: string | undefined) {
    const keys = this.#settings("replicator", site, ["url", "user", "password"]);
    const { rebuild = "auto", strictRebuild = false } = keys;
    return { ...keys, password: new Secret(keys.password), rebuild, strictRebuild };
  }

  #settings<A extends Appliance, Name extends keyof KeysOf[A] & string>(
    appliance: A,
    site: string | undefined,
    names: readonly Name[],
  ) {
    const unknown = this.#unknownSite(site);
    const problems = new Set([...this.problems(site, appliance), ...(unknown === undefined ? [] : [unknown])]);
    if (problems.size > 0) throw new ConfigurationRefusal([...problems].join("\n"));
    const keys = this.#resolved(appliance, site);
    const ways = names.filter((name) => keys[name] === undefined).map((key) => this.toSet(appliance, site, key));
    if (ways.length > 0) {
      throw new ConfigurationRefusal(`the ${appliance} is not configured: missing ${ways.join("\n")}`);
    }
    return { ...(keys as KeysOf[A] & Record<Name, string>), caCert: keys.caCert && pemOf(keys.caCert) };
  }

  /** Each key that is set for a site's appliance, with the source of its value. */
  sources(appliance: Appliance, site: string | undefined): readonly (readonly [key: string, source: string])[] {
    const set = Object.entries(this.#resolved(appliance, site)).filter(([, value]) => value !== undefined);
    return set.map(([key]) => [key, this.#sourceOf(appliance, site, key)] as const);
  }

  /**
   * How to set a key of the appliance that serves a site. With a value, it is the whole line; without one, the key, the
   * line and the variable, or for a credential of the environment, which wins, the variable alone.
   */
  toSet(appliance: Appliance, site: string | undefined, key: string, value?: string): string {
    const options = { variable: variableFor(appliance, site, key.replace("[0]", "")) };
    if (value !== undefined) return this.naming.toSet(pathOf(appliance, site, key), value, options);
    const [, variable] = /^environment (.+)$/u.exec(this.#sourceOf(appliance, site, key)) ?? [];
    return variable === undefined || !credentialKeys.includes(key)
      ? wayToSet(this.naming, appliance, site, key)
      : `${variable} of the environment, which wins over the stack, or remove it:\nunset ${variable}`;
  }

  /** Sites with keys of their own. */
  siteNames(): string[] {
    return Object.keys(this.#keys.sites ?? {});
  }

  /** Fault of a site without any configuration: the top-level appliance would serve it, which is another box. */
  #unknownSite(site: string | undefined): string | undefined {
    if (site === undefined || this.#isKnown(site)) return undefined;
    const known = new Set([...this.siteNames(), ...sitesNamedIn(this.environment)]);
    const unknown = unknownWord("site", site, [...known]);
    return `site: ${sentence(unknown)} To define a site, set a key for it, such as ${wayToSet(this.naming, "gateway", site, "url")}`;
  }

  /** A variable makes its site known, unless it belongs to a configured site with another name. */
  #isKnown(site: string): boolean {
    if (Object.hasOwn(this.#keys.sites ?? {}, site)) return true;
    const isOfAnother = this.siteNames().some((other) => haveSameVariables(other, site));
    return !isOfAnother && variablesSetFor(site, this.environment).length > 0;
  }

  /** Fault of a known site without a URL for this appliance: the top-level one is another box. */
  #notGiven(appliance: Appliance, site: string | undefined): string[] {
    if (site === undefined || !this.#isKnown(site) || this.#resolved(appliance, site).url !== undefined) return [];
    if (this.#resolved(appliance, undefined).url === undefined) return [];
    return [`site: "${site}" has no ${appliance} of its own. Set ${wayToSet(this.naming, appliance, site, "url")}`];
  }

  /** Faults that show only once the layers are merged. */
  #faultsOf(appliance: Appliance, site: string | undefined): string[] {
    const keys = this.#resolved(appliance, site);
    const faults = connectionFaults(keys, (key, value) => this.toSet(appliance, site, key, value));
    return faults.map(([key, why]) => `${this.#sourceOf(appliance, site, key)}: ${why}`);
  }

  /** The keys of an appliance, merged from all layers; the most specific layer wins. The URL of a site is its own. */
  #resolved<A extends Appliance>(appliance: A, site: string | undefined): KeysOf[A] {
    return kept(this.#merged, JSON.stringify([appliance, site]), () => {
      if (site === undefined) return this.#layer(appliance, undefined);
      const { url, formerUrls, ...general } = this.#resolved(appliance, undefined);
      const special = this.#layer(appliance, site);
      const timeouts = special.timeouts && { ...general.timeouts, ...special.timeouts };
      // Those of another box are not its own.
      const former = special.url === url ? present({ formerUrls }) : {};
      return { ...general, ...former, ...special, ...present({ timeouts }) };
    });
  }

  #layer<A extends Appliance>(appliance: A, site: string | undefined): KeysOf[A] {
    const configured = this.#configured(appliance, site);
    const variables = keysFrom(this.environment, appliance, site);
    const credentials = Object.entries(variables).filter(([key]) => credentialKeys.includes(key));
    return { ...variables, ...configured, ...Object.fromEntries(credentials) };
  }

  #configured<A extends Appliance>(appliance: A, site: string | undefined): KeysOf[A] | undefined {
    return (site === undefined ? this.#keys : this.#keys.sites?.[site])?.[appliance];
  }

  #sourceOf(appliance: Appliance, site: string | undefined, key: string): string {
    const configured: Readonly<Record<string, unknown>> = this.#configured(appliance, site) ?? {};
    const isVariable = Object.hasOwn(keysFrom(this.environment, appliance, site), key);
    const isConfigured = configured[key] !== undefined;
    if (isVariable && (!isConfigured || credentialKeys.includes(key))) {
      return `environment ${String(variableFor(appliance, site, key))}`;
    }
    if (isConfigured) return this.naming.place(pathOf(appliance, site, key));
    return site === undefined ? `the ${appliance}'s ${key}` : this.#sourceOf(appliance, undefined, key);
  }
}

export type GatewaySettings = ReturnType<Configuration["gateway"]>;
export type ReplicatorSettings = ReturnType<Configuration["replicator"]>;

/** The credentials in a configuration, those of all layers and of one with faults too. */
export function* credentialsIn(values: unknown): Iterable<string> {
  for (const [key, value] of Object.entries(typeof values === "object" && values !== null ? values : {})) {
    if (typeof value === "object") yield* credentialsIn(value);
    else if (key === "token" || key === "password") yield String(value);
    else if (key === "proxy") yield* proxyPassword(String(value));
  }
}
