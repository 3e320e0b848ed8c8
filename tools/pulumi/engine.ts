import { join } from "node:path";
import { SetupError } from "../lib/errors.mjs";
import { withLock } from "../lib/lock.mjs";
import { enginesFolder, fromCache } from "./from-cache.ts";
import { fromGo } from "./from-go.ts";
import { fromInstaller } from "./from-installer.ts";
import { fromPath } from "./from-path.ts";
import { wantedVersions } from "./versions.ts";

export interface Engine {
  /** To put first on PATH. */
  readonly folder: string;
  /** Without the `v`. */
  readonly version: string;
  /** For people. */
  readonly origin: string;
}

export type Wanted = Awaited<ReturnType<typeof wantedVersions>>;

/** One of the ways to obtain an engine. */
export interface Way {
  readonly name: string;
  /** The engine, or the reason why this way provides none. */
  readonly find: (context: Context) => Promise<Engine | { missing: string }>;
}

interface Context {
  readonly wanted: Wanted;
  readonly say: (message: string) => void;
}

/** In this order: the user's own engine, one in the cache, then a download or a build. */
const present = [fromPath, fromCache];
const made = [fromInstaller, fromGo];

/** An engine that exists on this machine. Does not download or build. */
export async function findEngine(): Promise<Engine | undefined> {
  const { engine } = await firstOf(present, () => undefined);
  return engine;
}

/** An engine, downloaded or built if there is none. The first time takes some minutes, later calls milliseconds. */
export async function requireEngine(say: (message: string) => void): Promise<Engine> {
  const found = await firstOf(present, say);
  if (found.engine !== undefined) return found.engine;
  const lock = join(enginesFolder(), "lock");
  return withLock(lock, "getting the Pulumi engine", say, async () => {
    // After waiting for the lock, the engine of the other process is in the cache.
    const afterWait = await firstOf([fromCache], say);
    if (afterWait.engine !== undefined) return afterWait.engine;
    const { engine, reasons } = await firstOf(made, say);
    if (engine !== undefined) return engine;
    throw new SetupError(await explain([...found.reasons, ...reasons]));
  });
}

async function firstOf(ways: readonly Way[], say: (message: string) => void) {
  const wanted = await wantedVersions();
  const reasons = [];
  for (const way of ways) {
    const outcome = isAllowed(way)
      ? await way.find({ wanted, say })
      : { missing: "FLOWGATE_ENGINE_WAYS leaves it out" };
    if (!("missing" in outcome)) return { engine: outcome, reasons };
    reasons.push(`${way.name}: ${outcome.missing}`);
  }
  return { engine: undefined, reasons };
}

/**
 * Whether a way is allowed. `FLOWGATE_ENGINE_WAYS` lists the allowed ways, separated by commas, e.g. `path,cache` if
 * downloads are forbidden. Default: all.
 */
function isAllowed(way: Way) {
  const allowed = process.env["FLOWGATE_ENGINE_WAYS"];
  return allowed === undefined || allowed.split(",").includes(way.name);
}

async function explain(reasons: readonly string[]) {
  const { engine } = await wantedVersions();
  return [
    "There is no Pulumi engine on this machine, and none of the ways to get one worked:",
    ...reasons.map((reason) => `  - ${reason}`),
    "Do one of these, then run `npm run setup` again:",
    `  - install Pulumi ${engine} or later, so that \`pulumi version\` works: https://www.pulumi.com/docs/install/`,
    "  - install Go 1.26 or later (https://go.dev/dl/) with access to a Go module proxy (GOPROXY)",
    `  - copy a folder with the engine's three files and its engine.json from another machine to ${enginesFolder()}/${engine}`,
  ].join("\n");
}
