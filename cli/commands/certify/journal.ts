import { appendFileSync, existsSync, fsyncSync, openSync, closeSync, readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import { jsonOf } from "../../../lib/output/json";
import { UsageError } from "../../errors";

/**
 * The first part of all names of the run that an object belongs to, in any letter case: appliances may store names in
 * other forms. Undefined if no run of certify created the object.
 */
export function runOf(name: string): string | undefined {
  return /^flowgate-certify-[0-9a-f]{8}/iu.exec(name)?.[0].toLowerCase();
}

/** What a run may create, by its exact name; or the value that a setting had before. */
const entry = z.discriminatedUnion("what", [
  z.object({ what: z.literal("appliance"), about: z.enum(["gateway", "replicator"]), url: z.string() }),
  z.object({
    what: z.enum(["group", "user", "userGroup", "profile"]),
    // A journal that was edited must not lead to other objects.
    name: z.string().refine((name) => runOf(name) !== undefined),
  }),
  z.object({ what: z.literal("address"), name: z.string() }),
  z.object({ what: z.literal("setting"), name: z.string(), value: z.string(), enabled: z.boolean().optional() }),
]);
export type Entry = z.output<typeof entry>;

/**
 * The names that a run uses, written to disk before the first request that may create them. So a run that is killed
 * leaves a list from which `--clean` removes exactly its objects.
 */
export class Journal {
  readonly #known = new Set<string>();

  constructor(readonly path: string) {}

  /** The entries that an earlier run left; empty if there is no journal. */
  static entries(path: string): Entry[] {
    if (!existsSync(path)) return [];
    // A kill may cut the last line. Nothing was sent for it yet.
    const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
    return lines.map((line) => {
      const parsed = entry.safeParse(jsonOf(line));
      if (parsed.success) return parsed.data;
      throw new UsageError(`${path} is not a journal of flowgate certify: the line ${line.slice(0, 40)} is unknown.`);
    });
  }

  /** The objects and settings among the entries. */
  static objects(path: string): Entry[] {
    return Journal.entries(path).filter(({ what }) => what !== "appliance");
  }

  /** Records an entry before the request that needs it. */
  add(one: Entry): void {
    const line = `${JSON.stringify(one)}\n`;
    if (this.#known.has(line)) return;
    this.#known.add(line);
    appendFileSync(this.path, line, { mode: 0o600 });
    const file = openSync(this.path, "r");
    fsyncSync(file);
    closeSync(file);
  }

  /** Removes the journal if everything in it is gone. */
  removeIf(isGone: boolean): void {
    if (isGone) rmSync(this.path, { force: true });
  }
}
