import { chmod, cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Ended, launch, root } from "../../support/clone";
import { temporaryFolder } from "../../support/temporary-folder";

/** A copy of the tools in a separate folder, so that a test can see what they do to "the clone" and its cache. */
export interface Sandbox {
  /** The folder of the programs that the tools find in PATH. Nothing else is in PATH. */
  readonly bin: string;
  path(...names: string[]): string;
  write(name: string, text: string): Promise<void>;
  /** Puts a shell script in PATH. The script may use only the shell's built-in commands and absolute paths. */
  script(name: string, text: string, folder?: string): Promise<void>;
  /** Runs one of the tools, e.g. `tools/build.mjs`. */
  run(args: string[], env?: Record<string, string>): Promise<Ended>;
}

export async function openSandbox(): Promise<Sandbox> {
  const folder = temporaryFolder();
  const path = (...names: string[]): string => join(folder, ...names);
  await cp(join(root, "tools"), path("tools"), { recursive: true });
  await mkdir(path("bin"));
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(path(name)), { recursive: true });
    await writeFile(path(name), text);
  };
  return {
    bin: path("bin"),
    path,
    write,
    async script(name, text, where = path("bin")) {
      await mkdir(where, { recursive: true });
      await writeFile(join(where, name), `#!/bin/sh\n${text}\n`);
      await chmod(join(where, name), 0o755);
    },
    // A separate home folder, without the caches of this machine.
    run: (args, env = {}) => {
      const all = { HOME: folder, XDG_CACHE_HOME: path("cache"), PATH: path("bin"), ...env };
      return launch(process.execPath, args, folder, all).ended;
    },
  };
}
