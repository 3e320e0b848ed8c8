import { rmSync } from "node:fs";
import { Configuration } from "../../provider/config/configuration";
import { declared } from "../../provider/lifecycle/declared";
import { failureOf, Resource } from "../lifecycle/resource";
import { worldIn } from "../support/lifecycle";
import { entryOf, flowgate, siteForEach, stackOf } from "./cli/support";

type Declared = readonly [kind: string, inputs: Record<string, unknown>];

/**
 * Mistakes of an ordinary day, each with the first line that it gets: the line names the reason, and where there is a
 * cure, the cure. Those that only an appliance or an engine shows, and those of one value (tests/unit/values), have tests
 * of their own.
 */
describe("a mistake in a program has one line with the reason and the cure", () => {
  test.each<[string, Record<string, unknown>, string]>([
    [
      "IpGroup",
      { name: "a", onExisting: "adopted" },
      'onExisting: must be "fail", "adopt" or "adoptIfEqual", did you mean "adopt"?',
    ],
    [
      "Setting",
      { name: "flowStopAlrt", value: 1 },
      'name: unknown setting "flowStopAlrt", did you mean "flowStopAlert"?',
    ],
    [
      "Setting",
      { name: "pingCollectors", value: true },
      "value: must be text or a number; what switches a setting is enabled: true",
    ],
    [
      "UserPreferences",
      { userId: 1, preferences: { languge: "english" } },
      'preferences.languge: unknown preference "languge", did you mean "language"?',
    ],
    [
      "IpGroup",
      { name: "a", rules: ["10.0.0.1 - 10.0.0.9"] },
      'rules[0]: must be a rule, not a string: write rule.range("10.0.0.1", "10.0.0.9")',
    ],
    [
      "Collector",
      { address: "10.0.0.1", profiles: "netflow" },
      "profiles: must be a list, not a string: write it in brackets, [...]",
    ],
    ["IpGroups", { groups: [] }, "groups: must be an object with the names as keys"],
  ])("%s %j", (kind, inputs, says) => {
    const [first = ""] = declared(kind, inputs, 1).faults;
    expect(first.slice(0, says.length)).toBe(says);
  });
});

describe("a mistake in a configuration has one line with the reason and the cure", () => {
  test.each<[Record<string, string>, string]>([
    [
      { "gateway.url": "https://x" },
      "configuration flowgate:gateway.url was set without --path, as a key with a dot: pulumi config rm flowgate:gateway.url && pulumi config set --path flowgate:gateway.url <value>",
    ],
    [{ gateway: '{"url":" https://gateway.example"}' }, "configuration flowgate:gateway.url: "],
  ])("%j", (values, says) => {
    const [first = ""] = new Configuration(values, {}).allProblems();
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
  ])("%j: %s", async ([kind, program], says) => {
    const world = await worldIn();
    const { oneCommand } = world;
    await new Resource(oneCommand, alice[0]).check(alice[1]);
    expect(await failureOf(new Resource(oneCommand, kind).declare(program))).toMatch(says);
  });

  test("URLs that are exchanged", async () => {
    const world = await worldIn();
    const { gateway, replicator } = world.sim;
    await world.nextRun({ config: { gateway: { url: replicator.url }, replicator: { url: gateway.url } } });
    expect(await failureOf(new Resource(world, "IpGroup").up({ name: "Offices" }))).toMatch(
      /: a replicator answers at the gateway's URL\. Set the gateway's own: pulumi config set --path flowgate:gateway\.url <url>\.$/u,
    );
    const setting = { name: "flowStopAlert", value: 1 };
    expect(await failureOf(new Resource(world, "Setting").up(setting))).toContain("there is no login (HTTP 404)");
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
});

describe("a mistake in how a command is run has one line with the reason and the cure", () => {
  const site = siteForEach();
  const failing = (words: string): void => {
    rmSync(site.path("bin/pulumi"));
    site.write("bin/pulumi", `#!/bin/sh\necho "error: ${words}" >&2\nexit 255\n`);
  };
  test.each([
    ["drift", "no stack selected", "no stack is selected: `pulumi stack select <name>`"],
    [
      "doctor",
      "PULUMI_ACCESS_TOKEN must be set for login during non-interactive CLI sessions",
      "Log in: `pulumi login`",
    ],
    [
      "doctor",
      "passphrase must be set with PULUMI_CONFIG_PASSPHRASE",
      "`export PULUMI_CONFIG_PASSPHRASE=<passphrase>`",
    ],
    ["export", "incorrect passphrase", "`export PULUMI_CONFIG_PASSPHRASE=<passphrase>`"],
  ])("%s: %s", async (command, words, cure) => {
    failing(words);
    const { chmodSync } = await import("node:fs");
    chmodSync(site.path("bin/pulumi"), 0o755);
    const { code, stdout, stderr } = await site.run([command]);
    expect([code === 0, `${stdout}${stderr}`]).toEqual([false, expect.stringContaining(cure)]);
  });

  test("a state of another box is refused, as the preview refuses it", async () => {
    const outputs = { groupId: 104, ruleCount: 0, appliance: "https://old.example" };
    site.holds([entryOf("IpGroup", "servers", "104", { name: "Servers", rules: [] }, outputs)]);
    const { code, stdout } = await site.run(["drift"]);
    expect([code, stdout]).toEqual([9, expect.stringContaining("it was created on https://old.example, but the")]);
    expect(stdout).not.toContain("No drift");
  });

  test("a stale credential of the environment is named with its variable", async () => {
    Object.assign(site.options.env, { FLOWGATE_GATEWAY_TOKEN: "stale-token" });
    const { stdout } = await site.run(["doctor"]);
    expect(stdout).toContain("or unset FLOWGATE_GATEWAY_TOKEN");
    expect(stdout).not.toContain("config set --path --secret flowgate:gateway.token");
  });

  test.each([
    [["drft"], "Did you mean drift?"],
    [["export", "--format", "modl"], "model"],
    [["doctor", "--site", "pari"], "pari"],
  ])("flowgate %j", async (args, says) => {
    const { code, stdout, stderr } = await site.run(args);
    expect([code === 0, `${stdout}${stderr}`]).toEqual([false, expect.stringContaining(says)]);
  });
});
