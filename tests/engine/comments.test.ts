import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeLater } from "../support/closing";
import { isLong } from "../support/long";
import { flowgate } from "../unit/cli/support";
import { declare, openStage, type Stage } from "./support";
import { rows, type Row } from "./comments/rows";

jest.setTimeout(300_000);

/**
 * What a reviewer reads of a change, and what the `up` of that change then sends. A file for each change, which a person
 * has read. FLOWGATE_KEEP_GOLDEN writes the files anew.
 */
const folder = join(__dirname, "comments");

/** The comment that the command makes of outputs of the engine. */
async function commentOf({ engine }: Stage, ...files: string[]): Promise<string> {
  const { stdout } = await flowgate(["summary", ...files], { cwd: engine.folder });
  return stdout;
}

/** Runs an operation of the engine, whose output becomes a file of its folder. */
async function written({ engine }: Stage, name: string, args: readonly string[]): Promise<number> {
  const { code, stdout } = await engine.pulumi([...args, "--json"], { fails: "perhaps" });
  writeFileSync(join(engine.folder, name), stdout);
  return code;
}

async function played(stage: Stage, { before = [], given, after, flags = [] }: Row): Promise<string> {
  const { sim, engine } = stage;
  await engine.program(declare(...before));
  if (before.length > 0) await engine.up();
  await given?.(stage);
  await engine.program(declare(...after));
  await written(stage, "preview.json", ["preview", "--show-sames", ...flags]);
  const planned = await commentOf(stage, "preview.json");
  sim.requests.clear();
  const code = await written(stage, "applied.json", ["up", "--yes", "--skip-preview", "--continue-on-error", ...flags]);
  const sent = sim.requests
    .verbs({ kind: "write" })
    .filter((verb) => verb !== "rebuild")
    .sort();
  sim.requests.clear();

  if (code !== 0) await written(stage, "then.json", ["preview", "--show-sames"]);
  expect(sim.requests.count()).toBe(0);
  const done = await commentOf(stage, "applied.json", "--then", "then.json");
  const parts = [planned, `--- up ends with ${code} and sends\n${sent.map((one) => `${one}\n`).join("")}---\n`, done];
  return parts
    .join("")
    .replaceAll(/127\.0\.0\.1:\d+/gu, "appliance.example")
    .replaceAll(/id \d+/gu, "id <number>");
}

test.each(Object.entries(rows).filter(([, row]) => isLong || row.isLong !== true))(
  "%s: the comment says what the up then does",
  async (name, row) => {
    const stage = await openStage({ engine: { stack: "dev", plugin: row.isPlugin === true } });
    closeLater(() => stage.close());
    const text = await played(stage, row);
    const file = join(folder, `${name.replaceAll(" ", "-")}.txt`);
    if (process.env["FLOWGATE_KEEP_GOLDEN"] !== undefined) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, text);
    }
    expect(text).toBe(existsSync(file) ? readFileSync(file, "utf8") : "");
  },
);
