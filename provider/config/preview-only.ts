import { SNAPSHOT_VARIABLE, snapshotAt, type SiteSnapshot } from "../recorded/site-snapshot";
import { Refusal } from "../refusal";
import type { Environment } from "./environment";
import { ofStack, type Naming } from "./naming";

export { onlyPreviewed, SNAPSHOT_VARIABLE } from "../recorded/site-snapshot";

/** Keys of an appliance for previews that are answered from a snapshot: no credential is asked for, and none is used. */
export function withoutCredentials<Keys extends object>(
  keys: Keys,
  snapshot: SiteSnapshot | undefined,
  instead: { [Key in keyof Keys]?: Keys[Key] | undefined },
): Keys {
  return snapshot === undefined ? keys : { ...keys, ...instead };
}

/** Where a snapshot is, and how messages call what names it. */
export interface SnapshotSource {
  readonly path: string;
  /** In a list. */
  readonly name: string;
  /** Where a sentence begins. */
  readonly place: string;
}

/** What names the snapshot: the configuration, or else the environment. */
export function snapshotSource(
  configured: string | undefined,
  environment: Environment,
  naming: Naming = ofStack,
): SnapshotSource | undefined {
  if (configured !== undefined) {
    return { path: configured, name: naming.key("snapshot"), place: naming.place("snapshot") };
  }
  const path = environment[SNAPSHOT_VARIABLE];
  if (path === undefined || path === "") return undefined;
  const name = `environment ${SNAPSHOT_VARIABLE}`;
  return { path, name, place: name };
}

/** Why there is no snapshot in the file that is named; nothing where there is one, or where none is named. */
export function snapshotFaults(source: SnapshotSource | undefined): string[] {
  if (source === undefined) return [];
  try {
    snapshotAt(source.path);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [`${source.place}: ${error.message}`];
    throw error;
  }
}
