import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { EngineError } from "../../../lib/fleet/engine";
import { FolderError } from "../../../lib/fleet/private";
import { FleetFileError, fleetOfNames, readFleet } from "../../../lib/fleet/file";
import type { Fleet, Site } from "../../../lib/fleet/fleet";
import { choose } from "../../../lib/fleet/waves";
import { unknownWord, sentence } from "../../../provider/values/quoted";
import type { Context } from "../../context";
import { ConfigurationError, UsageError } from "../../errors";

const DEFAULT_FILE = "fleet.yaml";

/** Options that choose a fleet and its sites. */
export interface ChosenSites {
  readonly fleet?: string;
  readonly sites?: readonly string[];
  readonly tags?: readonly string[];
}

/** The fleet of the file, or of the names, restricted to the chosen sites. Throws FleetFileError. */
export function chosenFleet({ io }: Context, { fleet: file, sites = [], tags = [] }: ChosenSites): Fleet {
  const isThere = file !== undefined || existsSync(resolve(io.cwd, DEFAULT_FILE));
  if (!isThere && sites.length > 0) return fleetOfNames(sites, io.cwd);
  const all = readFleet(file ?? DEFAULT_FILE, io.cwd);
  checkNames(all.sites, sites, tags);
  return chosen(all, choose(all.sites, { names: sites, tags }));
}

/** Runs work on a fleet. Errors in its file, of the engine and of its folder become errors of the command. */
export async function onFleet<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FleetFileError) throw new UsageError(error.message, { cause: error }, error.problems);
    if (error instanceof EngineError)
      throw new ConfigurationError(`The stacks cannot be read: ${sentence(error.message)}`);
    if (error instanceof FolderError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/**
 * The fleet restricted to these sites. Canaries that are not among them are not replaced: the first wave is then small.
 */
function chosen(fleet: Fleet, sites: readonly Site[]): Fleet {
  const names = sites.map(({ name }) => name);
  return { ...fleet, sites, canary: fleet.canary.filter((name) => names.includes(name)) };
}

function checkNames(all: readonly Site[], sites: readonly string[], tags: readonly string[]): void {
  const check = (what: string, words: readonly string[], known: readonly string[]): void => {
    const stranger = words.find((word) => !known.includes(word));
    if (stranger !== undefined)
      throw new UsageError(sentence(`The fleet file has an ${unknownWord(what, stranger, known)}`));
  };
  const knownTags = [...new Set(all.flatMap((site) => site.tags))];
  check(
    "site",
    sites,
    all.map(({ name }) => name),
  );
  check("tag", tags, knownTags);
}
