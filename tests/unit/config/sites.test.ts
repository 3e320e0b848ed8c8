import type { Configuration } from "../../../provider/config/configuration";
import { configuration, gateway, refusalOf, replicator } from "./support";

const url = "https://gw.paris.example.net";
const command = "pulumi config set --path flowgate:sites.paris";

/** What the check of a gateway resource and its first operation report for a site. */
function saidAbout(all: Configuration, site: string): { check: readonly string[]; operation: string } {
  return { check: all.problems(site, "gateway"), operation: refusalOf(() => all.gateway(site)) };
}

const ofParisWest = { FLOWGATE_SITE_PARIS_WEST_GATEWAY_URL: url, FLOWGATE_SITE_PARIS_WEST_GATEWAY_TOKEN: "w" };
const parisAndOslo = { paris: { gateway }, oslo: {} };
const known = /^site: unknown site "\w+"; known: paris, oslo\. To define a site/u;
const variables = (environment: object) => environment as Record<string, string>;

describe("an unknown site", () => {
  test.each<[why: string, site: string, sites: object, says: RegExp, environment?: object]>([
    [
      "with the nearest name, and the key and the variable that define it",
      "pariss",
      parisAndOslo,
      /"pariss", did you mean "paris"\? To define a site, set a key for it: flowgate:sites\.pariss\.gateway\.url \(pulumi config set --path flowgate:sites\.pariss\.gateway\.url <value>, or FLOWGATE_SITE_PARISS_GATEWAY_URL\) or any other key of this site$/u,
    ],
    ["with all names", "lima", parisAndOslo, known],
    ["although every object has a property of this name", "constructor", parisAndOslo, known],
    ["although every object has a property of this name", "toString", parisAndOslo, known],
    ["although every object has a property of this name", "__proto__", parisAndOslo, known],
    ["despite variables of paris-west", "paris", { lyon: { gateway } }, /unknown site "paris"/u, ofParisWest],
    [
      "despite variables of a site that is spelled similarly",
      "paris_west",
      { "paris-west": { gateway: { url } } },
      /unknown site "paris_west", did you mean "paris-west"\?/u,
      ofParisWest,
    ],
  ])("is a mistake %s: %s", (_why, site, sites, says, environment = {}) => {
    const all = configuration({ gateway, sites }, variables(environment));
    expect(all.problems(site, "gateway")).toEqual([expect.stringMatching(says)]);
  });

  test.each([
    ["no site is configured at all", {}],
    ["only variables of paris-west are set", ofParisWest],
    ["its variable is empty", { FLOWGATE_SITE_PARIS_GATEWAY_URL: "" }],
  ])("is never served by the top-level appliances if %s", (_why, environment) => {
    const all = configuration({ gateway, replicator }, variables(environment));
    expect(all.problems("paris")).toEqual([]);
    for (const call of [() => all.gateway("paris"), () => all.replicator("paris")])
      expect(refusalOf(call)).toMatch(/^site: unknown site "paris"\. To define a site/u);
  });

  test("becomes known by a variable", () => {
    expect(configuration({ sites: parisAndOslo }, { FLOWGATE_SITE_LIMA_GATEWAY_TOKEN: "x" }).problems("lima")).toEqual(
      [],
    );
    const all = configuration({ gateway, sites: { lyon: { gateway } } }, ofParisWest);
    expect(all.gateway("paris-west").url).toBe(url);
  });
});

test.each([
  ["FLOWGATE_GATEWAY_TOKN", "FLOWGATE_GATEWAY_TOKEN"],
  ["FLOWGATE_REPLICATOR_PASWORD", "FLOWGATE_REPLICATOR_PASSWORD"],
  ["FLOWGATE_SITE_GATEWAY_URL", "FLOWGATE_GATEWAY_URL"],
  ["FLOWGATE_SITE_PARIS_WEST_GATEWAY_ULR", "FLOWGATE_SITE_PARIS_WEST_GATEWAY_URL"],
  ["FLOWGATE_SITE_LIMA_TOKEN", "FLOWGATE_SITE_LIMA_GATEWAY_TOKEN"],
  ["FLOWGATE_SITE_lima_GATEWAY_URL", "FLOWGATE_SITE_LIMA_GATEWAY_URL"],
  ["FLOWGATE_REPLICATOR_COLOUR_OF_THE_WHOLE_FRONT_PANEL", "all names"],
  ["FLOWGATE_LOG", undefined],
  ["FLOWGATE_SEED", undefined],
  ["FLOWGATE_REPLICATOR", undefined],
  ["FLOWGATE_REPLICATOR_USR", undefined],
  ["FLOWGATE_REPLICATOR_PSW", undefined],
  ["FLOWGATE_SITE_LIMA_REPLICATOR_PSW", undefined],
  ["FLOWGATE_SITE_LIMA_GATEWAY_URL", undefined],
])("of the environment variable %s, check suggests: %s", (name, nearest) => {
  const sites = { "paris-west": { gateway: { url } } };
  const [said, ...others] = configuration({ gateway, sites }, { [name]: "canary" }).problems(undefined);
  const near = nearest === "all names" ? `; known: ${names.join(", ")}` : `, did you mean "${String(nearest)}"?`;
  expect([said, others]).toEqual([nearest && `environment: unknown variable "${name}"${near}`, []]);
});
/** The variables that the documentation names. */
const options = ["ALLOW_HTTP", "CA_CERT", "CERT_FINGERPRINTS", "PROXY"];
const names = [
  ...["URL", "TOKEN", ...options].map((one) => `FLOWGATE_GATEWAY_${one}`),
  ...["URL", "USER", "PASSWORD", ...options].map((one) => `FLOWGATE_REPLICATOR_${one}`),
];

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

test("the URLs of a site's appliance are the configured ones, without credentials", () => {
  const formerUrls = ["https://old.example.net"];
  const all = configuration({ gateway: { url: gateway.url, formerUrls } }, { FLOWGATE_SITE_LIMA_GATEWAY_URL: url });
  expect(all.urls("gateway", undefined)).toEqual({ url: gateway.url, formerUrls });
  expect(all.urls("gateway", "lima")).toEqual({ url, formerUrls });
  // Nothing is configured, the site is unknown, the URL is not valid.
  expect(configuration().urls("gateway", undefined)).toBeUndefined();
  expect(configuration({ gateway }).urls("gateway", "paris")).toBeUndefined();
  expect(configuration({ gateway: { ...gateway, url: "gateway" } }).urls("gateway", undefined)).toBeUndefined();
});
