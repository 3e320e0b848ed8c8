import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Refusal } from "../../provider/errors/refusal";
import { selectionOf, selectorsIn, type Selection } from "../../lib/site/selection";
import { accountsIn } from "../../lib/site/account-list";
import type { SiteObject } from "../../lib/site/object";
import type { Context } from "../context";
import { capitalised, ConfigurationError, UsageError } from "../errors";

/** Name of the file that lists objects to leave out of an export. */
const IGNORE_FILE = ".flowgateignore";

/** The selection in an ignore file. Default: the file in the current folder. */
export async function ignoredBy({ io }: Context, given: string | undefined): Promise<Selection> {
  const path = resolve(io.cwd, given ?? IGNORE_FILE);
  try {
    return selection(selectorsIn(await readFile(path, "utf8")));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (given === undefined && code === "ENOENT") return () => false;
    throw new UsageError(`${path} cannot be read (${code}).`, { cause: error });
  }
}

/** The accounts in a list that the user gives. No request is sent for a list with mistakes. */
export async function accountsFrom({ io }: Context, given: string): Promise<SiteObject[]> {
  const path = resolve(io.cwd, given);
  try {
    return accountsIn(await readFile(path, "utf8"));
  } catch (error) {
    if (error instanceof Refusal) throw new UsageError(`${given}: ${error.message}`, { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`${path} cannot be read (${code}).`, { cause: error });
  }
}

/** Parses selectors from the command line. */
export function selection(selectors: readonly string[]): Selection {
  try {
    return selectionOf(selectors);
  } catch (error) {
    if (error instanceof Refusal) throw new UsageError(capitalised(error.message), { cause: error });
    throw error;
  }
}

/** Runs a read. Failures that the configuration or an appliance causes become errors of the command. */
export async function refusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw new ConfigurationError(capitalised(error.message), { cause: error });
    throw error;
  }
}
