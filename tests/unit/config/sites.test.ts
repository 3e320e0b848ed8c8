import type { Configuration } from "../../../provider/config/configuration";
import { configuration, gateway, refusalOf, replicator } from "./support";

const url = "https://gw.paris.example.net";
const command = "pulumi config set --path flowgate:sites.paris";

/** What the check of a gateway resource and its first operation report for a site. */
function saidAbout(all: Configuration, site: string): { check: readonly string[]; operation: string } {
  return { check: all.problems(site, "gateway"), operation: refusalOf(() => all.gateway(site)) };
}

describe("a site is known by its own name alone", () => {
  const ofParisWest = { FLOWGATE_SITE_PARIS_WEST_GATEWAY_URL: url, FLOWGATE_SITE_PARIS_WEST_GATEWAY_TOKEN: "w" };

  test("variables of paris-west do not make paris known", () => {
    expect(refusalOf(() => configuration({ gateway, replicator }, ofParisWest).gateway("paris"))).toMatch(
      /^site: unknown site "paris"\. To define a site/u,
    );
    const sites = { lyon: { gateway } };
    expect(configuration({ gateway, sites }, ofParisWest).problems("paris", "gateway")).toEqual([
      expect.stringContaining('unknown site "paris"'),
    ]);
    expect(configuration({ gateway, sites }, ofParisWest).gateway("paris-west").url).toBe(url);
  });

  test("an empty variable does not make its site known", () => {
    const all = configuration({ gateway }, { FLOWGATE_SITE_PARIS_GATEWAY_URL: "" });
    expect(refusalOf(() => all.gateway("paris"))).toContain('unknown site "paris"');
  });

  test("a variable of a configured site does not make a similarly spelled site known", () => {
    const all = configuration({ gateway, sites: { "paris-west": { gateway: { url } } } }, ofParisWest);
    expect(all.problems("paris_west", "gateway")).toEqual([
      expect.stringContaining('unknown site "paris_west", did you mean "paris-west"?'),
    ]);
    expect(all.gateway("paris-west").token.reveal()).toBe("w");
  });
});

describe("the names of environment variables", () => {
  test.each([
    ["FLOWGATE_GATEWAY_TOKN", "FLOWGATE_GATEWAY_TOKEN"],
    ["FLOWGATE_REPLICATOR_PASWORD", "FLOWGATE_REPLICATOR_PASSWORD"],
    ["FLOWGATE_SITE_GATEWAY_URL", "FLOWGATE_GATEWAY_URL"],
    ["FLOWGATE_SITE_PARIS_WEST_GATEWAY_ULR", "FLOWGATE_SITE_PARIS_WEST_GATEWAY_URL"],
    ["FLOWGATE_SITE_LIMA_TOKEN", "FLOWGATE_SITE_LIMA_GATEWAY_TOKEN"],
    ["FLOWGATE_SITE_lima_GATEWAY_URL", "FLOWGATE_SITE_LIMA_GATEWAY_URL"],
  ])("%s is refused, and %s is suggested", (name, nearest) => {
    const sites = { "paris-west": { gateway: { url } } };
    expect(configuration({ gateway, sites }, { [name]: "x" }).problems(undefined)).toEqual([
      `environment: unknown variable "${name}", did you mean "${nearest}"?`,
    ]);
  });

  test("a name without a near match is refused with all known names, and without the variable's value", () => {
    const said = configuration({ gateway }, { FLOWGATE_REPLICATOR_COLOUR_OF_THE_WHOLE_FRONT_PANEL: "canary" }).problems(
      undefined,
    );
    expect(said).toEqual([
      'environment: unknown variable "FLOWGATE_REPLICATOR_COLOUR_OF_THE_WHOLE_FRONT_PANEL"; known: FLOWGATE_GATEWAY_URL, ' +
        "FLOWGATE_GATEWAY_TOKEN, FLOWGATE_GATEWAY_ALLOW_HTTP, FLOWGATE_GATEWAY_CA_CERT, FLOWGATE_GATEWAY_CERT_FINGERPRINTS, " +
        "FLOWGATE_GATEWAY_PROXY, FLOWGATE_GATEWAY_TIMEOUTS_CONNECT, FLOWGATE_GATEWAY_TIMEOUTS_HEADERS, " +
        "FLOWGATE_GATEWAY_TIMEOUTS_TOTAL, FLOWGATE_REPLICATOR_URL, FLOWGATE_REPLICATOR_USER, " +
        "FLOWGATE_REPLICATOR_PASSWORD, FLOWGATE_REPLICATOR_ALLOW_HTTP, FLOWGATE_REPLICATOR_CA_CERT, FLOWGATE_REPLICATOR_CERT_FINGERPRINTS, " +
        "FLOWGATE_REPLICATOR_PROXY, FLOWGATE_REPLICATOR_TIMEOUTS_CONNECT, FLOWGATE_REPLICATOR_TIMEOUTS_HEADERS, " +
        "FLOWGATE_REPLICATOR_TIMEOUTS_TOTAL",
    ]);
  });

  test.each([
    "FLOWGATE_LOG",
    "FLOWGATE_SEED",
    "FLOWGATE_REPLICATOR",
    "FLOWGATE_REPLICATOR_USR",
    "FLOWGATE_REPLICATOR_PSW",
    "FLOWGATE_SITE_LIMA_REPLICATOR_PSW",
    "FLOWGATE_SITE_LIMA_GATEWAY_URL",
  ])("%s is accepted", (name) => {
    expect(configuration({ gateway }, { [name]: "x" }).problems(undefined)).toEqual([]);
  });
});

describe("two sites that share their variables", () => {
  const sites = { "paris-west": { gateway: { url } }, paris_west: { gateway: { url: `${url}/b` } } };

  test("are a mistake while such a variable is set, and both sites are named", () => {
    const environment = { FLOWGATE_SITE_PARIS_WEST_GATEWAY_TOKEN: "x" };
    expect(configuration({ gateway, sites }, environment).problems(undefined)).toEqual([
      'environment FLOWGATE_SITE_PARIS_WEST_GATEWAY_TOKEN: belongs to the site "paris-west" and to the site ' +
        '"paris_west". Rename one of them, or set their keys in the configuration.',
    ]);
  });

  test("are no mistake while no such variable is set", () => {
    expect(configuration({ gateway, sites }, { FLOWGATE_GATEWAY_TOKEN: "x" }).problems(undefined)).toEqual([]);
  });
});

describe("a site inherits the top-level appliance only on purpose", () => {
  const said =
    `site: "paris" has no gateway of its own. Set flowgate:sites.paris.gateway.url (${command}.gateway.url <value>, or ` +
    `FLOWGATE_SITE_PARIS_GATEWAY_URL), or use the top-level one: ${command}.gateway.inherit true`;

  test.each<[string, object, Record<string, string>]>([
    ["only has keys of the replicator", { paris: { replicator } }, {}],
    ["only has a variable of the replicator", {}, { FLOWGATE_SITE_PARIS_REPLICATOR_USER: "u" }],
    ["has no key at all", { paris: {} }, {}],
    ["has an empty gateway", { paris: { gateway: {} } }, {}],
    ["sets inherit to false", { paris: { gateway: { inherit: false } } }, {}],
  ])("a site that %s is refused by check and by the first operation, with what to set", (_, sites, environment) => {
    const all = configuration({ gateway, replicator, sites }, environment);
    expect(saidAbout(all, "paris")).toEqual({ check: [said], operation: said });
    expect(all.urls("gateway", "paris")).toBeUndefined();
    // The problem affects neither resources of the other appliance nor the site as a whole.
    expect(all.problems("paris")).toEqual([]);
  });

  test.each<[string, object, Record<string, string>]>([
    ["with any key of its gateway", { paris: { gateway: { concurrency: 2 } } }, {}],
    ["with any variable of its gateway", {}, { FLOWGATE_SITE_PARIS_GATEWAY_TOKEN: "t" }],
    ["with inherit: true", { paris: { gateway: { inherit: true } } }, {}],
  ])("a site %s inherits the other keys", (_, sites, environment) => {
    const all = configuration({ gateway, sites }, environment);
    expect(all.problems("paris", "gateway")).toEqual([]);
    expect(all.gateway("paris").url).toBe(gateway.url);
  });

  test("if the top level has no gateway either, the first operation names the missing keys", () => {
    const all = configuration({ sites: { paris: { replicator } } });
    expect(all.problems("paris", "gateway")).toEqual([]);
    expect(refusalOf(() => all.gateway("paris"))).toContain("missing flowgate:sites.paris.gateway.url");
    const inheriting = configuration({ sites: { paris: { gateway: { inherit: true } } } });
    expect(refusalOf(() => inheriting.gateway("paris"))).toContain("missing flowgate:gateway.url");
  });

  test("inherit: true next to other keys or variables of the same appliance is a mistake", () => {
    const sites = { paris: { gateway: { inherit: true, concurrency: 2 } } };
    const all = configuration({ gateway, sites }, { FLOWGATE_SITE_PARIS_GATEWAY_TOKEN: "t" });
    expect(all.problems("paris")).toEqual([
      "configuration flowgate:sites.paris.gateway.inherit: uses the top-level appliance as it is. Remove it, or remove: " +
        "flowgate:sites.paris.gateway.concurrency, FLOWGATE_SITE_PARIS_GATEWAY_TOKEN",
    ]);
  });

  test("the key inherit exists only for sites, and must be a boolean", () => {
    expect(configuration({ gateway: { ...gateway, inherit: true } }).problems(undefined)).toEqual([
      expect.stringContaining('configuration flowgate:gateway: unknown key "inherit"'),
    ]);
    expect(configuration({ gateway, sites: { paris: { gateway: { inherit: "yes" } } } }).problems("paris")).toEqual([
      "configuration flowgate:sites.paris.gateway.inherit: must be a boolean, not a string",
    ]);
  });
});

describe("the URLs of a site's appliance, without credentials", () => {
  test("are the configured ones", () => {
    const formerUrls = ["https://old.example.net"];
    const all = configuration({ gateway: { url: gateway.url, formerUrls } }, { FLOWGATE_SITE_LIMA_GATEWAY_URL: url });
    expect(all.urls("gateway", undefined)).toEqual({ url: gateway.url, formerUrls });
    expect(all.urls("gateway", "lima")).toEqual({ url, formerUrls });
  });

  test.each<[string, Configuration, string | undefined]>([
    ["nothing is configured", configuration(), undefined],
    ["the site is unknown", configuration({ gateway }), "paris"],
    ["the URL is invalid", configuration({ gateway: { ...gateway, url: "gateway" } }), undefined],
  ])("are unknown if %s", (_, all, site) => {
    expect(all.urls("gateway", site)).toBeUndefined();
  });
});
