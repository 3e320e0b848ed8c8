import { type Sandbox, openSandbox } from "./sandbox";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.remove());

/** Replaces npm by a script that prints a known output of `npm audit --json`. */
const answering = (answer: unknown, code = 1): Promise<void> =>
  sandbox.script(
    "npm",
    `test "$*" = "audit --json --omit=dev" || exit 9\necho '${JSON.stringify(answer)}'\nexit ${code}`,
  );

const report = (...severities: string[]): object => ({
  auditReportVersion: 2,
  vulnerabilities: Object.fromEntries(
    severities.map((severity, n) => [`package-${n}`, { name: `package-${n}`, severity, range: "<1.2.3" }]),
  ),
  metadata: { vulnerabilities: { total: severities.length } },
});

describe("the audit of the dependencies", () => {
  test("passes if no vulnerability is known", async () => {
    await answering(report(), 0);
    const { code, stdout } = await sandbox.run(["tools/audit.mjs"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "The dependencies have no known fault of high severity.\n" });
  });

  test("passes with vulnerabilities of low and moderate severity, and counts them", async () => {
    await answering(report("low", "moderate"));
    const { code, stdout } = await sandbox.run(["tools/audit.mjs", "--required"]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("2 lesser") as string });
  });

  test.each(["high", "critical"])(
    "fails with a vulnerability of %s severity, and names the package",
    async (severity) => {
      await answering(report("low", severity));
      const { code, stderr } = await sandbox.run(["tools/audit.mjs"]);
      expect(code).toBe(1);
      expect(stderr).toContain(`package-1 <1.2.3 (${severity})`);
      expect(stderr).not.toContain("package-0");
    },
  );

  test.each([
    [
      "answers with an error",
      `echo '{"message":"405 Method Not Allowed - POST https://registry.example/audit"}'; exit 1`,
    ],
    ["cannot be reached", "echo 'npm error network getaddrinfo ENOTFOUND' >&2; exit 1"],
    ["prints something else", "echo '<html>'; exit 0"],
  ])("says that it was not made, and fails only with --required, if the registry %s", async (_what, script) => {
    await sandbox.script("npm", script);
    const said = await sandbox.run(["tools/audit.mjs"]);
    expect(said.code).toBe(0);
    expect(said.stdout).toMatch(/^The dependencies were not audited: .*this is not counted as a failure\.$/mu);
    expect(said.stdout).not.toContain("https://");
    const required = await sandbox.run(["tools/audit.mjs", "--required"]);
    expect(required.code).toBe(1);
    expect(required.stderr).toContain("were not audited");
  });
});
