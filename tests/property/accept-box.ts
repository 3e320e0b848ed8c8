import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { seededRandom, type Simulator, type Switches } from "../../simulator";
import { configFor } from "../support/configuration";
import { settingsFor } from "../support/switch-arrays";
import { refreshedUp } from "../unit/cli/accept/in-process";
import { openBox, type Box } from "../unit/cli/accept/support";
import { changeByHand, type Pick } from "./accept-hand";
import { changedLines } from "./accept-lines";
import { configureByHand, type HandMade } from "./site-stores";

export type BoxFormat = keyof typeof flags;

/** How one box is tried. */
interface BoxTest {
  readonly format: BoxFormat;
  readonly switches: Readonly<Switches>;
  readonly seed: number;
  /** Whether the compiler checks the changed program, which takes two seconds. */
  readonly checksTypes: boolean;
}

/** What one box showed. */
export interface BoxResult {
  readonly accepted: number;
  /** Lines of the files that accept changed. */
  readonly lines: number;
  /** Changed lines that belong to no changed object. */
  readonly foreign: readonly string[];
  readonly comments: number;
  /** Changes that were left to a person. */
  readonly byHand: readonly string[];
}

const flags = {
  ts: [],
  model: ["--format", "model"],
  bulk: ["--bulk"],
  "model in bulk": ["--format", "model", "--bulk"],
};

/**
 * A box that people configured becomes a program, people change the box, and accept takes the changes into the program.
 * Fails unless an up after it would send nothing. Undefined if no program can declare the box in this format.
 */
export async function passBox(
  made: HandMade,
  { format, switches, seed, checksTypes }: BoxTest,
): Promise<BoxResult | undefined> {
  const config = (sim: Simulator): Record<string, unknown> => withSettings(configFor(sim), switches);
  const box = await openBox({ switches }, config);
  try {
    const random = seededRandom(seed);
    const pick: Pick = (most) => Math.floor(random() * most);
    configureByHand(box.sim, { ...made, isOdd: false });
    const exported = await box.run(["export", "site", ...flags[format]]);
    if (exported.code !== 0 || /cannot have a group of this name|must not contain "::"/u.test(exported.stdout)) return;
    await box.write("index.ts", 'import "./site";\n');
    const imported = await box.run(["import", "site/import.json"]);
    expect(imported.code === 0 ? "" : imported.stdout + imported.stderr).toBe("");
    const comments = await comment(box, pick);
    const before = await filesOf(box);
    const touched = changeByHand(box.sim, 3 + pick(6), pick, switches.strangeGroup === "none");
    box.sim.requests.clear();
    const done = await box.run(["accept", "--yes", "--unmanaged", "--json"]);
    if (done.code !== 0 && done.code !== 9) throw new Error(done.stderr + done.stdout);
    const { accepted, byHand } = JSON.parse(done.stdout) as { accepted: object[]; byHand: string[] };
    const lines = await linesBetween(box, before);
    const text = [...(await filesOf(box)).values()].join("\n");
    for (let number = 1; number <= comments; number += 1) {
      expect(text.split(`note ${String(number)}.`)).toHaveLength(2);
    }
    expect(box.sim.requests.verbs({ kind: "write" })).toEqual([]);
    if (byHand.length === 0) {
      const program = { folder: join(box.folder, "site"), files: await filesOf(box), config: config(box.sim) };
      expect(await refreshedUp(box, program, true)).toEqual([]);
      const env = { PULUMI_NODEJS_TRANSPILE_ONLY: String(!checksTypes) };
      const again = await box.run(["accept", "--yes", "--unmanaged", "--json"], { env });
      expect(again.stderr).toBe("");
      expect(JSON.parse(again.stdout)).toMatchObject({ accepted: [], byHand: [], diff: [] });
    }
    const foreign = lines.filter(({ owner, text: line }) =>
      owner === undefined ? !/^(?:import|[a-zA-Z]+:)/u.test(line) : !touched.has(owner),
    );
    const said = foreign.map(({ owner, text: line }) => `${String(owner)}: ${line}`);
    return { accepted: accepted.length, lines: lines.length, foreign: said, comments, byHand };
  } finally {
    await box.close();
  }
}

function withSettings(config: object, switches: Readonly<Switches>): Record<string, unknown> {
  const more = Object.entries(settingsFor(switches));
  const all = config as Readonly<Record<string, object>>;
  return { ...all, ...Object.fromEntries(more.map(([key, value]) => [key, { ...all[key], ...value }])) };
}

/** The files of the exported program, without the import file. */
async function filesOf({ folder }: Box): Promise<Map<string, string>> {
  const names = (await readdir(join(folder, "site"))).filter((name) => /\.(?:ts|yaml)$/u.test(name));
  const files = names.map(async (name) => [name, await readFile(join(folder, "site", name), "utf8")] as const);
  return new Map(await Promise.all(files));
}

/** Adds comments at the ends of lines. Returns their number. */
async function comment(box: Box, pick: Pick): Promise<number> {
  let count = 0;
  for (const [name, text] of await filesOf(box)) {
    const mark = name.endsWith(".yaml") ? "#" : "//";
    const lines = text.split("\n").map((line) => {
      if (line === "" || line.startsWith(mark) || pick(6) > 0) return line;
      count += 1;
      return `${line} ${mark} note ${String(count)}.`;
    });
    await box.write(`site/${name}`, lines.join("\n"));
  }
  return count;
}

async function linesBetween(box: Box, before: ReadonlyMap<string, string>): Promise<ReturnType<typeof changedLines>> {
  await mkdir(join(box.folder, "before"));
  const found = [...before].map(async ([name, text]) => {
    await writeFile(join(box.folder, "before", name), text);
    return changedLines(join(box.folder, "before", name), join(box.folder, "site", name));
  });
  return (await Promise.all(found)).flat();
}
