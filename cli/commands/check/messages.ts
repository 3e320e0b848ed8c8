import { relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { redact } from "../../../provider/values/secret";
import { UNKNOWN_TEXT } from "../../../provider/values/marks";
import { inOneLine } from "../../output/text";
import type { Frame, Logged } from "./monitor";
import { ownFrame } from "./program";

/** A mistake in a program. */
export interface Mistake {
  readonly severity: "error" | "warning";
  /** File, line and column, e.g. `index.ts:12:5`; undefined if the program does not reveal them. */
  readonly place: string | undefined;
  /** Kind and name, e.g. `IpGroup "servers"`; undefined for the program as a whole. */
  readonly resource: string | undefined;
  readonly message: string;
}

/** A resource with the place of its declaration. */
export interface Placed {
  readonly urn: string;
  readonly title: string;
  readonly place: string | undefined;
}

/** The folders that places are relative to: that of the program, and the working folder. */
export interface Folders {
  readonly root: string;
  readonly cwd: string;
}

export function mistake(place: string | undefined, resource: string | undefined, message: string): Mistake {
  // A program that needs the value of a secret at once quotes what stands in its place.
  const words = redact(inOneLine(message.replaceAll(UNKNOWN_TEXT, "a secret")));
  return { severity: "error", place, resource, message: words };
}

/** The mistakes in a message that the program logged. */
export function mistakesIn(logged: Logged, resources: readonly Placed[], folders: Folders): Mistake[] {
  const ofCompiler = compilerMistakes(logged, folders);
  return ofCompiler.length > 0 ? ofCompiler : [loggedMistake(logged, resources, folders)];
}

/** The mistakes that TypeScript found, if a message is about them: each with its place. */
function compilerMistakes({ message }: Logged, { root, cwd }: Folders): Mistake[] {
  const text = stripVTControlCharacters(message);
  const found = text.matchAll(/^(\S+)\((\d+),(\d+)\): error (TS\d+: .*(?:\n\s+\S.*)*)/gmu);
  return [...found].map(([, file = "", line, column, words = ""]) =>
    mistake(`${relative(cwd, resolve(root, file))}:${String(line)}:${String(column)}`, undefined, inOneLine(words)),
  );
}

const ES_MODULE =
  'Pulumi cannot load TypeScript as an ES module. Remove "type": "module" from package.json: docs/start/compatibility.md';

function loggedMistake({ severity, message, urn }: Logged, resources: readonly Placed[], folders: Folders): Mistake {
  const found = resources.find((one) => one.urn === urn);
  // Node colours the frames of a stack that it prints for people.
  const text = stripVTControlCharacters(message).trim();
  const [first = "", ...stack] = text.split("\n");
  const lines = stack.filter((one) => !/^\s*at /u.test(one)).map((one) => one.trim());
  const words = [first, ...lines].filter((one) => one !== "").join(" ");
  // A message about a site model contains its place.
  const [, ofModel, own = words] = /^(\S+:\d+:\d+): (.*)$/su.exec(words) ?? [];
  // Pulumi loads a program in TypeScript as CommonJS, before anything of this package runs.
  const isModule = own.includes('Unknown file extension ".ts"');
  const said = isModule ? ES_MODULE : own.replace(/^(?:.*: )?warning: /u, "");
  return {
    ...mistake(ofModel ?? found?.place ?? placeOf(framesIn(stack), folders), found?.title, said),
    severity: severity === "error" ? "error" : "warning",
  };
}

/** The frames of a stack as Node prints it: paths may begin with a drive. */
export function framesIn(stack: readonly string[]): Frame[] {
  const frame = /\(?((?:file:\/\/)?\/?(?:[a-z]:)?[/\\][^():]+):(\d+):(\d+)\)?$/iu;
  return stack.flatMap((one) => {
    const [, file, line, column] = frame.exec(one) ?? [];
    return file === undefined ? [] : [{ file, line: Number(line), column: Number(column) }];
  });
}

/** The innermost frame in the program itself. */
export function placeOf(frames: readonly Frame[], { root, cwd }: Folders): string | undefined {
  const own = ownFrame(frames, root);
  return own === undefined ? undefined : `${relative(cwd, own.file)}:${String(own.line)}:${String(own.column)}`;
}
