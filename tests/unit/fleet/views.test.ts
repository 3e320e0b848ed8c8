import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { PlainLines, type RunView } from "../../../cli/commands/fleet/view";
import type { Site, Wave } from "../../../lib/fleet/fleet";
import { root } from "../../support/clone";

/** What a name or the text of an engine can do to a terminal. */
const hostile = "\u001b]0;owned\u0007\u001b[5m\u009b1m\r\u202e";
const site = (name: string): Site => ({ name, stack: name, tags: [] });
const canary: Wave = { title: "canary", sites: [site("paris")] };
const first: Wave = { title: "wave 1", sites: [site("lyon"), site("nice")] };
const second: Wave = { title: "wave 2", sites: [site("lille")] };

/** A run whose second wave fails, so that the third one does not begin. */
function play(view: RunView): void {
  view.waveBegins(canary);
  view.siteBegins(site("paris"));
  view.siteEnds(site("paris"), { kind: "done", changes: { create: 2 }, seconds: 1.5 });
  view.waveEnds(canary);
  view.waveBegins(first);
  view.siteBegins(site("lyon"));
  view.siteEnds(site("lyon"), { kind: "already" });
  view.siteBegins(site("nice"));
  view.siteEnds(site("nice"), { kind: "failed", message: `no answer${hostile}`, seconds: 2 });
  view.waveEnds(first);
}

test("without a terminal, each site's outcome is printed on one line", async () => {
  const lines: string[] = [];
  const view = new PlainLines((text) => lines.push(text), "up");
  play(view);
  expect(lines.filter((text) => !text.endsWith("begun"))).toEqual([
    "== canary: 1 site",
    "ok paris: 2 created (1.5 s)",
    "== wave 1: 2 sites",
    "ok lyon: already done",
    `!! nice: failed: no answer${hostile}`,
  ]);
});

/**
 * The drawing of the compiled table, in a separate process: the table loads a module in a way that jest does not
 * support.
 */
const drawing = `
const { LiveTable } = require(${JSON.stringify(join(root, "dist/cli/commands/fleet/view.js"))});
const { Terminal } = require(${JSON.stringify(join(root, "dist/lib/output/terminal.js"))});
const stderr = Object.assign(process.stdout, { isTTY: true, columns: 100, rows: 40 });
const waves = ${JSON.stringify([canary, first, second])};
const site = (name) => ({ name, stack: name, tags: [] });
const [canary, first] = waves;
const view = new LiveTable(new Terminal({ ...process, stderr }), waves, "up");
const hostile = ${JSON.stringify(hostile)};
(${play.toString()})(view);
view.end().then(() => process.exit());
`;

test("on a terminal, the final table shows each wave with its progress and failures, and escapes control characters", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", drawing]);
  // eslint-disable-next-line no-control-regex -- this test is about control characters
  expect(stdout).not.toMatch(/\u001b\]|\u001b\[5m|[\u0007\u0080-\u009f\u202e]/u);
  expect(stdout).toContain(String.raw`no answer\u001b]0;owned\u0007\u001b[5m`);
  const text = stripVTControlCharacters(stdout);
  for (const words of [
    "canary: 1 of 1",
    "wave 1: 2 of 2, 1 failed",
    "nice: failed: no answer",
    "wave 2: not started",
  ]) {
    expect(text).toContain(words);
  }
});

test("on a terminal, the table stays drawn while kept processes end after the last wave", async () => {
  const waiting = drawing.replace(
    "view.end().then",
    "setTimeout(() => view.end().then(() => process.exit()), 1500);\n//",
  );
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["-e", waiting]);
  expect(stderr).toBe("");
  expect(stripVTControlCharacters(stdout)).toContain("wave 2: not started");
});
