import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { modelProblemText, placeText } from "../model/problem";
import { readYaml } from "../model/read-yaml";
import { namedSteps, placeAt, placeOfKey, valueOf } from "../model/tree";
import { faultsOf, problemOf, problemText, type Fault } from "../../provider/values/schema";
import { present } from "../../provider/values/collections";
import { unknownWord } from "../../provider/values/quoted";
import { type Fleet, type Site, DEFAULT_STACK, defaults, fleetSchema, type FleetFile } from "./fleet";

/** An invalid fleet file, with one line per mistake and its place. */
export class FleetFileError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "FleetFileError";
  }
}

/**
 * Reads a fleet file (YAML, which includes JSON). Throws a FleetFileError that lists all mistakes, each with file, line
 * and column.
 */
export function readFleet(path: string, cwd: string): Fleet {
  const file = resolve(cwd, path);
  const { tree, problems } = readYaml(relative(cwd, file) || path, textOf(file, path));
  if (problems.length > 0) throw new FleetFileError(problems.map(modelProblemText));
  return fleetIn(valueOf(tree), file, ({ steps: path, key }) => {
    const steps = namedSteps(tree, path);
    return placeText((key === undefined ? undefined : placeOfKey(tree, steps, key)) ?? placeAt(tree, steps));
  });
}

/** A fleet without a file: these sites, with the program in a folder. */
export function fleetOfNames(names: readonly string[], folder: string): Fleet {
  const { file: _none, ...fleet } = fleetIn({ sites: names }, resolve(folder, "fleet.yaml"), () => "--sites");
  return fleet;
}

/** The fleet that the content of a file describes. Throws a FleetFileError that lists all mistakes with their places. */
function fleetIn(content: unknown, file: string, placeOf: (mistake: Fault) => string): Fleet {
  const parsed = fleetSchema.safeParse(content);
  const fleet = parsed.success ? fleetOf(parsed.data, file) : undefined;
  const mistakes = parsed.success ? mistakesBetween(parsed.data) : faultsOf(fleetSchema, content);
  const all = fleet === undefined ? mistakes : [...mistakes, ...mistakesOnDisk(fleet)];
  if (fleet === undefined || all.length > 0) throw new FleetFileError(linesOf(all, placeOf));
  return fleet;
}

function textOf(file: string, path: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new FleetFileError([
      code === "ENOENT"
        ? `There is no fleet file ${path}: write one, name another with --fleet, or name the sites with --sites.`
        : `The fleet file ${path} cannot be read (${code ?? String(error)}).`,
    ]);
  }
}

/** Mistakes in the combination of values that are valid individually. */
function mistakesBetween({ sites, canary = [], stack }: FleetFile): Fault[] {
  const names = sites.map(({ name }) => name);
  const stacks = sites.map((site) => stackOf(site, stack));
  const twice = (list: readonly string[], what: string): Fault[] =>
    list.flatMap((word, index) =>
      list.indexOf(word) < index ? [{ steps: ["sites", index], message: `${what} "${word}" is listed twice` }] : [],
    );
  const strangers = canary.flatMap((name) =>
    names.includes(name) ? [] : [{ steps: ["canary"], message: unknownWord("site", name, names) }],
  );
  const sameNames = twice(names, "site");
  return [...sameNames, ...(sameNames.length > 0 ? [] : twice(stacks, "stack")), ...strangers];
}

const projectFiles = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** Mistakes in the files and folders that a fleet names. */
function mistakesOnDisk({ program, inputs }: Pick<Fleet, "program" | "inputs">): Fault[] {
  const isProject = projectFiles.some((name) => existsSync(join(program, name)));
  const noProject = `the folder ${program} has no Pulumi.yaml, so it is no Pulumi project`;
  const strange = inputs.flatMap((path, index) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() === true || found?.isDirectory() === true) return [];
    const message = found === undefined ? `${path} does not exist` : `${path} is neither a file nor a folder`;
    return [{ steps: ["inputs", index], message }];
  });
  return [...(isProject ? [] : [{ steps: ["program"], message: noProject }]), ...strange];
}

function stackOf({ name, stack }: { name: string; stack?: string | undefined }, pattern: string | undefined): string {
  return stack ?? (pattern ?? DEFAULT_STACK).replaceAll("{site}", name);
}

function fleetOf(content: FleetFile, file: string): Fleet {
  const folder = dirname(file);
  const sites = content.sites.map((site): Site => {
    const { name, wave, tags = [] } = site;
    return { name, stack: stackOf(site, content.stack), tags, ...present({ wave }) };
  });
  const program = resolve(folder, content.program ?? ".");
  const { waves, maxDeletes, maxDeletesInAll } = content;
  return {
    name: content.name ?? basename(program),
    program,
    file,
    inputs: (content.inputs ?? []).map((path) => resolve(folder, path)),
    sites,
    canary: content.canary ?? sites.slice(0, 1).map(({ name }) => name),
    ...present({ waves, maxDeletes, maxDeletesInAll }),
    failures: content.failures ?? defaults.failures,
    parallel: content.parallel ?? defaults.parallel,
    timeoutSeconds: content.timeout ?? defaults.timeoutSeconds,
    keep: content.keep ?? defaults.keep,
    checkpoints: content.checkpoints ?? defaults.checkpoints,
  };
}

/** Lists each mistake once: several checks of a value may report the same. */
function linesOf(mistakes: readonly Fault[], placeOf: (mistake: Fault) => string): string[] {
  const lines = mistakes.map((mistake) => `${placeOf(mistake)}: ${problemText(problemOf(mistake))}`);
  return [...new Set(lines)];
}
