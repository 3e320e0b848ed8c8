import { Configuration } from "../../../provider/config/configuration";
import { ofProvider } from "../../../provider/config/environment";
import { refusalOf } from "./support";

function ofParis(args: Readonly<Record<string, unknown>>): Configuration {
  const raw = Object.entries(args).map(([key, value]) => [key, JSON.stringify(value)]);
  return new Configuration(Object.fromEntries(raw) as Record<string, string>, {}, ofProvider("paris"));
}

test("all mistakes of all sites are reported at once", () => {
  const configuration = ofParis({
    gateway: { url: "ftp://x", tokn: "t" },
    sites: { oslo: { replicator: { url: "http://plain" } }, rome: { gateway: { timeouts: { total: 0 } } } },
  });
  const problems = configuration.allProblems();
  for (const part of ["gateway.url", "tokn", "sites.oslo.replicator.url", "sites.rome.gateway.timeouts.total"]) {
    expect(problems.filter((problem) => problem.includes(part))).toHaveLength(1);
  }
});

test("problems of a provider that the program declares name its arguments, not the stack's configuration", () => {
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
