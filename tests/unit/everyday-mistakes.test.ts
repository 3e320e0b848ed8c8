import { declared } from "../../provider/lifecycle/declared";
import type { Kind } from "../../provider/registry";
import { makeCertificate } from "../../simulator/certificate";
import { samples } from "../kinds/samples";
import { failureOf, Resource } from "../lifecycle/resource";
import type { Config } from "../support/configuration";
import { worldIn } from "../support/lifecycle";
import { flowgate, stackOf } from "./cli/support";

type Declared = readonly [kind: string, inputs: Record<string, unknown>];

/**
 * Mistakes of an ordinary day, each with the first line that it gets: the line names the reason, and where there is a
 * cure, the cure. Those of a command line, a stack or a fleet are cases of tests/unit/cli/golden.test.ts, those of a
 * configuration rows of tests/unit/config/faults.test.ts. Others have tests beside what they are about: objects that two
 * resources declare (tests/lifecycle), texts and resources in place of others (tests/unit/sdk, tests/types), renames,
 * one Pulumi name twice and what was not done (tests/engine).
 */
describe("a mistake in a program has one line with the reason and the cure", () => {
  const cycle = { groups: { A: { children: ["B"] }, B: { children: ["A"] } } };
  test.each<[string, object, string]>([
    ["Collector", { adress: "10.0.0.1", profiles: ["p"] }, 'unknown key "adress", did you mean "address"?'],
    ["Policy", { kind: "exlude" }, 'kind: must be "include" or "exclude", did you mean "exclude"?'],
    ["IpGroup", { onExisting: "adopted" }, 'onExisting: must be "fail", "adopt" or "adoptIfEqual", did you mean "ad'],
    ["Setting", { name: "flowStopAlrt" }, 'name: unknown setting "flowStopAlrt", did you mean "flowStopAlert"?'],
    ["Setting", { value: true }, "value: must be text or a number; what switches a setting is enabled: true"],
    ["UserPreferences", { preferences: { languge: 1 } }, 'preferences.languge: unknown preference "languge", did'],
    ["IpGroups", { groups: [] }, "groups: must be an object with the names as keys"],
    ["IpGroups", cycle, 'groups: groups contain each other in a cycle, "A" > "B" > "A"'],
    ["IpGroups", { groups: { A: { children: ["C"] } } }, 'groups: "A": unknown child "C"'],
    ["IpGroups", { groups: { " A": {} } }, "groups. A: begins or ends with white space"],
    ["IpGroup", { rules: ["10.0.0.1 - 10.0.0.9"] }, "rules[0]: must be a rule, not a string: write rule.range("],
    ["IpGroup", { rules: { type: "all" } }, "rules: must be a list, not an object: write it in brackets, [...]"],
    ["Collector", { profiles: "netflow" }, "profiles: must be a list, not a string: write it in brackets, [...]"],
    ["User", {}, "password: is required"],
  ])("%s %j", (kind, mistake, says) => {
    const { minimal } = samples[kind as Kind];
    const inputs = Object.keys(mistake).length === 0 ? { name: "anna" } : { ...minimal, ...mistake };
    const [first = ""] = declared(kind, inputs, 1).faults;
    expect(first.slice(0, says.length)).toBe(says);
  });
});

describe("a mistake that an appliance shows has one line with the reason and the cure", () => {
  const alice: Declared = ["User", { name: "alice", password: "a word of hers" }];
  const may = { userGroup: "Gests", permissionType: "app", seccode: "runReport" };
  const exists =
    /: it already exists \(id 103\)\. Unless another stack manages it, .* with: onExisting: "adopt"\. .* npx flowgate check\.$/u;

  test.each<[last: Declared, says: string | RegExp]>([
    [["IpGroup", { name: "Loopback", rules: [] }], exists],
    [["UserGroup", { name: "ops", members: ["alcie"] }], 'User alcie does not exist. Did you mean "alice"?'],
    [["Membership", { user: "alcie", userGroup: "Guests" }], 'no such user. Did you mean "alice"?'],
    [["Permission", may], 'no such usergroup. Did you mean "Guests"?'],
    [["Membership", { user: "admin", userGroup: "elsewhere" }], /: no such usergroup\.$/u],
    [
      ["Collector", { address: "10.0.0.1", profiles: ["netflw"] }],
      'has no such profile: unknown profile "netflw"; known: legacy-netops.',
    ],
  ])("%j: %s", async ([kind, program], says) => {
    const world = await worldIn();
    const { oneCommand } = world;
    await new Resource(oneCommand, alice[0]).check(alice[1]);
    expect(await failureOf(new Resource(oneCommand, kind).declare(program))).toMatch(says);
  });

  test.each<[kind: string, config: Config, says: RegExp]>([
    ["IpGroup", { gateway: { url: "http://appliance.invalid" } }, / failed: (?:no such host|.* not be resolved)/u],
    [
      "IpGroup",
      { gateway: { token: "not-hers" } },
      /^\S+ "\S+" on \S+: the token was refused: .* Set the token: flowgate:/u,
    ],
    [
      "Setting",
      { replicator: { password: "not-his" } },
      /^\S+ "\S+" on \S+: the login was refused: Login failed\. Check user/u,
    ],
  ])("%s with %j", async (kind, config, says) => {
    const world = await worldIn();
    await world.nextRun({ config });
    expect(await failureOf(new Resource(world, kind).up(samples[kind as Kind].minimal))).toMatch(says);
  });

  test("URLs that are exchanged", async () => {
    const world = await worldIn();
    const { gateway, replicator } = world.sim;
    await world.nextRun({ config: { gateway: { url: replicator.url }, replicator: { url: gateway.url } } });
    expect(await failureOf(new Resource(world, "IpGroup").up({ name: "Offices" }))).toMatch(
      /: a replicator answers at the gateway's URL\. Set the gateway's own:\npulumi config set --path flowgate:gateway\.url <url>$/u,
    );
  });
});

test("a certificate without that of its signer has the same line to paste in up, doctor and call", async () => {
  const world = await worldIn({}, { simulator: { https: true } });
  const { gateway, caFingerprint = "" } = world.sim;
  const config = { gateway: { url: gateway.url, token: gateway.token } };
  await world.nextRun({ onlyConfig: config });
  const stack = stackOf(config);
  const texts = [
    await failureOf(new Resource(world, "IpGroup").up({ name: "Offices" })),
    (await flowgate(["doctor"], stack)).stdout,
    (await flowgate(["call", "gateway", "ipgroups/loadTreeRootFast"], stack)).stderr,
  ];
  const mends = `pulumi config set --path 'flowgate:gateway.certFingerprints[0]' ${caFingerprint}`;
  for (const text of texts) {
    expect(text).toContain(
      "is not accepted: its signer is unknown here, and was not sent with it (UNABLE_TO_VERIFY_LEAF_SIGNATURE)",
    );
    expect(text.split("\n").map((line) => line.trim())).toContain(mends);
  }
  await world.nextRun({ onlyConfig: { gateway: { ...config.gateway, caCert: makeCertificate().caCert } } });
  const says = "is not accepted: caCert is set, but did not sign it.";
  expect(await failureOf(new Resource(world, "IpGroup").up({ name: "Offices" }))).toContain(says);
});
