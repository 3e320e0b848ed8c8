import { isDeepStrictEqual } from "node:util";
import { startSimulator, type Simulator } from "../../simulator";
import { Configuration } from "../../provider/config/configuration";
import { Refusal } from "../../provider/errors/refusal";
import { importFile, IMPORT_FILE, importFileText, takeOver, type TakenOver } from "../../lib/site/import-file";
import { modelOf } from "../../lib/site/model";
import type { SiteReading } from "../../lib/site/object";
import { programOf } from "../../lib/site/program";
import { readSite, unreadable } from "../../lib/site/read";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runExported, type Made } from "../support/exported-program";
import { configFor } from "../support/configuration";
import { temporaryFolder } from "../support/temporary-folder";
import { startRun } from "../support/in-process";
import { linesOf } from "../support/held";
import { configureByHand, type HandMade } from "./site-stores";

export type Format = "ts" | "model";

/** The result of one pass through the gate. */
export interface Passed {
  readonly exported: number;
  readonly leftOut: number;
  /**
   * Whether the program was applied to an empty appliance. It is not if it refers to objects that it does not declare.
   */
  readonly isRebuilt: boolean;
}

/** The configuration of a simulator, as a command reads it. */
export function configurationFor(sim: Simulator): Configuration {
  const values = Object.entries(configFor(sim)).map(([key, value]) => [key, JSON.stringify(value)] as const);
  return new Configuration(Object.fromEntries(values), {});
}

const options = { protect: true };
const modelIn = (reading: SiteReading): ReturnType<typeof modelOf> =>
  modelOf(reading, { ...options, template: "site", site: undefined });

/** The files of an export. */
export function exportedFiles(reading: SiteReading, format: Format): Map<string, string> {
  const written = format === "ts" ? programOf(reading, options) : modelIn(reading);
  const template = format === "ts" ? {} : { template: "site" };
  const text = importFileText(reading, written.resources, { ...options, ...template });
  return new Map([...written.files.map((one) => [one.path, one.text] as const), [IMPORT_FILE, text]]);
}

/** Goes from appliances to code and back, and fails at the first difference. */
export async function passGate(made: HandMade, format: Format): Promise<Passed> {
  const [byHand, empty] = await Promise.all([startSimulator({ https: false }), startSimulator({ https: false })]);
  try {
    configureByHand(byHand, made);
    configureByHand(empty, { isOdd: false, groups: [], profiles: [], thresholds: [], notes: [], settings: [] });
    const before = linesOf(byHand);
    const reading = await readSite(configurationFor(byHand), { site: undefined, all: false });
    let files: Map<string, string>;
    try {
      files = exportedFiles(reading, format);
    } catch (error) {
      if (format === "ts" || !(error instanceof Refusal)) throw error;
      // An appliance may accept values that are mistakes in a model.
      return { exported: 0, leftOut: 0, isRebuilt: false };
    }
    expectSame(files, exportedFiles(await readSite(configurationFor(byHand), { site: undefined, all: false }), format));
    const leftOut = format === "ts" ? 0 : modelIn(reading).leftOut.length;
    await inFolder(files, async (folder) => {
      await expectNoChanges(byHand, folder, files, reading.objects.length - leftOut);
    });
    expect(linesOf(byHand)).toEqual(before);
    const isWhole = leftOut + reading.leftOut.length === 0 && reading.notes.every((note) => note === unreadable);
    if (isWhole) {
      await inFolder(files, (folder) => freshUp(empty, folder, files));
      expect(linesOf(empty)).toEqual(before);
      const again = await readSite(configurationFor(empty), { site: undefined, all: false });
      expectSame(withoutHosts(files), withoutHosts(exportedFiles(again, format)));
    }
    return { exported: reading.objects.length, leftOut: reading.leftOut.length, isRebuilt: isWhole };
  } finally {
    await Promise.all([byHand.close(), empty.close()]);
  }
}

async function inFolder(files: ReadonlyMap<string, string>, work: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = temporaryFolder();
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  await work(folder);
}

/** Import, then preview: the state has an entry for each resource of the program, and nothing differs. */
export async function expectNoChanges(
  sim: Simulator,
  folder: string,
  files: ReadonlyMap<string, string>,
  count: number,
): Promise<void> {
  const { resources } = importFile.parse(JSON.parse(files.get(IMPORT_FILE) ?? ""));
  const taken = await takeOver(resources, configurationFor(sim));
  const state = new Map<string, TakenOver>(
    taken.map((one) => {
      if ("fault" in one) throw new Error(`not imported: ${one.fault}`);
      return [`${one.kind} ${one.name}`, one] as const;
    }),
  );
  const run = startRun(configFor(sim));
  sim.requests.clear();
  const registered = await runExported(folder, files, async ({ kind = "", name, inputs }): Promise<Made> => {
    const entry = state.get(`${kind} ${name}`);
    if (entry === undefined) throw new Error(`the import file lacks ${kind} ${name}`);
    const driver = run.kind(kind);
    const checked = await driver.check(inputs);
    if (checked.failures.length > 0) throw new Error(`${kind} ${name}: ${JSON.stringify(checked.failures)}`);
    const { changes } = await driver.diff(entry.id, entry.outputs, checked.inputs);
    if (changes !== false)
      throw new Error(`${kind} ${name} differs: ${JSON.stringify([entry.outputs, checked.inputs])}`);
    return { id: entry.id, outputs: entry.outputs };
  });
  expect(registered.filter(({ kind }) => kind !== undefined)).toHaveLength(count);
  expect(sim.requests.verbs()).toEqual([]);
}

async function freshUp(sim: Simulator, folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const run = startRun(configFor(sim));
  await runExported(folder, files, async ({ kind = "", inputs }): Promise<Made> => {
    const driver = run.kind(kind);
    const checked = await driver.check(inputs);
    return driver.create(checked.inputs);
  });
}

/** The files without what differs between simulators: their ports, and the import file, which contains ids. */
function withoutHosts(files: ReadonlyMap<string, string>): Map<string, string> {
  const kept = [...files].filter(([name]) => name !== IMPORT_FILE);
  return new Map(kept.map(([name, text]) => [name, text.replace(/127\.0\.0\.1:\d+/gu, "host")]));
}

function expectSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): void {
  if (isDeepStrictEqual(one, other)) return;
  expect(Object.fromEntries(one)).toEqual(Object.fromEntries(other));
}
