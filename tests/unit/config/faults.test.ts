import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Configuration } from "../../../provider/config/configuration";
import { ofProvider } from "../../../provider/config/environment";
import { makeCertificate } from "../../../simulator/certificate";
import { temporaryFolder } from "../../support/temporary-folder";
import { configuration, gateway, refusalOf, replicator } from "./support";

/** The problems that a check reports for one configuration, without the namespace. */
function faults(flowgate: Record<string, unknown>, environment: Record<string, string> = {}, site?: string): string[] {
  return configuration(flowgate, environment)
    .problems(site)
    .map((text) => text.replace(/^configuration flowgate:/u, ""));
}

const milliseconds = "must be a whole number of milliseconds from 1 to 2147483647";
const badUrl = "The URL is not valid: write it as https://host, https://host:port or https://host/prefix.";
const badProxy = "The user or password of the proxy has a % that encodes nothing: write it as %25.";
const badSite = 'is not a valid site name: use letters, digits, ".", "_" and "-", and begin with a letter or digit';
const noShare =
  "must be a whole number of objects from 0 to 1000000: a provider does not know how many objects the stack has, so " +
  "only flowgate summary --max-deletes and fleets know a share";
const pem = (what: string): string => `-----BEGIN ${what}-----\nAAAA\n-----END ${what}-----`;

// docs/operations/when-it-fails.md has the messages for other values of url, caCert, proxy, certFingerprints and scriptPath.
test.each<[place: string, flowgate: Record<string, unknown>, says: string | RegExp]>([
  ["gateway", { gateway: "https://x" }, "must be an object, not a string"],
  ["gateway.url", { gateway: { url: "" } }, "must not be empty"],
  ["gateway.url", { gateway: { url: "http://x" } }, /^The URL begins with http:\/\/, which sends .* Use https/u],
  ["gateway.url", { gateway: { url: "https://g/fcgi/svc_fcgi.fcgi" } }, /^The URL ends with \/fcgi\/svc_fcgi\.fcgi, /u],
  [
    "gateway.url",
    { gateway: { url: "https://g/own.cgi", scriptPath: "/own.cgi" } },
    /^The URL ends with \/own\.cgi, /u,
  ],
  [
    "replicator.url",
    { replicator: { url: "https://r/api/1/" } },
    /^The URL ends with \/api\/1, which every request adds /u,
  ],
  ["gateway.formerUrls", { gateway: { formerUrls: ["https://old.example.net", "old"] } }, badUrl],
  ["gateway.caCert", { gateway: { caCert: pem("PUBLIC KEY") } }, /^caCert holds no certificate/u],
  ["gateway.caCert", { gateway: { caCert: pem("CERTIFICATE") } }, /^Certificate 1 of caCert cannot be read/u],
  ["gateway.proxy", { gateway: { proxy: "http://svc:a6%6qgx@10.0.0.1:3128" } }, badProxy],
  ["gateway.allowHttp", { gateway: { allowHttp: "yes" } }, "must be a boolean, not a string"],
  ["gateway.timeouts.total", { gateway: { timeouts: { total: 0 } } }, milliseconds],
  [
    "gateway.concurrency",
    { gateway: { concurrency: 0.5 } },
    "must be a whole number of concurrent requests from 1 to 64",
  ],
  ["gateway.already", { gateway: { already: "(is" } }, "must be a regular expression"],
  ["gateway.already", { gateway: { already: "(a+)+$" } }, "must not repeat a group, as in (a+)+"],
  ["gateway.tokenUser", { gateway: { tokenUser: "11" } }, "must be the name of the user: a number protects no user"],
  ["replicator.user", { replicator: { user: true } }, /^is true, not text: set it with --secret/u],
  ["replicator.user", { replicator: { user: [] } }, "must be non-empty text"],
  ["replicator.commandMethod", { replicator: { commandMethod: "PUT" } }, 'must be "GET", "POST" or "GET/POST"'],
  ["sites", { sites: [] }, /^must be an object with the names as keys, such as .*, not a list$/u],
  ["sites.new york", { sites: { "new york": {} } }, badSite],
  ["maxDeletes", { maxDeletes: "5%" }, noShare],
  ["", { gatway: {} }, 'unknown key "gatway", did you mean "gateway"?'],
])("a mistake in %s has one sentence that names its key: %j", (place, flowgate, says) => {
  const [fault = "", ...others] = faults(flowgate);
  const [key, ...words] = fault.split(place === "" ? " " : ": ");
  expect([key, others]).toEqual([place, []]);
  expect(words.join(place === "" ? " " : ": ")).toEqual(typeof says === "string" ? says : expect.stringMatching(says));
});

describe("all mistakes are reported at once", () => {
  test("in single keys, at both appliances and at every site; faults between keys come once each key is valid", () => {
    const mistaken = configuration({
      gateway: { url: "https://gateway.example.net", tokn: "x", concurrency: 0 },
      replicator: { url: "https://replicator.example.net/?q", rebuild: "x" },
      sites: { paris: { gateway: { urll: "x" } } },
      sitez: {},
    }).allProblems();
    expect(mistaken).toHaveLength(5);
    for (const part of ['"tokn"', "concurrency", "rebuild", '"urll"', '"sitez"'])
      expect(mistaken).toContainEqual(expect.stringContaining(part));
    const url = "https://replicator.example.net/?q";
    const found = configuration({ replicator: { url }, sites: { oslo: { replicator: { url: "http://plain" } } } });
    expect(found.allProblems()).toEqual([
      expect.stringContaining("query"),
      expect.stringContaining("sites.oslo.replicator.url"),
    ]);
  });

  test("when an operation is refused, with the same messages", () => {
    const all = configuration({ gateway: { ...gateway, tokn: "x", concurrency: 0 }, replicator });
    expect(refusalOf(() => all.gateway(undefined))).toBe(all.problems(undefined).join("\n"));
    expect(refusalOf(() => all.replicator(undefined))).toBe(all.problems(undefined).join("\n"));
  });

  test("at the top-level key if the site inherits it, and at the site's own key otherwise", () => {
    const sites = { paris: { gateway: { url: "https://x" } } };
    expect(faults({ gateway: { proxy: "x" }, sites }, {}, "paris")).toEqual([
      expect.stringMatching(/^gateway\.proxy: /u),
    ]);
    expect(faults({ sites: { paris: { gateway: { url: "x" } } } }, {}, "paris")).toEqual([
      expect.stringMatching(/^sites\.paris\.gateway\.url: /u),
    ]);
  });

  test("under the name of the variable if an environment variable has an invalid value", () => {
    const environment = {
      FLOWGATE_GATEWAY_CERT_FINGERPRINTS: "AB:CD",
      FLOWGATE_REPLICATOR_URL: "x",
      FLOWGATE_REPLICATOR_PROXY: "proxy.example.net",
      FLOWGATE_REPLICATOR_CA_CERT: "/no/such/file.pem",
      FLOWGATE_SITE_PARIS_GATEWAY_ALLOW_HTTP: "yes",
      FLOWGATE_MAX_DELETES: "few",
    };
    expect(faults({ gateway, sites: { paris: { gateway }, Paris: {} } }, environment)).toEqual([
      "environment FLOWGATE_MAX_DELETES: must be a whole number of objects",
      "environment FLOWGATE_GATEWAY_CERT_FINGERPRINTS: must be a SHA-256 fingerprint: 64 hex digits, colons allowed",
      "environment FLOWGATE_SITE_PARIS_GATEWAY_ALLOW_HTTP: must be a boolean, not a string",
      expect.stringMatching(/_PARIS_GATEWAY_ALLOW_HTTP: belongs to the site "paris" and to .* "Paris"\. Rename one/u),
      expect.stringMatching(/^environment FLOWGATE_REPLICATOR_URL: The URL is not valid/u),
      expect.stringMatching(/^environment FLOWGATE_REPLICATOR_CA_CERT: "\/no\/such\/file.pem" cannot be read/u),
      expect.stringMatching(/^environment FLOWGATE_REPLICATOR_PROXY: The proxy is not a valid URL/u),
    ]);
  });
});

test("caCert is PEM text or the path of a PEM file, in the configuration or the environment", async () => {
  const file = join(temporaryFolder(), "ca.pem");
  const { cert } = makeCertificate({ selfSigned: true });
  writeFileSync(file, cert);
  for (const caCert of [cert, file]) {
    const ofStack = configuration({ gateway: { ...gateway, caCert } });
    for (const all of [ofStack, configuration({ gateway }, { FLOWGATE_GATEWAY_CA_CERT: caCert })]) {
      expect(all.problems(undefined)).toEqual([]);
      expect(all.gateway(undefined).caCert).toBe(cert);
    }
  }
});

test("problems of a provider that the program declares name its arguments, not the stack's configuration", () => {
  const ofParis = (args: object): Configuration => configuration({ ...args }, {}, ofProvider("paris"));
  expect(ofParis({ gateway: { url: 7 } }).allProblems()).toEqual([
    'argument gateway.url of provider "paris": must be a string, not a number',
  ]);
  expect(ofParis({ gatway: {} }).allProblems()[0]).toMatch(/^provider "paris": unknown key "gatway"/u);
  expect(refusalOf(() => ofParis({}).gateway(undefined))).toBe(
    'the gateway is not configured: missing argument gateway.url of provider "paris" (or FLOWGATE_GATEWAY_URL):\n' +
      'gateway.url: <value> in the arguments of provider "paris"\nargument gateway.token of provider "paris" ' +
      '(or FLOWGATE_GATEWAY_TOKEN):\ngateway.token: <value> in the arguments of provider "paris"',
  );
});

test.each([
  ["canary-token\n", "ends with a line break"],
  ["canary\ntoken", "holds a line break"],
  [" canary-token", "begins with a blank"],
  ["canary-token ", "ends with a blank"],
  ['"canary-token"', "is in quotation marks"],
  ["\u201ccanary-token\u201d", "is in quotation marks"],
  ["canary\u200b-token", "holds an invisible character"],
  ["canary\u00a0token", "holds an invisible character"],
])("the credential %j is refused before any request, and the message does not repeat it", (token, fault) => {
  const says = `: It ${fault}. Set it again without that.`;
  expect(faults({ gateway: { url: "https://g", token } })).toEqual([`gateway.token${says}`]);
  expect(faults({ gateway }, { FLOWGATE_GATEWAY_TOKEN: token })).toEqual([`environment FLOWGATE_GATEWAY_TOKEN${says}`]);
  expect(faults({ replicator }, { FLOWGATE_REPLICATOR_PASSWORD: token })).toEqual([
    `environment FLOWGATE_REPLICATOR_PASSWORD${says}`,
  ]);
  expect(faults({ replicator: { ...replicator, user: token } })).toEqual([`replicator.user${says}`]);
});
