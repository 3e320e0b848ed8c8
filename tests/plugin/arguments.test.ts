import { configurationOf } from "../../provider/plugin/instance";

const gateway = { url: "https://127.0.0.1", token: "secret", certFingerprints: ["A".repeat(64)] };

/** The arguments of a provider in the form in which an SDK sends them. */
function problems(args: Record<string, unknown>): readonly string[] {
  const texts = Object.entries(args).map(([key, value]): [string, string] => [key, JSON.stringify(value)]);
  return configurationOf(Object.fromEntries(texts), "own").allProblems();
}

describe("the arguments of a provider that a program declares", () => {
  test("may have their keys in snake case, as the SDK for Python generates them, at any depth", () => {
    const { certFingerprints, ...rest } = gateway;
    const own = { ...rest, allow_http: true, cert_fingerprints: certFingerprints };
    const args = { gateway: own, sites: { new_york: { gateway: { ...own, timeouts: { connect: 5 } } } } };
    expect(problems(args)).toEqual([]);
    const configuration = configurationOf(args, "own");
    expect(configuration.siteNames()).toEqual(["new_york"]);
    expect(configuration.gateway("new_york")).toMatchObject({
      allowHttp: true,
      certFingerprints,
      timeouts: { connect: 5 },
    });
  });

  test("are refused with a key that is unknown in either spelling, or given in both", () => {
    expect(problems({ gateway: { ...gateway, allowHttp: true, allow_htp: true } })).toEqual([
      expect.stringContaining('unknown key "allow_htp"'),
    ]);
    expect(problems({ gateway: { ...gateway, allowHttp: true, allow_http: true } })).toEqual([
      expect.stringContaining('unknown key "allow_http"'),
    ]);
  });
});

test.each([
  ["default", "flowgate:gateway.url"],
  ["default_0_1_0", "flowgate:gateway.url"],
  ["defaults", 'argument gateway.url of provider "defaults"'],
])("a mistake in the configuration of the provider %s is in %s", (provider, place) => {
  const [problem] = configurationOf({ gateway: JSON.stringify({ ...gateway, url: "no URL" }) }, provider).allProblems();
  expect(problem).toContain(place);
});
