import { readdir, rename } from "node:fs/promises";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { join } from "node:path";
import { startProgress } from "../lib/progress.mjs";
import { addToCache, fromCache } from "./from-cache.ts";
import type { Way } from "./engine.ts";

const INSTALLER_HOST = "get.pulumi.com";
/** Milliseconds after which a host without a connection counts as unreachable. */
const CONNECT_PATIENCE = 3_000;

/** Pulumi's own installer, which runs through the Automation API and installs into the cache folder. */
export const fromInstaller: Way = {
  name: "installer",
  async find({ wanted, say }) {
    if (!(await canConnect(INSTALLER_HOST, 443))) {
      say(`Pulumi's installer (${INSTALLER_HOST}) cannot be reached from here.`);
      return { missing: `Pulumi's installer (${INSTALLER_HOST}) cannot be reached from here` };
    }
    const progress = startProgress(`Downloading Pulumi ${wanted.engine} with its installer`);
    try {
      await addToCache(wanted, { language: wanted.engine, made: "downloaded" }, (staging) =>
        install(staging, wanted.engine),
      );
      progress.done();
    } catch (error) {
      progress.failed();
      return { missing: `Pulumi's installer failed: ${error instanceof Error ? error.message : String(error)}` };
    }
    return fromCache.find({ wanted, say });
  },
};

/** Loads the packages on demand, not at the top: this file is also loaded if nothing has to be installed. */
async function install(staging: string, version: string) {
  const require = createRequire(import.meta.url);
  const { PulumiCommand } = require("@pulumi/pulumi/automation");
  const { SemVer } = createRequire(require.resolve("@pulumi/pulumi"))("semver");
  await PulumiCommand.install({ root: staging, version: new SemVer(version) });
  const bin = join(staging, "bin");
  for (const file of await readdir(bin)) await rename(join(bin, file), join(staging, file));
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_PATIENCE });
    const end = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(false));
  });
}
