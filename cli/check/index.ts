import { spawn } from "node:child_process";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { pathText } from "../../model/path";
import { declared } from "../../provider/declared";
import { redact } from "../../provider/secret";
import { plainInputs } from "../../provider/values/marks";
import type { Environment } from "../io";
import { knownKind } from "../known-kind";
import { type Frame, type Logged, startMonitor } from "./monitor";
import { projectOf, type Project } from "./project";
import { type Declared, rulesAcross } from "./rules";

/** Something that a program has wrong. */
export interface Mistake {
  readonly severity: "error" | "warning";
  /** File, line and column, e.g. `index.ts:12:5`; undefined where the program does not say. */
  readonly place: string | undefined;
  /** Kind and name, e.g. `IpGroup "servers"`; undefined for the program as a whole. */
  readonly resource: string | undefined;
  readonly message: string;
}

/** What a program declares, and what is wrong with it. */
export interface Checked {
  readonly mistakes: readonly Mistake[];
  /** How many resources of this package were declared. */
  readonly count: number;
}

/** A resource with where it is declared. */
interface Placed extends Declared {
  readonly title: string;
  readonly place: string | undefined;
  readonly urn: string;
  readonly faults: readonly string[];
}

/** Runs the program of a folder as a preview does, with nothing behind it, and gathers every mistake. */
export async function checkProgram(io: Environment, folder: string, stack: string | undefined): Promise<Checked> {
  const project = projectOf(folder, stack);
  const resources: Placed[] = [];
  const monitor = await startMonitor({ project: project.name, stack: project.stack }, (registered) => {
    const { type, name, urn, frames } = registered;
    const kind = knownKind(type);
    if (kind === undefined) return { id: name, outputs: {} };
    const inputs = plainInputs(registered.inputs);
    // Each object gets a number of its own, by which others may refer to it.
    const number = resources.length + 1;
    const { faults, inputs: filled, outputs } = declared(kind, inputs, number);
    const title = `${kind} "${name}"`;
    const place = placeOf(frames, project.folder, io.cwd);
    resources.push({ kind, title, urn, place, faults, inputs: filled, groupId: outputs["groupId"], steps: [title] });
    return { id: String(number), outputs: { ...filled, ...outputs } };
  });
  try {
    const ended = await runProgram(project, monitor.address, io);
    const own = resources.flatMap(({ title, place, faults }) =>
      faults.map((message) => mistake(place, title, message)),
    );
    const logged = monitor.logged.map((one) => loggedMistake(one, resources, project.folder, io.cwd));
    const silent = ended.code !== 0 && monitor.logged.length === 0 ? [mistake(undefined, undefined, ended.words)] : [];
    // A site template has said what its model warns of, at the line of the model.
    const between = across(resources).filter(({ message }) => !logged.some((one) => one.message.endsWith(message)));
    const mistakes = [...own, ...between, ...logged, ...silent];
    return { mistakes: inOrder(distinct(mistakes)), count: resources.length };
  } finally {
    monitor.close();
  }
}

function mistake(place: string | undefined, resource: string | undefined, message: string): Mistake {
  return { severity: "error", place, resource, message: redact(message) };
}

/** What is wrong between resources, at the resource that it was found at. */
function across(resources: readonly Placed[]): Mistake[] {
  // What is in one resource alone, its own check has found.
  const sound = resources.filter(({ kind, faults }) => kind !== "IpGroups" || faults.length === 0);
  return rulesAcross(sound).map(({ severity, steps, message }) => {
    const [title, ...rest] = steps;
    const found = resources.find((one) => one.title === title);
    const path = rest.length === 0 ? "" : `${pathText(rest)}: `;
    return {
      severity,
      place: found?.place,
      resource: found?.title,
      message: redact(`${path}${named(message, resources)}`),
    };
  });
}

/** A path of the rules begins with a resource, whose name people write in their own way. */
function named(message: string, resources: readonly Placed[]): string {
  return resources.reduce((text, { title }) => {
    const step = pathText([title]);
    return text.replaceAll(`${step}.`, `${title}: `).replaceAll(step, title);
  }, message);
}

function loggedMistake(
  { severity, message, urn }: Logged,
  resources: readonly Placed[],
  root: string,
  cwd: string,
): Mistake {
  const found = resources.find((one) => one.urn === urn);
  // Node colours the frames of a stack that it formats for a person.
  const text = stripVTControlCharacters(message).trim();
  const [first = "", ...stack] = text.split("\n");
  const frames = stack.flatMap((one): Frame[] => {
    const [, file = "", line = "", column = ""] = /\(?((?:file:\/\/)?\/[^():]+):(\d+):(\d+)\)?$/u.exec(one) ?? [];
    return file === "" ? [] : [{ file, line: Number(line), column: Number(column) }];
  });
  const words = frames.length === 0 ? text : wordsOf(first, stack);
  // A site model says the place itself.
  const [, ofModel, rest = words] = /^(\S+:\d+:\d+): (?:warning: )?(.*)$/su.exec(words) ?? [];
  return {
    severity,
    place: ofModel ?? found?.place ?? placeOf(frames, root, cwd),
    resource: found?.title,
    message: redact(rest),
  };
}

/** The words of an error without the frames of its stack. */
function wordsOf(first: string, rest: readonly string[]): string {
  const lines = rest.filter((text) => !/^\s*at /u.test(text)).map((text) => text.trim());
  return [first, ...lines].filter((text) => text !== "").join(" ");
}

/** The innermost call in the program itself. */
function placeOf(frames: readonly Frame[], root: string, cwd: string): string | undefined {
  const own = frames
    .map((frame) => ({ ...frame, path: frame.file.startsWith("file:") ? fileURLToPath(frame.file) : frame.file }))
    .find(({ path }) => path.startsWith(root) && !/[/\\]node_modules[/\\]/u.test(path.slice(root.length)));
  return own === undefined ? undefined : `${relative(cwd, own.path)}:${String(own.line)}:${String(own.column)}`;
}

function distinct(mistakes: readonly Mistake[]): Mistake[] {
  return [...new Map(mistakes.map((one) => [JSON.stringify(one), one])).values()];
}

/** By file and line, as one corrects them. */
function inOrder(mistakes: readonly Mistake[]): Mistake[] {
  const key = ({ place = "" }: Mistake): string => place.replace(/\d+/gu, (digits) => digits.padStart(8, "0"));
  return mistakes.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
}

/** Runs the program as the engine's language host does. */
function runProgram(project: Project, address: string, { env }: Environment): Promise<{ code: number; words: string }> {
  const args = [
    `--require=${preload()}`,
    ...project.nodeArguments,
    project.runner,
    `--monitor=${address}`,
    `--engine=${address}`,
    `--project=${project.name}`,
    `--stack=${project.stack}`,
    `--root-directory=${project.folder}`,
    `--pwd=${project.folder}`,
    "--dry-run=true",
    "--parallel=16",
    project.main,
  ];
  // Without what leads to an appliance: a function of a program must not ask one.
  const own = Object.entries(env).filter(([name]) => !name.startsWith("FLOWGATE_"));
  const environment = {
    ...Object.fromEntries(own),
    PULUMI_CONFIG: JSON.stringify(project.config),
    PULUMI_NODEJS_TYPESCRIPT: String(project.typescript),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: project.folder,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let words = "";
    const keep = (chunk: Buffer): void => void (words = `${words}${String(chunk)}`.slice(-4000));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) => {
      resolve({ code: code ?? 1, words: `the program ended with ${String(code)}: ${words.trim()}` });
    });
  });
}

/** What is loaded before the program, compiled, as another process of Node needs it. */
function preload(): string {
  return join(dirname(require.resolve("pulumi-flowgate/package.json")), "dist/cli/check/preload.js");
}
