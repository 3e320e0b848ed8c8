import { configFor } from "../support/configuration";
import { oneWorld, startWorld, type World } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { Resource } from "./resource";

/** Runs a command that reads all resources one after the other. Returns the error message of each. */
async function messagesOf(calls: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const messages: string[] = [];
  for (const call of calls) {
    messages.push(
      await call().then(
        () => "the call succeeded",
        (error: unknown) => (error as Error).message,
      ),
    );
  }
  return messages;
}

const world = oneWorld({ simulator: { https: true } });

let groups: Resource[];
let profile: Resource;
beforeAll(async () => {
  groups = ["a", "b", "c"].map(() => new Resource(world, "IpGroup"));
  profile = new Resource(world, "ReplicatorProfile");
  for (const [n, group] of groups.entries()) await group.up({ name: `same ${"abc"[n]}`, rules: [] });
  await profile.up({ name: "same", listeningPort: 2055, sendingPort: 9 });
});

const refreshes = (): (() => Promise<unknown>)[] => [...groups, profile].map((one) => () => one.refresh());
const host = (): string => new URL(world.sim.gateway.url).host;

test("a certificate that is not accepted is explained once per appliance, with the line that trusts it", async () => {
  const without = { caCert: undefined };
  await world.nextRun({ config: { gateway: without, replicator: without } });
  const [first = "", second = "", third = "", other = ""] = await messagesOf(refreshes());
  expect(first).toMatch(
    new RegExp(
      `^IpGroup "same a" on ${host()}: listing the IP groups failed: the server's certificate is not accepted: .*` +
        `It is for .*127\\.0\\.0\\.1.*; its issuer is .*; its SHA-256 fingerprint is ([0-9A-F:]{95})\\. Compare .* alone: ` +
        `pulumi config set --path 'flowgate:gateway\\.certFingerprints\\[0\\]' \\1, or set caCert`,
      "u",
    ),
  );
  expect(first).not.toMatch(/caCert is set/u);
  const same =
    /listing the IP groups failed: the same as for IpGroup "same a": the server's certificate is not accepted: /u;
  expect(second).toMatch(same);
  expect(second).toContain(`IpGroup "same b" on ${host()}`);
  expect(third).toMatch(same);
  expect(second.length).toBeLessThan(first.length / 2);
  // Another appliance reports its own error.
  expect(other).toMatch(/^ReplicatorProfile "same" .*flowgate:replicator\.certFingerprints\[0\]/u);
  expect(world.sim.requests.verbs()).toEqual([]);
});

test("the fingerprint in the error about a certificate works: with it, the same resource is read", async () => {
  const without = { caCert: undefined };
  await world.nextRun({ config: { gateway: without } });
  const [message = ""] = await messagesOf(refreshes().slice(0, 1));
  const [, fingerprint = ""] = /certFingerprints\[0\]' (\S+),/u.exec(message) ?? [];
  await world.nextRun({ config: { gateway: { ...without, certFingerprints: [fingerprint] } } });
  expect(await groups[0]?.refresh()).toBe("same");
});

test("the error says whether caCert or certFingerprints is set but does not match", async () => {
  const { caCert: another } = (await startWorldElsewhere()).sim;
  await world.nextRun({ config: { gateway: { caCert: another } } });
  const [ofAnother = ""] = await messagesOf(refreshes().slice(0, 1));
  expect(ofAnother).toMatch(/fingerprint is [0-9A-F:]{95}\. caCert is set, but does not match this certificate\./u);
  const certFingerprints = ["AB".repeat(32)];
  await world.nextRun({ config: { gateway: { caCert: undefined, certFingerprints } } });
  const [ofPin = ""] = await messagesOf(refreshes().slice(0, 1));
  expect(ofPin).toMatch(
    /has none of the fingerprints .* certFingerprints is set, so only the fingerprints in it are trusted\. Compare/u,
  );
});

let elsewhere: World | undefined;
async function startWorldElsewhere(): Promise<World> {
  return (elsewhere ??= await startWorld({ simulator: { https: true } }));
}
afterAll(() => elsewhere?.close());

test("a refused token is explained once, and each different error is explained in full", async () => {
  const { token } = world.sim.gateway;
  await world.nextRun({ config: { gateway: { token: "gw-canary-wrong" } } });
  const [first = "", second = ""] = await messagesOf(refreshes());
  expect(first).toMatch(
    /the token was refused: .*Set the token: flowgate:gateway\.token \(pulumi config set --path --secret flowgate:gateway\.token <value>, or FLOWGATE_GATEWAY_TOKEN\).*--run-program/u,
  );
  expect(second).toMatch(/failed: the same as for IpGroup "same a": the token was refused: [^.]*\.$/u);
  await world.nextRun({ config: { gateway: { token } } });
  const closed = world.sim.faults.add({ appliance: "gateway", kind: "html", times: 1 });
  const redirected = world.sim.faults.add({
    appliance: "gateway",
    kind: { status: 302, headers: { location: "https://elsewhere.example/" } },
  });
  const messages = await messagesOf(refreshes().slice(0, 3));
  closed.remove();
  redirected.remove();
  expect(messages[0]).toMatch(/a page in HTML answered/u);
  expect(messages[1]).toMatch(/redirected to https:\/\/elsewhere\.example.*Set the URL to where/u);
  expect(messages[2]).toMatch(/the same as for IpGroup "same b": the request was redirected/u);
});

test("F166: a missing setting and a URL of another appliance are each explained once", async () => {
  const { gateway } = configFor(world.sim);
  await world.nextRun({ onlyConfig: { gateway: { ...gateway, token: undefined } } });
  const missing = await messagesOf(refreshes().slice(0, 2));
  expect(missing[0]).toMatch(
    /^IpGroup "same a": the gateway is not configured: missing flowgate:gateway\.token \(pulumi/u,
  );
  expect(missing[1]).toBe('IpGroup "same b": the same as for IpGroup "same a": the gateway is not configured.');
  await world.nextRun({ onlyConfig: { gateway: { ...gateway, url: "https://moved.example" } } });
  const moved = await messagesOf(refreshes().slice(0, 2));
  expect(moved[0]).toMatch(
    /on moved\.example: it was created on \S+, but the configured URL is \S+ Configure the former/u,
  );
  expect(moved[1]).toMatch(
    /"same b" on moved\.example: the same as for IpGroup "same a": it was created on \S+, but the/u,
  );
});

test("with sites, each appliance gets its own line, and the reference to an earlier error names its site", async () => {
  const { gateway, caCert: _ca, ...rest } = configFor(world.sim) as Record<string, Properties>;
  const { caCert, ...open } = gateway ?? {};
  expect(caCert).toBeDefined();
  await world.nextRun({
    onlyConfig: { ...rest, sites: { paris: { gateway: open }, york: { gateway: { ...open } } } },
  });
  const at =
    (site: string, name: string): (() => Promise<unknown>) =>
    () =>
      world.provider.kind("IpGroup").create({ name, rules: [], site });
  const [paris, again, york] = await messagesOf([at("paris", "x"), at("paris", "y"), at("york", "z")]);
  expect(paris).toContain("pulumi config set --path 'flowgate:sites.paris.gateway.certFingerprints[0]' ");
  expect(again).toMatch(
    /\(site paris\): .* failed: the same as for IpGroup "x" \(site paris\): the server's certificate/u,
  );
  expect(york).toMatch(/\(site york\): .*'flowgate:sites\.york\.gateway\.certFingerprints\[0\]' /u);
});

test("no message, state or log holds a credential", async () => {
  expect(await world.leaks()).toEqual([]);
});
