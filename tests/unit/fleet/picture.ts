import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { htmlText } from "../../../lib/output/html";
import { cleanEnvironment, launch, root } from "../../support/clone";

/**
 * What the compiled table draws of a run in which one site fails, so that the last wave does not begin. In a separate
 * process: the table loads a module in a way that jest does not support.
 *
 * @param message why the site fails
 * @param lasting how long the table stays after the run, in milliseconds
 */
export async function drawnTable(message: string, lasting = 0): Promise<string> {
  const run = `
const { LiveTable } = require(${JSON.stringify(join(root, "dist/cli/commands/fleet/view.js"))});
const { Terminal } = require(${JSON.stringify(join(root, "dist/lib/output/terminal.js"))});
const stderr = Object.assign(process.stdout, { isTTY: true, columns: 100, rows: 40 });
const site = (name) => ({ name, stack: name, tags: [] });
const waves = Object.entries({ canary: ["paris"], "wave 1": ["lyon", "nice"], "wave 2": ["lille", "brest", "metz"], "wave 3": ["dijon", "tours"] })
  .map(([title, sites]) => ({ title, sites: sites.map(site) }));
const view = new LiveTable(new Terminal({ ...process, stderr }), waves, "up");
for (const wave of waves.slice(0, 3)) {
  view.waveBegins(wave);
  for (const one of wave.sites) {
    view.siteBegins(one);
    const seconds = 1.5;
    const failed = { kind: "failed", message: ${JSON.stringify(message)}, seconds };
    view.siteEnds(one, one.name === "brest" ? failed : { kind: "done", changes: { create: 2 }, seconds });
  }
  view.waveEnds(wave);
}
setTimeout(() => view.end().then(() => process.exit()), ${lasting});
`;
  const { stdout, stderr } = await launch(process.execPath, ["-e", run], root, cleanEnvironment()).ended;
  expect(stderr).toBe("");
  return stdout;
}

/** The last lines of a fleet's table, as a picture of a terminal. */
export async function fleetTable(): Promise<string> {
  const message = 'IpGroup "Offices" on gateway.brest.example.net: listing the IP groups failed: no such host.';
  // Each drawing begins by moving the cursor to the left.
  const last = (await drawnTable(message)).split("\u001b[G").at(-1) ?? "";
  const lines = ["$ flowgate fleet up --yes", ...stripVTControlCharacters(last).trimEnd().split("\n")];
  const title = "The table of a fleet: three waves are through, one site failed, the last wave was not started";
  return terminalPicture(title, lines, (text) =>
    text.startsWith("✔") ? "good" : /^✖|^\s/u.test(text) ? "bad" : "plain",
  );
}

const fills = { good: "#2b8a3e", bad: "#c92a2a", plain: "#212529" };

/** Lines of a terminal as a picture. */
export function terminalPicture(
  title: string,
  lines: readonly string[],
  toneOf: (line: string) => keyof typeof fills,
): string {
  const [letter, line, margin] = [8.5, 20, 20];
  const width = Math.ceil(Math.max(...lines.map(({ length }) => length)) * letter + margin * 2);
  const height = lines.length * line + margin * 2;
  const texts = lines.map((text, index) => {
    const y = margin + 14 + index * line;
    return `<text x="${margin}" y="${y}" fill="${fills[toneOf(text)]}" xml:space="preserve">${htmlText(text).toString()}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">
<title>${htmlText(title).toString()}</title>
<rect width="100%" height="100%" rx="6" fill="#f8f9fa" stroke="#adb5bd"/>
${texts.join("\n")}
</svg>
`;
}
