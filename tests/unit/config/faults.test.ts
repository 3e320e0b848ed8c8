import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Configuration } from "../../../provider/config/configuration";
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

describe("each mistake has one sentence that names its key", () => {
  const cases: [Record<string, unknown>, string | RegExp][] = [
    [{ gateway: { tokn: "x" } }, 'gateway: unknown key "tokn", did you mean "token"?'],
    [{ gatway: {} }, ' unknown key "gatway", did you mean "gateway"?'],
    [{ colour: 1 }, ' unknown key "colour"; known: gateway, replicator, sites, snapshot, maxDeletes, protect, plugin'],
    [{ sites: { paris: { gatway: {} } } }, 'sites.paris: unknown key "gatway", did you mean "gateway"?'],
    [
      { sites: { paris: { replicator: { usr: "x" } } } },
      'sites.paris.replicator: unknown key "usr", did you mean "user"?',
    ],
    [{ gateway: { timeouts: { conect: 1 } } }, 'gateway.timeouts: unknown key "conect", did you mean "connect"?'],
    [{ replicator: { scriptPath: "/x" } }, /^replicator: unknown key "scriptPath"/],
    [{ gateway: "https://x" }, "gateway: must be an object, not a string"],
    [{ sites: [] }, /^sites: must be an object with the names as keys, such as .*, not a list$/u],
    [{ gateway: null }, "gateway: must be an object, not null"],
    [
      { sites: { "new york": {} } },
      'sites.new york: is not a valid site name: use letters, digits, ".", "_" and "-", and begin with a letter or digit',
    ],
    [
      { maxDeletes: "5%" },
      "maxDeletes: must be a whole number of objects from 0 to 1000000: a provider does not know how many objects the stack has, so only flowgate summary --max-deletes and fleets know a share",
    ],
    [{ gateway: { url: "" } }, "gateway.url: must not be empty"],
    [
      { gateway: { url: "http://gateway.example.net" } },
      "gateway.url: The URL begins with http://, which sends credentials in plain text. Use https with `pulumi config set --path flowgate:gateway.url https://gateway.example.net`, or allow http with `pulumi config set --path flowgate:gateway.allowHttp true`.",
    ],
    [
      { replicator: { url: "replicator.example.net" } },
      "replicator.url: The URL is not valid: write it as https://host, https://host:port or https://host/prefix.",
    ],
    [
      { gateway: { url: "https://user:pw@gateway.example.net" } },
      "gateway.url: The URL holds a user name or password: set credentials in their own options, never in the URL.",
    ],
    [{ gateway: { formerUrls: ["https://old.example.net", "old"] } }, /^gateway\.formerUrls: The URL is not valid/],
    [
      { gateway: { proxy: "proxy:3128" } },
      "gateway.proxy: The proxy is not a valid URL: write it as http://host:port.",
    ],
    [
      { gateway: { caCert: "/no/such/ca.pem" } },
      'gateway.caCert: "/no/such/ca.pem" cannot be read as a PEM file (ENOENT).',
    ],
    [
      { gateway: { caCert: "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----" } },
      /^gateway\.caCert: caCert holds no certificate/,
    ],
    [
      { gateway: { caCert: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" } },
      /^gateway\.caCert: Certificate 1 of caCert cannot be read/,
    ],
    [
      { gateway: { certFingerprints: ["AB:CD"] } },
      "gateway.certFingerprints[0]: must be a SHA-256 fingerprint: 64 hex digits, colons allowed",
    ],
    [{ gateway: { allowHttp: "yes" } }, "gateway.allowHttp: must be a boolean, not a string"],
    [
      { gateway: { timeouts: { total: 0 } } },
      "gateway.timeouts.total: must be a whole number of milliseconds from 1 to 2147483647",
    ],
    [
      { gateway: { timeouts: { total: 3_000_000_000 } } },
      "gateway.timeouts.total: must be a whole number of milliseconds from 1 to 2147483647",
    ],
    [
      { gateway: { concurrency: 0.5 } },
      "gateway.concurrency: must be a whole number of concurrent requests from 1 to 64",
    ],
    [
      { gateway: { maxResponseBytes: 1 } },
      "gateway.maxResponseBytes: must be a whole number of bytes from 1024 to 1073741824",
    ],
    [{ gateway: { scriptPath: "fcgi" } }, /^gateway\.scriptPath: must be an absolute path/],
    [{ replicator: { user: true } }, "replicator.user: must be non-empty text"],
    [{ gateway: { token: "" } }, "gateway.token: must not be empty"],
    [
      { replicator: { passwordEncoding: "md5" } },
      'replicator.passwordEncoding: must be "sha512", "sha3-512", "plain" or "hash"',
    ],
    [
      { replicator: { passwordEncoding: "hash", password: "canary-5d41402abc4b2a76b9719d911017c592" } },
      'replicator.password: with passwordEncoding "hash" it must be the hash of the password: 128 hex digits (SHA-512 or SHA3-512)',
    ],
    [{ replicator: { commandMethod: "PUT" } }, 'replicator.commandMethod: must be "GET", "POST" or "GET/POST"'],
    [
      { gateway: { sessionEnded: ["ok", "(token"] } },
      /^gateway\.sessionEnded\[1\]: is not a valid regular expression/u,
    ],
    [{ replicator: { sessionEnded: [".*"] } }, /matches every text/u],
    [
      { replicator: { sessionEnded: ["x".repeat(301)] } },
      "replicator.sessionEnded[0]: must not be longer than 300 characters",
    ],
    [{ replicator: { rebuild: "yes" } }, 'replicator.rebuild: must be "auto" or "never"'],
  ];

  test.each(cases)("%j", (flowgate, expected) => {
    expect(faults(flowgate)).toEqual([typeof expected === "string" ? expected : expect.stringMatching(expected)]);
  });
});

describe("all mistakes are reported at once", () => {
  test("in single keys, in combinations of keys, at both appliances and at every site", () => {
    const found = configuration({
      gateway: { url: "https://gateway.example.net", tokn: "x", concurrency: 0 },
      replicator: { url: "https://replicator.example.net/?q", rebuild: "x" },
      sites: { paris: { gateway: { urll: "x" } }, oslo: { replicator: { url: "http://plain" } } },
      sitez: {},
    }).allProblems();
    expect(found).toHaveLength(7);
    for (const part of ['"tokn"', "concurrency", "query", "rebuild", '"urll"', "sites.oslo.replicator.url", '"sitez"'])
      expect(found).toContainEqual(expect.stringContaining(part));
  });

  test("when an operation is refused, with the same messages", () => {
    const all = configuration({ gateway: { ...gateway, tokn: "x", concurrency: 0 }, replicator });
    expect(refusalOf(() => all.gateway(undefined))).toBe(all.problems(undefined).join("; "));
    expect(refusalOf(() => all.replicator(undefined))).toBe(all.problems(undefined).join("; "));
  });

  test("at the top-level key if the site inherits it, and at the site's own key otherwise", () => {
    const sites = { paris: {} };
    expect(faults({ gateway: { url: "http://x" }, sites }, {}, "paris")).toEqual([
      expect.stringMatching(/^gateway\.url: /u),
    ]);
    expect(faults({ sites: { paris: { gateway: { url: "x" } } } }, {}, "paris")).toEqual([
      expect.stringMatching(/^sites\.paris\.gateway\.url: /u),
    ]);
  });

  test("under the name of the variable if an environment variable has an invalid value", () => {
    const environment = {
      FLOWGATE_GATEWAY_CERT_FINGERPRINTS: "AB:CD",
      FLOWGATE_GATEWAY_TIMEOUTS_TOTAL: "soon",
      FLOWGATE_REPLICATOR_PROXY: "proxy.example.net",
      FLOWGATE_REPLICATOR_CA_CERT: "/no/such/file.pem",
      FLOWGATE_SITE_PARIS_GATEWAY_TIMEOUTS_CONNECT: "0",
    };
    expect(faults({ gateway, sites: { paris: { gateway } } }, environment)).toEqual([
      "environment FLOWGATE_GATEWAY_CERT_FINGERPRINTS: must be a SHA-256 fingerprint: 64 hex digits, colons allowed",
      expect.stringMatching(/^environment FLOWGATE_GATEWAY_TIMEOUTS_TOTAL: must be a whole number of milliseconds/u),
      expect.stringMatching(/^environment FLOWGATE_SITE_PARIS_GATEWAY_TIMEOUTS_CONNECT: must be a whole number of/u),
      expect.stringMatching(/^environment FLOWGATE_REPLICATOR_CA_CERT: "\/no\/such\/file.pem" cannot be read/u),
      expect.stringMatching(/^environment FLOWGATE_REPLICATOR_PROXY: The proxy is not a valid URL/u),
    ]);
  });

  test("under the name of the variable if it contains an invalid URL, for a site too", () => {
    expect(faults({}, { FLOWGATE_GATEWAY_URL: "x" })).toEqual([
      expect.stringMatching(/^environment FLOWGATE_GATEWAY_URL: The URL is not valid/u),
    ]);
    expect(faults({}, { FLOWGATE_SITE_PARIS_REPLICATOR_URL: "x" }, "paris")).toEqual([
      expect.stringMatching(/^environment FLOWGATE_SITE_PARIS_REPLICATOR_URL: /u),
    ]);
  });
});

describe("a site that is not configured", () => {
  const sites = { paris: { gateway }, oslo: {} };

  test("is a mistake if other sites are configured, and the nearest name is suggested", () => {
    expect(configuration({ sites }).problems("pariss")).toEqual([
      'site: unknown site "pariss", did you mean "paris"? To define a site, set a key for it: ' +
        "flowgate:sites.pariss.gateway.url (pulumi config set --path flowgate:sites.pariss.gateway.url <value>, or " +
        "FLOWGATE_SITE_PARISS_GATEWAY_URL) or any other key of this site",
    ]);
    expect(configuration({ sites }).problems("lima")).toEqual([
      expect.stringMatching(/^site: unknown site "lima"; known: paris, oslo\. To define a site/u),
    ]);
  });

  test("is known when a variable is set for it", () => {
    const environment = { FLOWGATE_SITE_LIMA_GATEWAY_TOKEN: "x" };
    expect(configuration({ sites }, environment).problems("lima")).toEqual([]);
  });

  test("is never served by the top-level appliance, even if no site is configured at all", () => {
    const all = configuration({ gateway, replicator });
    expect(all.problems("paris")).toEqual([]);
    expect(refusalOf(() => all.gateway("paris"))).toMatch(/^site: unknown site "paris"\. To define a site/u);
    expect(refusalOf(() => all.replicator("paris"))).toMatch(/^site: unknown site "paris"/u);
  });

  test.each(["constructor", "toString", "__proto__"])(
    "named %s is unknown, although every object has a property of this name",
    (site) => {
      expect(configuration({ gateway, sites }).problems(site)).toEqual([
        expect.stringContaining(`unknown site "${site}"`),
      ]);
    },
  );
});

describe("a trusted certificate", () => {
  const file = join(temporaryFolder(), "ca.pem");

  test("is given as PEM text or as the path of a PEM file, in the configuration or the environment", async () => {
    const { cert } = await makeCertificate({ selfSigned: true });
    writeFileSync(file, cert);
    for (const caCert of [cert, file]) {
      const ofStack = configuration({ gateway: { ...gateway, caCert } });
      for (const all of [ofStack, configuration({ gateway }, { FLOWGATE_GATEWAY_CA_CERT: caCert })]) {
        expect(all.problems(undefined)).toEqual([]);
        expect(all.gateway(undefined).caCert).toBe(cert);
      }
    }
  });

  test("can be a fingerprint with or without colons, in any case, or with the sha256 prefix", () => {
    const hex = "ab".repeat(32);
    const certFingerprints = [hex, hex.toUpperCase(), `sha256:${hex}`, (hex.match(/../gu) ?? []).join(":")];
    expect(configuration({ gateway: { ...gateway, certFingerprints } }).problems(undefined)).toEqual([]);
  });
});

test("problems of a provider that the program declares name its arguments, not the stack's configuration", () => {
  const ofParis = (args: object): Configuration => configuration({ ...args }, {}, ofProvider("paris"));
  expect(ofParis({ gateway: { url: 7 } }).allProblems()).toEqual([
    'argument gateway.url of provider "paris": must be a string, not a number',
  ]);
  expect(ofParis({ gatway: {} }).allProblems()[0]).toMatch(/^provider "paris": unknown key "gatway"/u);
  expect(refusalOf(() => ofParis({}).gateway(undefined))).toBe(
    'the gateway is not configured: missing argument gateway.url of provider "paris" (gateway.url: <value> in the ' +
      'arguments of provider "paris", or FLOWGATE_GATEWAY_URL) and argument gateway.token of provider "paris" ' +
      '(gateway.token: <value> in the arguments of provider "paris", or FLOWGATE_GATEWAY_TOKEN)',
  );
});

test("text that is not JSON, as a plain pulumi config set stores it, is reported as a mistake", () => {
  expect(new Configuration({ gateway: "https://gateway.example.net" }, {}).problems(undefined)).toEqual([
    "configuration flowgate:gateway: must be an object, not a string",
  ]);
});
