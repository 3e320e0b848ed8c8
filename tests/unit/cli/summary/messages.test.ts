import { closeAll, flowgate, temporaryFolder } from "../support";
import { piped, preview, stepOf } from "./support";

afterEach(closeAll);

describe("a secret in a summary", () => {
  test("is never printed, whether the engine masked it or not", async () => {
    const text = preview("update", ({ steps, diagnostics }) => {
      const { oldState, newState } = stepOf(steps, "paris-alice");
      Object.assign(oldState?.outputs ?? {}, { password: "old-canary" });
      Object.assign(newState?.inputs ?? {}, { password: "new-canary" });
      const sealed = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "sealed-canary" };
      Object.assign(stepOf(steps, "paris-exp").newState?.inputs ?? {}, { description: sealed });
      diagnostics?.push({ message: "warning: the appliance says token-canary\n", severity: "info#err" });
    });
    const env = { FLOWGATE_SITE_PARIS_GATEWAY_TOKEN: "token-canary" };
    for (const args of [[], ["--json"]]) {
      const { code, stdout } = await piped(text, args, { env });
      expect(code).toBe(0);
      expect(stdout).not.toContain("canary");
      expect(stdout).toContain("[secret]");
    }
  });
});

test("a summary prints an error that many resources share once, followed by the names of the others", async () => {
  const text = preview("error", ({ diagnostics }) => {
    const urn = (name: string): string => `urn:pulumi:dev::play::pulumi-nodejs:dynamic/flowgate:IpGroup::${name}`;
    for (let index = 0; index < 15; index += 1) {
      const message = `error: IpGroup "group ${index}" on gw.example: read failed: the certificate is not accepted.`;
      diagnostics?.push({ urn: urn(`g${index}`), message, severity: "error" });
    }
  });
  const { code, stdout } = await piped(text);
  expect(code).toBe(9);
  expect(stdout.match(/the certificate is not accepted/gu)).toHaveLength(1);
  expect(stdout).toMatch(/The same of `IpGroup g1`, .*`IpGroup g10` and 4 more\.$/mu);
});

test("a summary names the resources that share a warning, also if the engine does not say whose warning it is", async () => {
  const text = preview("update", ({ diagnostics }) => {
    for (const subject of ['Collector "10.0.0.1"', 'ReplicatorProfile "netflow"']) {
      diagnostics?.push({ message: `warning: ${subject} on gw.example: it was already gone.`, severity: "info#err" });
    }
  });
  const { stdout } = await piped(text);
  expect(stdout).toContain('it was already gone.`. The same of `ReplicatorProfile "netflow"`.\n');
});

test("a summary has no warning about deletions inside a resource, since its title and its entries have them", async () => {
  const text = preview("update", ({ diagnostics }) => {
    const deletes = "deletes 2 IP groups: B 10, B 11, unless another resource declares them.";
    for (const words of [deletes, "the gateway lists a group twice."]) {
      diagnostics?.push({ message: `warning: IpGroups "bulk" on gw.example: ${words}\n`, severity: "info#err" });
    }
  });
  const { stdout } = await piped(text);
  expect(stdout).toContain("the gateway lists a group twice.");
  expect(stdout).not.toContain("unless another resource declares them");
});

describe("wrong input of flowgate summary", () => {
  const neither = "stdin is neither the output of pulumi preview --json nor of pulumi up --json.";

  test.each([
    ["empty input", "", "stdin is empty: pulumi preview --json ended before it printed anything."],
    ["text that is not JSON", "error: no stack selected\n", neither],
    ["JSON that is no preview", '{"a":1}', neither],
    ["a truncated preview", preview("create").slice(0, 5_000), neither],
  ])("%s is a usage error", async (_what, text, says) => {
    const { code, stdout, stderr } = await piped(text);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(says);
  });

  test("a missing file and a --max-length that is too small are usage errors, and each is named", async () => {
    const missing = await flowgate(["summary", "nowhere.json"], { cwd: temporaryFolder() });
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringMatching(/nowhere\.json cannot be read \(ENOENT\)/u),
    ]);
    const short = await piped(preview("create"), ["--max-length", "10"]);
    expect([short.code, short.stderr]).toEqual([2, expect.stringContaining("number of characters from 4000")]);
  });
});
