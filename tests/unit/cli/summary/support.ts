import { readFileSync } from "node:fs";
import { join } from "node:path";
import { flowgate, printed, type Run, type RunOptions } from "../support";
import { type ScenarioStep, stack, upOf } from "./scenarios";

/** The folder of the previews that the engine wrote: `create`, `update`, `error`, `drift`. */
export const folder = __dirname;

/** The path of a preview that the engine wrote. Its addresses are reserved for documentation. */
export function fixture(name: string): string {
  return join(folder, `${name}.json`);
}

export interface Step {
  op: string;
  urn: string;
  newState?: { inputs?: Record<string, unknown>; outputs?: Record<string, unknown> };
  oldState?: { inputs?: Record<string, unknown>; outputs?: Record<string, unknown> };
  replaceReasons?: string[];
}

export interface Preview {
  steps: Step[];
  diagnostics?: { urn?: string; message: string; severity: string }[];
}

/** A preview that the engine wrote, with a change. */
export function preview(name: string, change: (preview: Preview) => void = () => undefined): string {
  const parsed = JSON.parse(readFileSync(fixture(name), "utf8")) as Preview;
  change(parsed);
  return `${JSON.stringify(parsed, null, 4)}\n`;
}

/** Runs `flowgate summary` with a text on standard input. */
export function piped(text: string, args: readonly string[] = [], options: RunOptions = {}): Promise<Run> {
  return flowgate(["summary", ...args], { ...options, piped: text });
}

/** The comment on a preview of these steps. */
export const commentOn = (...steps: readonly ScenarioStep[]): Promise<string> => printed(piped(stack.text(steps)));

/** The comment on an up with this output. */
export const commentOnUp = async (...output: Parameters<typeof upOf>): Promise<string> =>
  (await piped(upOf(...output))).stdout;

export const titleOf = (comment: string): string => comment.split("\n")[2] ?? "";
/** The rows of the tables in a comment that contain a text. */
export const rowsOf = (comment: string, text = "| `"): string[] =>
  comment.split("\n").filter((line) => line.startsWith("|") && line.includes(text));

/** The step of a resource, by its name. */
export const stepOf = (steps: readonly Step[], name: string): Step => {
  const found = steps.find(({ urn }) => urn.endsWith(`::${name}`));
  if (found === undefined) throw new Error(`there is no step of ${name}`);
  return found;
};
