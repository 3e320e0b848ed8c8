import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { Fleet } from "./fleet";
import { parse } from "yaml";

/** Folders that do not affect the result, or whose contents a lock file determines. */
const leftOut = new Set(["node_modules", ".git", ".pulumi", ".fleet"]);
/** Settings of one stack, which affect only that stack. */
const stackSettings = /^Pulumi\..+\.(?:ya?ml|json)$/u;

/** A short fingerprint of everything that determines the result of an update of a stack, except for the environment. */
export class Digests {
  readonly #shared: string;

  /** `version` is that of this package; `home` is the folder that the fleet's runs write to, which does not count. */
  constructor(
    private readonly fleet: Pick<Fleet, "program" | "inputs" | "file">,
    version: string,
    home: string,
  ) {
    const hash = createHash("sha256").update(version);
    const skipped = new Set([home, ...(fleet.file === undefined ? [] : [fleet.file])]);
    for (const root of [fleet.program, ...fleet.inputs]) {
      for (const file of filesOf(root, skipped)) {
        hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
      }
    }
    this.#shared = hash.digest("hex");
  }

  /** The digest of one stack: 16 hexadecimal digits. */
  of(stack: string): string {
    const hash = createHash("sha256").update(this.#shared).update(`\0${stack}\0`).update(this.#settings(stack));
    return hash.digest("hex").slice(0, 16);
  }

  /** Only the configuration: the encryption data that the engine stores beside it differ from clone to clone. */
  #settings(stack: string): string {
    const { config = {}, environment = {} } = settingsOf(this.fleet, stack);
    return JSON.stringify([config, environment]);
  }
}

/**
 * The files of a folder, or the file itself, sorted by path. Sockets, pipes and devices have no content, and the target
 * of a link may be missing.
 */
function filesOf(path: string, skipped: ReadonlySet<string>): string[] {
  if (skipped.has(path)) return [];
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true) return stackSettings.test(basename(path)) ? [] : [path];
  if (found?.isDirectory() !== true) return [];
  const names = readdirSync(path).filter((name) => !leftOut.has(name));
  return names.sort().flatMap((name) => filesOf(join(path, name), skipped));
}

/** What a stack's settings file holds, as far as a fleet uses it. */
export interface StackSettings {
  readonly config?: Readonly<Record<string, unknown>>;
  /** What protects the secrets of the stack, e.g. `awskms://alias/pulumi`. Without it, a passphrase or the backend does. */
  readonly secretsprovider?: string;
  /** Environments of Pulumi's service, which set environment variables of the engine. */
  readonly environment?: unknown;
}

const endings = [".yaml", ".yml", ".json"];

/** The settings of a stack in `Pulumi.<stack>.yaml`; empty if there is no such file. */
export function settingsOf({ program }: Pick<Fleet, "program">, stack: string): StackSettings {
  const name = stack.slice(stack.lastIndexOf("/") + 1);
  for (const ending of endings) {
    const file = join(program, `Pulumi.${name}${ending}`);
    if (statSync(file, { throwIfNoEntry: false }) === undefined) continue;
    return (parse(readFileSync(file, "utf8")) as StackSettings | null) ?? {};
  }
  return {};
}
