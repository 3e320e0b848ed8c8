import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Configuration } from "../../../provider/config/configuration";
import { makeCertificate } from "../../../simulator/certificate";
import { configuration, gateway, refusalOf, replicator } from "./support";

/** The problems that a check reports for one configuration, without the namespace. */
function faults(flowgate: Record<string, unknown>, environment: Record<string, string> = {}, site?: string): string[] {
  return configuration(flowgate, environment)
    .problems(site)
    .map((text) => text.replace(/^configuration flowgate:/u, ""));
}

describe("each mistake has one sentence that names its key", () => {
  const cases: [string, Record<string, unknown>, string | RegExp][] = [
    [
      "an unknown key of an appliance",
      { gateway: { tokn: "x" } },
      'gateway: unknown key "tokn", did you mean "token"?',
    ],
    ["an unknown key at top level", { gatway: {} }, ' unknown key "gatway", did you mean "gateway"?'],
    [
      "a key without a near match: all known keys are listed",
      { colour: 1 },
      ' unknown key "colour"; known: gateway, replicator, sites, snapshot, maxDeletes, protect, plugin',
    ],
    [
      "an unknown key of a site",
      { sites: { paris: { gatway: {} } } },
      'sites.paris: unknown key "gatway", did you mean "gateway"?',
    ],
    [
      "an unknown key of a site's appliance",
      { sites: { paris: { replicator: { usr: "x" } } } },
      'sites.paris.replicator: unknown key "usr", did you mean "user"?',
    ],
    [
      "an unknown deadline",
      { gateway: { timeouts: { conect: 1 } } },
      'gateway.timeouts: unknown key "conect", did you mean "connect"?',
    ],
    [
      "a gateway's key at the replicator",
      { replicator: { scriptPath: "/x" } },
      /^replicator: unknown key "scriptPath"/,
    ],
    ["text for an appliance", { gateway: "https://x" }, "gateway: must be an object, not a string"],
    [
      "a list for the sites",
      { sites: [] },
      /^sites: must be an object with the names as keys, such as .*, not a list$/u,
    ],
    ["null for an appliance", { gateway: null }, "gateway: must be an object, not null"],
    [
      "a site name with a space",
      { sites: { "new york": {} } },
      'sites.new york: is not a valid site name: use letters, digits, ".", "_" and "-", and begin with a letter or digit',
    ],
    [
      "a share of deletions",
      { maxDeletes: "5%" },
      "maxDeletes: must be a whole number of objects from 0 to 1000000: a provider does not know how many objects the stack has, so only flowgate summary --max-deletes and fleets know a share",
    ],
    ["an empty URL", { gateway: { url: "" } }, "gateway.url: must not be empty"],
    [
      "http:// without allowHttp",
      { gateway: { url: "http://gateway.example.net" } },
      "gateway.url: The URL begins with http://, which sends credentials in plain text. Use https with `pulumi config set --path flowgate:gateway.url https://gateway.example.net`, or allow http with `pulumi config set --path flowgate:gateway.allowHttp true`.",
    ],
    [
      "text that is no URL",
      { replicator: { url: "replicator.example.net" } },
      "replicator.url: The URL is not valid: write it as https://host, https://host:port or https://host/prefix.",
    ],
    [
      "credentials in a URL",
      { gateway: { url: "https://user:pw@gateway.example.net" } },
      "gateway.url: The URL holds a user name or password: set credentials in their own options, never in the URL.",
    ],
    [
      "a former URL that is no URL",
      { gateway: { formerUrls: ["https://old.example.net", "old"] } },
      /^gateway\.formerUrls: The URL is not valid/,
    ],
    [
      "a proxy that is no URL",
      { gateway: { proxy: "proxy:3128" } },
      "gateway.proxy: The proxy is not a valid URL: write it as http://host:port.",
    ],
    [
      "a certificate file that does not exist",
      { gateway: { caCert: "/no/such/ca.pem" } },
      'gateway.caCert: "/no/such/ca.pem" cannot be read as a PEM file (ENOENT).',
    ],
    [
      "PEM text that holds no certificate",
      { gateway: { caCert: "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----" } },
      /^gateway\.caCert: caCert holds no certificate/,
    ],
    [
      "PEM text that is not a certificate",
      { gateway: { caCert: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" } },
      /^gateway\.caCert: Certificate 1 of caCert cannot be read/,
    ],
    [
      "a fingerprint of the wrong length",
      { gateway: { certFingerprints: ["AB:CD"] } },
      "gateway.certFingerprints[0]: must be a SHA-256 fingerprint: 64 hex digits, colons allowed",
    ],
    ["text for a boolean key", { gateway: { allowHttp: "yes" } }, "gateway.allowHttp: must be a boolean, not a string"],
    [
      "a deadline of 0",
      { gateway: { timeouts: { total: 0 } } },
      "gateway.timeouts.total: must be a whole number of milliseconds from 1 to 2147483647",
    ],
    [
      "a deadline that is too long for a timer",
      { gateway: { timeouts: { total: 3_000_000_000 } } },
      "gateway.timeouts.total: must be a whole number of milliseconds from 1 to 2147483647",
    ],
    [
      "a fractional concurrency",
      { gateway: { concurrency: 0.5 } },
      "gateway.concurrency: must be a whole number of concurrent requests from 1 to 64",
    ],
    [
      "an answer limit of 1 byte",
      { gateway: { maxResponseBytes: 1 } },
      "gateway.maxResponseBytes: must be a whole number of bytes from 1024 to 1073741824",
    ],
    ["a relative script path", { gateway: { scriptPath: "fcgi" } }, /^gateway\.scriptPath: must be an absolute path/],
    ["a boolean for a user", { replicator: { user: true } }, "replicator.user: must be non-empty text"],
    ["an empty token", { gateway: { token: "" } }, "gateway.token: must not be empty"],
    [
      "an unknown encoding of the password",
      { replicator: { passwordEncoding: "md5" } },
      'replicator.passwordEncoding: must be "sha512", "sha3-512", "plain" or "hash"',
    ],
    [
      "a password that is not a hash although passwordEncoding is hash",
      { replicator: { passwordEncoding: "hash", password: "canary-5d41402abc4b2a76b9719d911017c592" } },
      'replicator.password: with passwordEncoding "hash" it must be the hash of the password: 128 hex digits (SHA-512 or SHA3-512)',
    ],
    [
      "an unsupported method for commands",
      { replicator: { commandMethod: "PUT" } },
      'replicator.commandMethod: must be "GET", "POST" or "GET/POST"',
    ],
    [
      "a pattern that is not a regular expression",
      { gateway: { sessionEnded: ["ok", "(token"] } },
      /^gateway\.sessionEnded\[1\]: is not a valid regular expression/u,
    ],
    ["a pattern that matches every text", { replicator: { sessionEnded: [".*"] } }, /matches every text/u],
    [
      "a pattern that is too long",
      { replicator: { sessionEnded: ["x".repeat(301)] } },
      "replicator.sessionEnded[0]: must not be longer than 300 characters",
    ],
    ["an unknown rebuild mode", { replicator: { rebuild: "yes" } }, 'replicator.rebuild: must be "auto" or "never"'],
  ];

  test.each(cases)("%s", (_, flowgate, expected) => {
    expect(faults(flowgate)).toEqual([typeof expected === "string" ? expected : expect.stringMatching(expected)]);
  });
});

describe("all mistakes are reported at once", () => {
  test("in single keys, in combinations of keys, at both appliances and at every site", () => {
    const found = faults({
      gateway: { url: "http://gateway.example.net", tokn: "x", concurrency: 0 },
      replicator: { url: "https://replicator.example.net/?q", rebuild: "x" },
      sites: { paris: { gateway: { urll: "x" } } },
      sitez: {},
    });
    expect(found).toHaveLength(7);
    for (const part of ["http://", '"tokn"', "concurrency", "query", "rebuild", '"urll"', '"sitez"'])
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
  const folder = mkdtempSync(join(tmpdir(), "flowgate-config-"));
  const file = join(folder, "ca.pem");
  afterAll(() => rmSync(folder, { recursive: true }));

  test("is given as PEM text or as the path of a PEM file, and both mean the same", async () => {
    const { cert } = await makeCertificate({ selfSigned: true });
    writeFileSync(file, cert);
    for (const caCert of [cert, file]) {
      const all = configuration({ gateway: { ...gateway, caCert } });
      expect(all.problems(undefined)).toEqual([]);
      expect(all.gateway(undefined).caCert).toBe(cert);
    }
  });

  test("can be a fingerprint with or without colons, in any case, or with the sha256 prefix", () => {
    const hex = "ab".repeat(32);
    const certFingerprints = [hex, hex.toUpperCase(), `sha256:${hex}`, (hex.match(/../gu) ?? []).join(":")];
    expect(configuration({ gateway: { ...gateway, certFingerprints } }).problems(undefined)).toEqual([]);
  });
});

test("text that is not JSON, as a plain pulumi config set stores it, is reported as a mistake", () => {
  expect(new Configuration({ gateway: "https://gateway.example.net" }, {}).problems(undefined)).toEqual([
    "configuration flowgate:gateway: must be an object, not a string",
  ]);
});
