import { mapped } from "../../../provider/values/collections";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { z } from "#zod";
import { jsonOf } from "../../output/json";
import { textOfFile } from "../../../provider/values/text-file";
import { UNKNOWN_TEXT } from "../../../provider/values/marks";
import type { Environment } from "../../io";
import { projectFile, projectName, type StackChoice } from "../../engine/run";
import { yamlIn } from "../../files";
import { installCommand } from "../../project";
import { UsageError } from "../../errors";

/** A Pulumi program, with everything that is needed to run it. */
export interface Project {
  readonly name: string;
  /** The folder of Pulumi.yaml. */
  readonly folder: string;
  /** The entry point: the folder of the program, or a file in it. */
  readonly main: string;
  readonly typescript: boolean;
  /** Options of Node. */
  readonly nodeArguments: readonly string[];
  readonly stack: string;
  /** Its file of settings, which every stack with a configuration has. */
  readonly settings: string | undefined;
  /** Configuration by full key. Secrets are not decrypted: they are unknown. */
  readonly config: Readonly<Record<string, string>>;
  /** Path of Pulumi's own runner for programs. */
  readonly runner: string;
}

const projectSchema = z.looseObject({
  name: z.string(),
  main: z.string().optional(),
  runtime: z.union([
    z.literal("nodejs"),
    z.looseObject({
      name: z.literal("nodejs"),
      options: z.looseObject({ typescript: z.boolean().optional(), nodeargs: z.string().optional() }).optional(),
    }),
  ]),
});
const stackSchema = z.looseObject({ config: z.record(z.string(), z.unknown()).optional() });

/** Reads the project in a folder or in one above it. Throws UsageError if there is none that can run. */
export function projectOf(folder: string, chosen: StackChoice | undefined, env: Environment["env"]): Project {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`${folder} is no folder. Give the folder of the program.`);
  const path = projectFile(folder);
  if (path === undefined)
    throw new UsageError(`${folder} is not in a Pulumi project: there is no Pulumi.yaml in it or above it.`);
  const root = dirname(path);
  const project = projectSchema.safeParse(yamlIn(path));
  if (!project.success)
    throw new UsageError(`${path} does not belong to a program in TypeScript or JavaScript (runtime: nodejs).`);
  const { name, main = ".", runtime } = project.data;
  const options = typeof runtime === "string" ? undefined : runtime.options;
  return {
    ...stackOf(path, chosen, env),
    name,
    folder: root,
    main: resolve(root, main),
    typescript: options?.typescript ?? true,
    nodeArguments: (options?.nodeargs ?? "").split(" ").filter((argument) => argument !== ""),
    runner: runnerOf(resolve(root, main)),
  };
}

/** The stack of a project that is chosen, selected, or the only one, with what its file of settings says. */
export function stackOf(project: string, chosen: StackChoice | undefined, env: Environment["env"]) {
  const root = dirname(project);
  const stack = typeof chosen === "string" ? chosen : (selectedStack(env, project) ?? onlyStack(root) ?? "dev");
  const file = `Pulumi.${stack}.yaml`;
  return { stack, settings: existsSync(join(root, file)) ? file : undefined, config: configOf(join(root, file)) };
}

/** The stack that is selected for a project, as the engine remembers it on this machine. */
function selectedStack(env: Environment["env"], path: string): string | undefined {
  if (env["PULUMI_STACK"] !== undefined && env["PULUMI_STACK"] !== "") return nameIn(env["PULUMI_STACK"]);
  const home = env["PULUMI_HOME"] ?? join(env["HOME"] ?? homedir(), ".pulumi");
  const mark = createHash("sha1").update(path).digest("hex");
  const file = join(home, "workspaces", `${projectName(path)}-${mark}-workspace.json`);
  const selected = z.object({ stack: z.string().min(1) }).safeParse(jsonOf(existsSync(file) ? textOfFile(file) : ""));
  return selected.success ? nameIn(selected.data.stack) : undefined;
}

/** The last part of `organization/project/stack`. */
function nameIn(stack: string): string {
  return stack.split("/").at(-1) ?? stack;
}

function onlyStack(root: string): string | undefined {
  const stacks = readdirSync(root).flatMap((name) => /^Pulumi\.(.+)\.ya?ml$/u.exec(name)?.[1] ?? []);
  return stacks.length === 1 ? stacks[0] : undefined;
}

function configOf(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  const stack = stackSchema.safeParse(yamlIn(path));
  if (!stack.success) throw new UsageError(`${path} does not contain the configuration of a stack.`);
  const values = Object.entries(stack.data.config ?? {});
  const withoutSecret = (value: unknown): unknown =>
    typeof value === "object" && value !== null && "secure" in value ? UNKNOWN_TEXT : value;
  // The engine passes a text to the program for each value.
  const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
  return Object.fromEntries(values.map(([key, value]) => [key, textOf(mapped(value, withoutSecret))]));
}

function runnerOf(main: string): string {
  try {
    return createRequire(join(main, "program.js")).resolve("@pulumi/pulumi/cmd/run");
  } catch (error) {
    throw new UsageError(`${main} has no @pulumi/pulumi in its node_modules: run ${installCommand(main)} first.`, {
      cause: error,
    });
  }
}
