import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { z } from "#zod";
import { variableName } from "../../provider/config/environment";
import { alike, present } from "../../provider/values/collections";
import { wholeNumber } from "../../provider/values/numbers";
import { strict } from "../../provider/values/schema";
import { unknownWord } from "../../provider/values/quoted";
import { ModelError, problemAt, type Finding } from "../../sdk/model/problem";
import { readYaml } from "../../sdk/model/read-yaml";
import { readSites } from "../../sdk/model/sites";
import { faultsIn, placeAt, valueOf } from "../../sdk/model/tree";
import { projectFile, projectName } from "../engine/run";
import { readNamed } from "../files";

/** One site of a fleet: one stack. */
export interface Site {
  readonly name: string;
  readonly stack: string;
  /** The layers of its model, as absolute paths; undefined if a program serves it. */
  readonly layers?: readonly string[];
}

/** A fleet: one program or one model at many sites. */
export interface Fleet {
  readonly name: string;
  /** The project of the stacks: that of the program, or for models the name of the fleet. */
  readonly project?: string;
  /** Absolute path of the folder of the program, or of the fleet file. */
  readonly folder: string;
  /** The sites of each wave, the canary first. */
  readonly waves: readonly (readonly Site[])[];
  /** Number of sites at once. */
  readonly parallel: number;
  /** Number of sites that may fail before no other wave begins. A failed canary always stops. */
  readonly failures: number;
  readonly maxDeletes?: number;
  /** Number of seconds that a command of the engine may take at a site. */
  readonly siteTimeout?: number;
}

const siteName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/u, {
  error: "must be letters, digits, dots, hyphens and underscores",
});
const size = { error: "must be a number of sites, or a share such as 10%" };
const wave = z.union([z.int(size).min(1, size), z.string().regex(/^(?:100|[1-9]\d?)%$/u, size)], size);

/** A whole number of something that may be left out. */
function countOf(what: string, least: number, most = Number.MAX_SAFE_INTEGER) {
  const limit = most === Number.MAX_SAFE_INTEGER ? "" : `, at most ${String(most)}`;
  const error = `must be a whole number of ${what}, ${String(least)} or more${limit}`;
  return wholeNumber(least, most, error, error).optional();
}

const schema = strict({
  name: siteName.optional(),
  program: z.string().min(1).optional(),
  models: z.string().min(1).optional(),
  sites: z.array(siteName).min(1).optional(),
  stack: z.string().min(1).optional(),
  canary: siteName.optional(),
  waves: z.array(wave).min(1).optional(),
  parallel: countOf("sites", 1, 64),
  failures: countOf("sites", 0),
  maxDeletes: countOf("objects", 0),
  siteTimeout: countOf("seconds", 1, 86_400),
});
type Content = z.output<typeof schema>;

/** Reads a fleet file. Throws a ModelError with every mistake and its place. */
export function readFleet(path: string, cwd: string): Fleet {
  const file = resolve(cwd, path);
  const { tree, problems } = readYaml(relative(cwd, file) || path, readNamed(file, path));
  const refuse = (faults: readonly Finding[]): void => {
    const all = [...problems, ...faults.map((fault) => problemAt(placeAt(tree, fault.steps), fault))];
    if (all.length > 0) throw new ModelError(all, { isOfModel: false });
  };
  refuse(problems.length > 0 ? [] : faultsIn(tree, schema));
  const content = valueOf(tree) as Content;
  const layers = layersOf(content, file);
  const names = content.sites ?? [...(layers?.keys() ?? [])];
  const folder = resolve(dirname(file), content.program ?? ".");
  const found = mistakesIn(content, names, layers && [...layers.keys()], folder);
  refuse(found.map(([step, message]) => ({ severity: "error", steps: [step], message })));
  return fleetOf(content, names, layers, folder);
}

/** What is wrong with values that are right by themselves, each with its key. */
function mistakesIn(
  { canary, models, program, stack }: Content,
  names: readonly string[],
  known: readonly string[] = names,
  folder: string,
): [key: keyof Content, message: string][] {
  const found: [keyof Content, string][] = [];
  const unknown = names.find((name) => !known.includes(name));
  const both = bothIn(names);
  if (models !== undefined && program !== undefined) found.push(["program", "must not stand beside models"]);
  if (models === undefined && (!existsSync(folder) || projectFile(folder) === undefined))
    found.push(["program", `has no Pulumi.yaml: ${folder}`]);
  if (names.length === 0) found.push(["sites", "is required, unless models names a file of sites"]);
  if (both !== undefined) found.push(["sites", both]);
  if (unknown !== undefined) found.push(["sites", unknownWord("site", unknown, known)]);
  if (stack?.includes("{site}") === false && names.length > 1)
    found.push(["stack", "must contain {site}: each site is a stack of its own"]);
  if (canary !== undefined && !names.includes(canary)) found.push(["canary", unknownWord("site", canary, names)]);
  return found;
}

/** What is wrong with two sites that are one, or that no variable and no file of a run can tell apart. */
function bothIn(names: readonly string[]): string | undefined {
  const [one, other] = alike(names, (name) => variableName("...", name)).find((same) => same.length > 1) ?? [];
  if (one === undefined || one === other) return one && `"${one}" is listed twice`;
  return `"${one}" and "${String(other)}" have the same variables (${variableName("...", one)}): rename one of them`;
}

/** The layers of each site, from the file of sites that the fleet file names. */
function layersOf({ models }: Content, file: string): ReadonlyMap<string, readonly string[]> | undefined {
  if (models === undefined) return undefined;
  const path = resolve(dirname(file), models);
  const sites = readSites(models, readNamed(path, models));
  return new Map([...sites].map(([name, layers]) => [name, layers.map((layer) => resolve(dirname(path), layer))]));
}

function fleetOf(
  { name = "fleet", models, stack = "{site}", canary, waves, parallel = 4, failures = 0, ...more }: Content,
  names: readonly string[],
  layers: ReadonlyMap<string, readonly string[]> | undefined,
  folder: string,
): Fleet {
  const siteOf = (site: string): Site => {
    return { name: site, stack: stack.replaceAll("{site}", site), ...present({ layers: layers?.get(site) }) };
  };
  const first = canary ?? names[0] ?? "";
  const rest = names.filter((one) => one !== first).map(siteOf);
  const all: Site[][] = [[siteOf(first)]];
  // The waves after the canary double.
  for (let at = 0, size = 2; rest.length > 0; at += 1, size *= 2) {
    const given = waves === undefined ? size : (waves[at] ?? names.length);
    // A share is rounded up, so that no wave is empty.
    const count = typeof given === "number" ? given : Math.ceil((Number.parseFloat(given) * names.length) / 100);
    all.push(rest.splice(0, Math.max(1, count)));
  }
  const { maxDeletes, siteTimeout } = more;
  const project = models === undefined ? projectName(projectFile(folder) ?? "") : name;
  return { name, folder, waves: all, parallel, failures, ...present({ project, maxDeletes, siteTimeout }) };
}

/** Number of sites that every engine takes as jobs at once: GitLab 200, GitHub 256. */
const MOST_JOBS = 200;

/** The names of the sites in the order of the waves, in parts that may run at once. */
export function planOf({ waves }: Pick<Fleet, "waves">): string[][] {
  return waves.flatMap((sites) => {
    const names = sites.map(({ name }) => name);
    return Array.from({ length: Math.ceil(names.length / MOST_JOBS) }, () => names.splice(0, MOST_JOBS));
  });
}
