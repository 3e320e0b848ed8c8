import { SNAPSHOT_VARIABLE, snapshotAt, type SiteSnapshot } from "../recorded/site-snapshot";
import { Refusal } from "../errors/refusal";
import { type Environment, ofStack, type Naming } from "./environment";

export { onlyPreviewed, SNAPSHOT_VARIABLE } from "../recorded/site-snapshot";

/** Keys of an appliance for previews that a snapshot answers: these require and use no credentials. */
export function withoutCredentials<Keys extends object>(
  keys: Keys,
  snapshot: SiteSnapshot | undefined,
  instead: { [Key in keyof Keys]?: Keys[Key] | undefined },
): Keys {
  return snapshot === undefined ? keys : { ...keys, ...instead };
}

/** The path of a snapshot, and how messages name the setting that contains it. */
export interface SnapshotSource {
  readonly path: string;
  /** The form for use in a list. */
  readonly name: string;
  /** The form for the beginning of a sentence. */
  readonly place: string;
}

/** The setting with the path of the snapshot: the configuration or else the environment. */
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

/** Why the file is not a snapshot; empty if it is one, or if no file is set. */
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
