import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startSimulator, type Simulator, type SimulatorOptions } from "../../../../simulator";
import { cleanEnvironment, makeProgramFolder } from "../../../support/clone";
import { configFor } from "../../../support/configuration";
import { answerTo, type EntryValues } from "../fake-engine";
import { entryOf, flowgate, holds, pathTo, stackOf, type Run, type RunOptions } from "../support";

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

/** A resource of the state. Its outputs are in addition to its inputs. */
export interface Entry extends Omit<EntryValues, "id"> {
  readonly kind: string;
  readonly name: string;
  readonly id: string | number;
}

interface Imported {
  readonly type: string;
  readonly name: string;
  readonly parent?: string;
  readonly component?: boolean;
}

/** The part of an engine that the command uses: it stores what an import or a test puts into the state. Previews find nothing. */
function engineOf(folder: string, args: readonly string[]): string {
  const [command, , path = ""] = args;
  if (command === "stack" || command === "config") return answerTo(folder, args);
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
  stackOf(configuration(sim), cwd);
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
      const added = entries.map(({ kind, name, id, outputs, ...more }) =>
        entryOf(kind, name, { ...more, id: String(id), outputs: { ...more.inputs, ...outputs } }),
      );
      holds(cwd, [...deployment.resources, ...added]);
    },
    close: async () => {
      await Promise.all([sim.close(), program.remove()]);
    },
  };
}
