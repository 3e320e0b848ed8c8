import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Fleet } from "./fleet";

/** What a stack's settings file holds, as far as a fleet uses it. */
export interface StackSettings {
  readonly config?: Readonly<Record<string, unknown>>;
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
