import { MAX_DELETES_VARIABLE } from "../errors/deletions";
import type { Environment } from "./environment";
import type { Naming } from "./naming";
import type { ConfigurationKeys } from "./schema";

/** What one command may delete. */
export interface DeletionLimit {
  /** Maximum number of objects; undefined if there is none. */
  readonly most?: number | undefined;
  /** The setting that limits the number, for messages. */
  readonly from: string;
  /** Patterns of names that are never deleted. */
  readonly protect: readonly string[];
  /** The setting with the patterns, for messages. */
  readonly protectedBy: string;
}

/** The limit in the configuration. The variable wins: it allows a larger deletion once. */
export function deletionLimit(
  { maxDeletes, protect = [] }: Pick<ConfigurationKeys, "maxDeletes" | "protect">,
  environment: Environment,
  naming: Naming,
): DeletionLimit {
  const once = environment[MAX_DELETES_VARIABLE] ?? "";
  const isOnce = once !== "";
  return {
    most: isOnce ? Number(once) : maxDeletes,
    from: isOnce ? MAX_DELETES_VARIABLE : naming.key("maxDeletes"),
    protect,
    protectedBy: naming.key("protect"),
  };
}

/** The fault of the variable, if it is set to anything but a whole number. */
export function limitFaults(environment: Environment): string[] {
  const text = environment[MAX_DELETES_VARIABLE] ?? "";
  const isNumber = /^\d{0,9}$/u.test(text);
  return isNumber ? [] : [`environment ${MAX_DELETES_VARIABLE}: must be a whole number of objects`];
}
