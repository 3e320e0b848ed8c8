import { startSimulator } from "../../simulator";
import { configFor } from "../support/configuration";
import { oneWorld, type RunOptions } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { failureOf, newResource, Resource } from "./resource";

/** docs/operations/errors.md has the whole message of the first resource that encounters an error. */
const world = oneWorld({ simulator: { https: true } });

let resources: Resource[];
beforeAll(async () => {
  resources = ["a", "b", "c"].map(() => new Resource(world, "IpGroup"));
  for (const [n, group] of resources.entries()) await group.up({ name: `same ${"abc"[n]}`, rules: [] });
  const profile = await newResource(world, "ReplicatorProfile", { name: "same", listeningPort: 2055, sendingPort: 9 });
  resources.push(profile);
});

/** Refreshes three groups and a profile one after the other. Returns the error message of each. */
async function messages(run: RunOptions): Promise<[string, string, string, string]> {
  await world.nextRun(run);
  const said: string[] = [];
  for (const one of resources) said.push(await failureOf(one.refresh()));
  return said as [string, string, string, string];
}

const onGateway = (keys: Properties): RunOptions => ({ config: { gateway: keys } });
const onlyGateway = (keys: Properties): RunOptions => ({
  onlyConfig: { gateway: { ...configFor(world.sim)["gateway"], ...keys } },
});

test.each<[string, () => RunOptions, RegExp, RegExp]>([
  [
    "a certificate that is not accepted",
    () => onGateway({ caCert: undefined }),
    /: the server's certificate is not accepted: .*fingerprint is ([0-9A-F:]{95})\. Compare .* alone: pulumi config set --path 'flowgate:gateway\.certFingerprints\[0\]' \1, or set caCert/u,
    /: the server's certificate is not accepted: /u,
  ],
  [
    "a refused token",
    () => onGateway({ token: "gw-canary-wrong" }),
    /: the token was refused: .*Set the token: flowgate:gateway\.token .*--run-program/u,
    /failed: the same as for IpGroup "same a": the token was refused: [^.]*\.$/u,
  ],
  [
    "F166: a missing setting",
    () => onlyGateway({ token: undefined }),
    /: the gateway is not configured: missing flowgate:gateway\.token \(pulumi/u,
    /^IpGroup "same b": the same as for IpGroup "same a": the gateway is not configured\.$/u,
  ],
  [
    "F166: a URL of another appliance",
    () => onlyGateway({ url: "https://moved.example" }),
    /on moved\.example: it was created on \S+, but the configured URL is \S+ Configure the former/u,
    /"same b" on moved\.example: the same as for IpGroup "same a": it was created on \S+, but the/u,
  ],
])("%s is explained once", async (_title, run, explained, repeated) => {
  const [first, second, third] = await messages(run());
  expect(first).toMatch(/^IpGroup "same a"/u);
  expect(first).toMatch(explained);
  for (const [name, message] of [
    ["b", second],
    ["c", third],
  ] as const) {
    expect(message).toMatch(new RegExp(`^IpGroup "same ${name}".*: the same as for IpGroup "same a": `, "u"));
    expect(message.length).toBeLessThan(0.8 * first.length);
  }
  expect(second).toMatch(repeated);
});

test("another appliance reports its own error", async () => {
  const without = { caCert: undefined };
  const [, , , other] = await messages({ config: { gateway: without, replicator: without } });
  expect(other).toMatch(/^ReplicatorProfile "same" .*flowgate:replicator\.certFingerprints\[0\]/u);
  expect(world.sent()).toEqual([]);
});

test("the fingerprint in the error about a certificate works: with it, the same resource is read", async () => {
  const [message] = await messages(onGateway({ caCert: undefined }));
  const [, fingerprint = ""] = /certFingerprints\[0\]' (\S+),/u.exec(message) ?? [];
  await world.nextRun(onGateway({ caCert: undefined, certFingerprints: [fingerprint] }));
  expect(await resources[0]?.refresh()).toBe("same");
});

test("the error says whether caCert is set but does not match", async () => {
  const another = await startSimulator();
  const [message] = await messages(onGateway({ caCert: another.caCert }));
  await another.close();
  expect(message).toMatch(/fingerprint is [0-9A-F:]{95}\. caCert is set, but does not match this certificate\./u);
});

test("each different error is explained in full", async () => {
  const { faults } = world.sim;
  faults.add({ appliance: "gateway", kind: "html", times: 1 });
  const headers = { location: "https://elsewhere.example/" };
  faults.add({ appliance: "gateway", kind: { status: 302, headers } });
  const [first, second, third] = await messages({});
  faults.clear();
  expect(first).toMatch(/a page in HTML answered/u);
  expect(second).toMatch(/redirected to https:\/\/elsewhere\.example.*Set the URL to where/u);
  expect(third).toMatch(/the same as for IpGroup "same b": the request was redirected/u);
});

test("with sites, each appliance gets its own line, and the reference to an earlier error names its site", async () => {
  const { gateway, ...rest } = configFor(world.sim);
  const open = { ...gateway, caCert: undefined };
  const sites = { paris: { gateway: open }, york: { gateway: open } };
  await world.nextRun({ onlyConfig: { ...rest, sites } });
  const create = (site: string, name: string): Promise<string> =>
    failureOf(world.provider.kind("IpGroup").create({ name, rules: [], site }));
  const [paris, again, york] = [await create("paris", "x"), await create("paris", "y"), await create("york", "z")];
  expect(paris).toContain("pulumi config set --path 'flowgate:sites.paris.gateway.certFingerprints[0]' ");
  expect(again).toMatch(
    /\(site paris\): .* failed: the same as for IpGroup "x" \(site paris\): the server's certificate/u,
  );
  expect(york).toMatch(/\(site york\): .*'flowgate:sites\.york\.gateway\.certFingerprints\[0\]' /u);
});
