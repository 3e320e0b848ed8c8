import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSimulator, type Simulator, type SimulatorOptions } from "../../../../simulator";
import { cleanEnvironment, makeProgramFolder } from "../../../support/clone";
import { configFor } from "../../../support/configuration";
import { flowgate, holds, pathTo, type Run, type RunOptions } from "../support";

/** Both appliances, and the folder of a program whose stack has their objects in its state. */
export interface Box {
  readonly sim: Simulator;
  readonly folder: string;
  run(args: readonly string[], more?: Pick<RunOptions, "terminal" | "typed" | "env">): Promise<Run>;
  write(name: string, text: string): Promise<void>;
  /** Writes a program in JavaScript, which starts faster than TypeScript. */
  writeScript(source: string): Promise<void>;
  text(name: string): string;
  /** Puts an object into the state, as an up of the program would. */
  hold(...entries: readonly Entry[]): void;
  close(): Promise<void>;
}

/** A rule of one address, as a gateway has it. */
export const host = (address: string) => ({ type: "ip", address }) as const;

/** A program in JavaScript of a model in these layers. */
export const modelProgram = (layers: readonly string[], more: object = {}): string =>
  'const { loadModel, SiteTemplate } = require("pulumi-flowgate");\n' +
  `new SiteTemplate("site", { ...${JSON.stringify(more)}, model: loadModel(${JSON.stringify(layers)}) });\n`;

/** A resource of the state. */
export interface Entry {
  readonly kind: string;
  readonly name: string;
  readonly id: string | number;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  /** Types of its parents, each with `$` after it. */
  readonly above?: string;
}

interface Imported {
  readonly type: string;
  readonly name: string;
  readonly parent?: string;
  readonly component?: boolean;
}

/** The part of an engine that the command uses: it stores what an import or a test puts into the state. Previews find nothing. */
function engineOf(folder: string, [command, , path = ""]: readonly string[]): string {
  if (command === "stack") return readFileSync(join(folder, "state.json"), "utf8");
  if (command === "config") return readFileSync(join(folder, "config.json"), "utf8");
  if (command !== "import") return "";
  const { resources } = JSON.parse(readFileSync(path, "utf8")) as { resources: Imported[] };
  const own = resources.filter(({ component }) => component !== true);
  holds(
    folder,
    own.map(({ parent, ...one }) => {
      const above = parent === undefined ? "" : "flowgate:index:SiteTemplate$";
      return { ...one, urn: `urn:pulumi:test::program::${above}${one.type}::${one.name}`, custom: true };
    }),
  );
  return "";
}

export async function openBox(
  options: SimulatorOptions = {},
  configuration: (sim: Simulator) => Record<string, unknown> = configFor,
): Promise<Box> {
  const [sim, program] = await Promise.all([startSimulator({ https: false, ...options }), makeProgramFolder()]);
  const { path: cwd, write } = program;
  const values = Object.entries(configuration(sim)).map(([key, value]) => [
    `flowgate:${key}`,
    { value: JSON.stringify(value), objectValue: value },
  ]);
  await write("config.json", JSON.stringify(Object.fromEntries(values)));
  holds(cwd, []);
  await write("Pulumi.yaml", "name: program\nruntime: nodejs\n");
  const env = {
    PATH: pathTo(cwd, (args) => engineOf(cwd, args)),
    NODE_OPTIONS: cleanEnvironment()["NODE_OPTIONS"] ?? "",
    // A property test checks the types of the programs. Checking them in each would only take time.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  };
  const { store } = sim.gateway;
  store.ipGroups.clear();
  return {
    sim,
    folder: cwd,
    run: (args, more = {}) => flowgate(args, { cwd, undisturbed: true, ...more, env: { ...env, ...more.env } }),
    write,
    writeScript: async (source) => {
      const runtime = { name: "nodejs", options: { typescript: false } };
      await write("Pulumi.yaml", JSON.stringify({ name: "program", runtime }));
      await write("index.js", source);
    },
    text: (name) => readFileSync(join(cwd, name), "utf8"),
    hold: (...entries) => {
      const path = join(cwd, "state.json");
      const { deployment } = JSON.parse(readFileSync(path, "utf8")) as { deployment: { resources: object[] } };
      const resources = [...deployment.resources, ...entries.map(asEntry)];
      writeFileSync(path, JSON.stringify({ version: 3, deployment: { resources } }));
    },
    close: async () => {
      await Promise.all([sim.close(), program.remove()]);
    },
  };
}

function asEntry({ kind, name, id, inputs, outputs = {}, above = "" }: Entry): object {
  const type = `pulumi-nodejs:dynamic/flowgate:${kind}`;
  const urn = `urn:pulumi:test::program::${above}${type}::${name}`;
  return { urn, type, custom: true, id: String(id), inputs, outputs: { ...inputs, ...outputs } };
}
