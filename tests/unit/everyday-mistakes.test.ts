import type { Kind } from "../../provider/registry";
import { makeCertificate } from "../../simulator/certificate";
import { samples } from "../kinds/samples";
import { failureOf, Resource } from "../lifecycle/resource";
import { environmentOf, type Config } from "../support/configuration";
import { worldIn } from "../support/lifecycle";
import { flowgate, stackOf } from "./cli/support";

type Declared = readonly [kind: string, inputs: Record<string, unknown>];

/**
 * Mistakes of an ordinary day, each with the first line that it gets: the line names the reason, and where there is a
 * cure, the cure. Those of a program are rows of tests/lifecycle/inputs.test.ts, those of a configuration rows of
 * tests/unit/config/faults.test.ts, those of a command line, a stack or a fleet cases of tests/unit/cli/golden-cases.ts.
 * Others have tests beside what they are about: objects that two resources declare (tests/lifecycle), texts and resources
 * in place of others (tests/unit/sdk, tests/types), renames and one Pulumi name twice (tests/engine).
 */
describe("a mistake that an appliance shows has one line with the reason and the cure", () => {
  const alice: Declared = ["User", { name: "alice", password: "a word of hers" }];
  const may = { userGroup: "Gests", permissionType: "app", seccode: "runReport" };
  const exists =
    /: it already exists \(id 103\)\. Unless another stack manages it, .* with: onExisting: "adopt"\. .* npx flowgate check$/u;

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
      /^\S+ "\S+" on \S+: the token was refused: .* Set flowgate:gateway\.token \(or FLOWGATE_GATEWAY_TOKEN\):\npulumi config set --path --secret flowgate:gateway\.token$/u,
    ],
    [
      "Setting",
      { replicator: { password: "not-his" } },
      /^\S+ "\S+" on \S+: the login was refused: Login failed\. .* Check user and password; /u,
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
      /: a replicator answers at the gateway's URL\. Set the gateway's own:\npulumi config set --path flowgate:gateway\.url$/u,
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
  const { stdout } = await flowgate(["doctor"], { env: environmentOf(world.sim) });
  expect(stdout).toContain(`export FLOWGATE_GATEWAY_CERT_FINGERPRINTS=${caFingerprint}\n`);
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
