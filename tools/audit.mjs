// Asks the registry for known vulnerabilities in the dependencies that users of this package install. A vulnerability
// of high severity or worse is an error. If the registry does not answer, the script only prints that, unless
// --required is given, as before a release.
import { argv } from "node:process";
import { runMain, SetupError } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";
import { capture } from "./lib/run.mjs";

/**
 * Output of `npm audit --json` if the registry answered.
 *
 * @typedef {object} Report
 * @property {{ vulnerabilities: Record<string, number> }} metadata number of vulnerabilities by severity
 * @property {Record<string, { name: string, severity: string, range: string }>} vulnerabilities
 */

const grave = ["high", "critical"];

runMain(async () => {
  const { stdout, stderr } = await capture("npm", ["audit", "--json", "--omit=dev"], { cwd: root, timeout: 120_000 });
  const report = reportOf(stdout);
  if (report === undefined) {
    const words = `The dependencies were not audited: ${reasonOf(stdout, stderr)}.`;
    if (argv.includes("--required")) throw new SetupError(words);
    console.log(`${words} Nothing is known about them; this is not counted as a failure.`);
    return;
  }
  const found = Object.values(report.vulnerabilities);
  const bad = found.filter(({ severity }) => grave.includes(severity));
  if (bad.length > 0) {
    const lines = bad.map(({ name, severity, range }) => `${name} ${range} (${severity})`);
    throw new SetupError(`Dependencies have known faults:\n${lines.join("\n")}\nSee: npm audit --omit=dev`);
  }
  console.log(
    `The dependencies have no known fault of high severity${found.length > 0 ? `; ${found.length} lesser` : ""}.`,
  );
});

/**
 * @param {string} text
 * @returns {Report | undefined}
 */
function reportOf(text) {
  const json = parsed(text);
  return json?.metadata?.vulnerabilities === undefined ? undefined : json;
}

/**
 * The reason why npm could not query the registry: npm's own summary, without addresses.
 *
 * @param {string} stdout
 * @param {string} stderr
 */
function reasonOf(stdout, stderr) {
  const json = parsed(stdout);
  const words = json?.error?.summary || json?.message || stderr.trim().split("\n")[0] || "npm audit gave no answer";
  return String(words)
    .replace(/https?:\/\/\S+/gu, "the registry")
    .replace(/\.$/u, "");
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON means no report: npm failed before the query.
    return undefined;
  }
}
