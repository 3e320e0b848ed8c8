import type { Configuration } from "../../../provider/config/configuration";
import { Appliances } from "../../../provider/lifecycle/appliances";
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
      /"pariss", did you mean "paris"\? To define a site, set a key for it, such as flowgate:sites\.pariss\.gateway\.url \(or FLOWGATE_SITE_PARISS_GATEWAY_URL\):\npulumi config set --path flowgate:sites\.pariss\.gateway\.url$/u,
    ],
    ["with all names", "lima", parisAndOslo, known],
    ["with a dot", "eu.paris", parisAndOslo, /--path 'flowgate:sites\["eu\.paris"\]\.gateway\.url'$/u],
    ["although every object has a property of this name", "constructor", parisAndOslo, known],
    [
      "despite variables of paris-west",
      "paris",
      { lyon: { gateway } },
      /"paris"; known: lyon, paris-west\./u,
      ofParisWest,
    ],
    ["near one that only variables name", "paris.wets", parisAndOslo, /, did you mean "paris-west"\?/u, ofParisWest],
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
      expect(refusalOf(call)).toMatch(/^site: unknown site "paris"(?:; known: paris-west)?\. To define a site/u);
  });

  test("becomes known by a variable", () => {
    expect(configuration({ sites: parisAndOslo }, { FLOWGATE_SITE_LIMA_GATEWAY_TOKEN: "x" }).problems("lima")).toEqual(
      [],
    );
    const all = configuration({ gateway, sites: { lyon: { gateway } } }, ofParisWest);
    expect(all.gateway("paris-west").url).toBe(url);
  });
});

describe("a site has the appliances whose URL it sets", () => {
  const said =
    `site: "paris" has no gateway of its own. Set flowgate:sites.paris.gateway.url ` +
    `(or FLOWGATE_SITE_PARIS_GATEWAY_URL):\n${command}.gateway.url`;

  test.each<[string, object, Record<string, string>]>([
    ["only has keys of the replicator", { paris: { replicator } }, {}],
    ["only has a variable of the replicator", {}, { FLOWGATE_SITE_PARIS_REPLICATOR_USER: "u" }],
    ["has no key at all", { paris: {} }, {}],
    ["has an empty gateway", { paris: { gateway: {} } }, {}],
    ["only has another key", { paris: { gateway: { concurrency: 2 } } }, {}],
    ["only has another variable", {}, { FLOWGATE_SITE_PARIS_GATEWAY_TOKEN: "t" }],
  ])("a site that %s is refused by check and by the first operation, with what to set", (_, sites, environment) => {
    const all = configuration({ gateway, replicator, sites }, environment);
    expect(saidAbout(all, "paris")).toEqual({ check: [said], operation: said });
    expect(all.urls("gateway", "paris")).toBeUndefined();
    // The problem affects neither resources of the other appliance nor the site as a whole.
    expect(all.problems("paris")).toEqual([]);
  });

  test("if the top level has no gateway either, the first operation names the missing keys", () => {
    const all = configuration({ sites: { paris: { replicator } } });
    expect(all.problems("paris", "gateway")).toEqual([]);
    expect(refusalOf(() => all.gateway("paris"))).toContain("missing flowgate:sites.paris.gateway.url");
  });
});

test("the URLs of a site's appliance are the configured ones, without credentials", () => {
  const formerUrls = ["https://old.example.net"];
  const own = { FLOWGATE_SITE_LIMA_GATEWAY_URL: url, FLOWGATE_SITE_OSLO_GATEWAY_URL: gateway.url };
  const all = configuration({ gateway: { url: gateway.url, formerUrls } }, own);
  expect(all.urls("gateway", undefined)).toEqual({ url: gateway.url, formerUrls });
  // The former URLs of another box would let its resources move here.
  expect(all.urls("gateway", "lima")).toEqual({ url, formerUrls: [] });
  expect(all.urls("gateway", "oslo")).toEqual({ url: gateway.url, formerUrls });
  // Nothing is configured, the site is unknown, the URL is not valid.
  expect(configuration().urls("gateway", undefined)).toBeUndefined();
  expect(configuration({ gateway }).urls("gateway", "paris")).toBeUndefined();
  expect(configuration({ gateway: { ...gateway, url: "gateway" } }).urls("gateway", undefined)).toBeUndefined();
});

test("sites share a session with equal settings only, and what is not set is equal", () => {
  const sites = { same: { gateway: { url: gateway.url } }, other: { gateway: { ...gateway, already: "there" } } };
  const both = { ...sites, third: { gateway: { ...gateway, already: "here" } } };
  const all = configuration({ gateway, sites: both });
  const appliances = new Appliances();
  const shared = [undefined, "same", "other", "third"].map((site) => appliances.gateway(all, site));
  expect(shared.map((one) => shared.indexOf(one))).toEqual([0, 0, 2, 3]);
});
