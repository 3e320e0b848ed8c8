import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The clone's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The one folder outside the clone that the tools write to. */
export const cacheFolder = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "pulumi-flowgate");
