import { createHash } from "node:crypto";
import { gatewaySchema, replicatorSchema } from "../../../provider/config/schema";
import { redact } from "../../../provider/values/secret";
import { inspect } from "node:util";
import { makeCertificate } from "../../../simulator/certificate";
import { configuration, gateway, refusalOf, replicator } from "./support";

const paris = { url: "https://gw.paris.example.net" };

describe("the layers of the configuration", () => {
  test("every documented option reaches the settings", () => {
    const { caCert } = makeCertificate();
    const connection = {
      caCert,
      certFingerprints: [`${"AB:".repeat(31)}AB`],
      insecureSkipVerify: true,
      allowHttp: true,
      proxy: "http://proxy.example.net:3128",
      timeouts: { connect: 1, headers: 2, total: 3 },
      concurrency: 64,
      formerUrls: ["http://old.example.net"],
    };
    const words = { scriptPath: "/fcgi/own.fcgi", staticPermissionType: "product", tokenUser: "automation" };
    const ofGateway = { ...gateway, ...connection, ...words, rulesField: "id", already: "so before" };
    const ofReplicator = {
      ...replicator,
      ...connection,
      passwordEncoding: "plain",
      commandMethod: "POST",
      legacyLogin: true,
      sessionHeader: "x-own-session",
      rebuild: "never",
      strictRebuild: true,
    };
    const keysOf = (...all: object[]): string[][] => all.map((one) => Object.keys(one).sort());
    expect(keysOf(ofGateway, ofReplicator)).toEqual(keysOf(gatewaySchema.shape, replicatorSchema.shape));
    expect(keysOf(connection.timeouts)).toEqual(keysOf(gatewaySchema.shape.timeouts.unwrap().shape));
    const all = configuration({ gateway: ofGateway, replicator: ofReplicator });
    expect(all.problems(undefined)).toEqual([]);
    const [one, other] = [all.gateway(undefined), all.replicator(undefined)];
    expect({ ...one, token: one.token.reveal() }).toEqual({ ...ofGateway, already: /so before/iu });
    expect({ ...other, password: other.password.reveal() }).toEqual(ofReplicator);
  });

  test("a site overrides the top-level keys one by one", () => {
    const timeouts = { connect: 1000, total: 9000 };
    const sites = { paris: { gateway: { ...paris, timeouts: { total: 5000 } } } };
    const all = configuration({ gateway: { ...gateway, timeouts, concurrency: 8 }, sites });
    const merged = { url: paris.url, concurrency: 8, timeouts: { connect: 1000, total: 5000 } };
    expect(all.gateway("paris")).toMatchObject(merged);
    expect(all.gateway("paris").token.reveal()).toBe("token-of-all");
    expect(all.gateway(undefined)).toMatchObject({ url: gateway.url, timeouts });
  });

  test("false at a site overrides true at top level", () => {
    const sites = { paris: { gateway: { url: "http://paris.example.net", allowHttp: false } } };
    const all = configuration({ gateway: { ...gateway, url: "http://gateway.example.net", allowHttp: true }, sites });
    expect(all.problems(undefined)).toEqual([]);
    expect(all.problems("paris")).toEqual([expect.stringContaining("http://")]);
  });

  test("connection settings can be set in the environment, for all sites and for one", () => {
    const pin = "AB:".repeat(31) + "AB";
    const proxy = "http://user:proxy-secret@proxy.example.net:3128";
    const sites = { paris: { gateway: { url: gateway.url, timeouts: { headers: 2500 } } } };
    const all = configuration(
      { gateway: { ...gateway, timeouts: { total: 7000 } }, sites },
      { FLOWGATE_GATEWAY_CERT_FINGERPRINTS: `${pin}, ${pin.toLowerCase()}`, FLOWGATE_GATEWAY_PROXY: proxy },
    );
    expect(all.allProblems()).toEqual([]);
    const read = { certFingerprints: [pin, pin.toLowerCase()], proxy, timeouts: { total: 7000 } };
    expect(all.gateway(undefined)).toMatchObject(read);
    expect(all.gateway("paris").timeouts).toEqual({ headers: 2500, total: 7000 });
    expect(redact("the proxy said proxy-secret")).not.toContain("proxy-secret");
  });

  test("a hash that logs in is redacted before any login: an appliance may repeat it to another resource", () => {
    configuration({ replicator: { ...replicator, password: "a-long-password" } });
    expect(redact(createHash("sha512").update("a-long-password").digest("hex"))).toBe("[secret]");
  });

  test("an empty variable is ignored", () => {
    const all = configuration({ gateway }, { FLOWGATE_GATEWAY_TOKEN: "", FLOWGATE_GATEWAY_URL: "" });
    expect(all.gateway(undefined).token.reveal()).toBe("token-of-all");
  });

  test("a site has its own variables: its name in capitals, with _ for characters that no variable may contain", () => {
    const sites = { "new-york.1": { gateway: { ...paris, token: "configured" } } };
    const all = configuration({ gateway, sites }, { FLOWGATE_SITE_NEW_YORK_1_GATEWAY_TOKEN: "rotated" });
    expect(all.gateway("new-york.1").token.reveal()).toBe("rotated");
    expect(all.gateway(undefined).token.reveal()).toBe("token-of-all");
  });

  test("a site's configured token overrides the variable for all sites", () => {
    const sites = { paris: { gateway: { ...paris, token: "of paris" } } };
    const all = configuration({ gateway, sites }, { FLOWGATE_GATEWAY_TOKEN: "rotated" });
    expect(all.gateway("paris").token.reveal()).toBe("of paris");
    expect(all.gateway(undefined).token.reveal()).toBe("rotated");
  });

  test("a site's URL variable overrides the top-level URL, and the site's configured URL overrides both", () => {
    const environment = { FLOWGATE_SITE_PARIS_GATEWAY_URL: "https://variable.example.net" };
    expect(configuration({ gateway }, environment).gateway("paris").url).toBe("https://variable.example.net");
    const sites = { paris: { gateway: paris } };
    expect(configuration({ gateway, sites }, environment).gateway("paris").url).toBe(paris.url);
  });

  test("a token of digits that arrives as a number is read as these digits", () => {
    const all = configuration({ gateway: { ...gateway, token: 123456 } });
    expect(all.gateway(undefined).token.reveal()).toBe("123456");
  });

  test("a numeric token that is too long to keep its exact digits is refused, with the way to keep them", () => {
    // The engine writes a value in this way if it was set without --secret.
    const json = `{"url":"https://gateway.example.net","token":12345678901234567890}`;
    const all = configuration({ gateway: JSON.parse(json) as unknown });
    expect(all.problems(undefined)).toEqual([
      "configuration flowgate:gateway.token: is a number whose exact digits are lost: set it with --secret, which keeps it as text",
    ]);
  });
});

// docs/operations/when-it-fails.md has the message for a stack without any configuration.
test("a missing setting is named at the first operation, with the command and the variable that set it", () => {
  const { url } = replicator;
  expect(refusalOf(() => configuration({ replicator: { url } }).replicator(undefined))).toBe(
    "the replicator is not configured: missing flowgate:replicator.user (or FLOWGATE_REPLICATOR_USER):\n" +
      "pulumi config set --path flowgate:replicator.user\nflowgate:replicator.password (or FLOWGATE_REPLICATOR_PASSWORD):\n" +
      "pulumi config set --path --secret flowgate:replicator.password",
  );
});

describe("secrets", () => {
  const canaries = { token: "canary-token-7f3a", password: "canary-password-91bc" };
  const all = configuration({
    gateway: { ...gateway, ...canaries, password: undefined },
    replicator: { ...replicator, ...canaries, token: undefined },
  });

  test("are wrapped in the settings, and no form of printing shows them", () => {
    for (const settings of [all.gateway(undefined), all.replicator(undefined)]) {
      const printed = [JSON.stringify(settings), inspect(settings, { depth: 9, showHidden: true })].join();
      expect(printed).toContain("[secret]");
      expect(printed).not.toMatch(/canary/u);
    }
  });

  test("are not repeated in messages, even if they were written in the wrong place", () => {
    const own = { ...gateway, token: canaries.token };
    const misplaced = [
      { ...own, [canaries.token]: 1 },
      { ...own, caCert: canaries.token },
    ];
    const said = misplaced.flatMap((one) => configuration({ gateway: one }).problems(undefined)).join("\n");
    expect(said).toContain("unknown key");
    expect(said).toContain("caCert is PEM text, or the path of a PEM file");
    expect(said).not.toMatch(/canary/u);
  });
});
