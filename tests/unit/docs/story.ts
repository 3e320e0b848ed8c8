import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startSimulator, type Simulator } from "../../../simulator";
import { type Ended, launch, type ProgramFolder } from "../../support/clone";
import { engineEnvironment, findEngineFolder } from "../../support/engine";
import { makePackedFolder } from "../../support/packed";
import { page } from "./pages";

/** A folder of a reader, in which the lines of a page run as written, and the appliances that they are about. */
export interface Story {
  readonly sim: Simulator;
  readonly folder: ProgramFolder;
  /** The exit code and the output of a line. */
  run(line: string, extra?: Readonly<Record<string, string>>, cwd?: string): Promise<Ended>;
  close(): Promise<void>;
}

/** The lines of the shell on a page, or in a part of it. */
export function shellLines(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gmu)];
  return blocks.flatMap(([, lines = ""]) => lines.trim().split("\n"));
}

/** The code of a fenced block of a page that contains a text. */
export function blockWith(path: string, words: string): string {
  const blocks = [...page(path).text.matchAll(/^```\w*\n([\s\S]*?)^```$/gmu)].map(([, code = ""]) => code);
  const found = blocks.find((code) => code.includes(words));
  if (found === undefined) throw new Error(`${path} has no block with ${words}`);
  return found;
}

/** What the lines that `flowgate simulate` prints set. */
export function variablesOf(sim: Simulator, prefix = "FLOWGATE"): Record<string, string> {
  return {
    [`${prefix}_GATEWAY_URL`]: sim.gateway.url,
    [`${prefix}_GATEWAY_TOKEN`]: sim.gateway.token,
    [`${prefix}_GATEWAY_CERT_FINGERPRINTS`]: sim.caFingerprint ?? "",
    [`${prefix}_REPLICATOR_URL`]: sim.replicator.url,
    [`${prefix}_REPLICATOR_USER`]: sim.replicator.user,
    [`${prefix}_REPLICATOR_PASSWORD`]: sim.replicator.password,
    [`${prefix}_REPLICATOR_CERT_FINGERPRINTS`]: sim.caFingerprint ?? "",
  };
}

/** Opens an empty folder with the package that `npm pack` creates in it, in place of a registry. */
export async function openStory(): Promise<Story> {
  const [sim, folder] = await Promise.all([startSimulator(), makePackedFolder()]);
  const home = join(folder.path, "home");
  await mkdir(home);
  const command = "node_modules/.bin/flowgate";
  await folder.write(command, `#!/bin/sh\nexec node "$(dirname "$0")/../pulumi-flowgate/dist/cli/main.js" "$@"\n`);
  await chmod(join(folder.path, command), 0o755);
  // `pulumi login --local` would mean the home folder of the account that runs the tests.
  const env = engineEnvironment([await findEngineFolder()], `file://${home}`, home, {
    HOME: home,
    PULUMI_CONFIG_PASSPHRASE: "test",
    // What a user confirms at a terminal, after a preview.
    PULUMI_SKIP_CONFIRMATIONS: "true",
    PULUMI_OPTION_SKIP_PREVIEW: "true",
    // `npm run lint` checks the types of the template and of the pages' programs.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...variablesOf(sim),
  });
  return {
    sim,
    folder,
    run: (line, extra = {}, cwd = folder.path) => launch("sh", ["-c", line], cwd, { ...env, ...extra }).ended,
    close: async () => {
      await folder.close();
      await sim.close();
    },
  };
}
