import { Refusal } from "../../errors/refusal";
import type { Replicator } from "../../replicator/replicator";
import { quoted, sentence, unknownWord } from "../../values/quoted";

/**
 * Says of profiles that are not on the replicator what may be left there. A run that has renamed a profile may have
 * failed before it removed what the state still knows by the former name.
 */
export async function noteMissing(
  replicator: Replicator,
  names: readonly string[],
  info: (message: string) => void,
): Promise<void> {
  const { profiles } = await replicator.config();
  for (const name of names.filter((one) => !profiles.has(one))) {
    info(
      `the profile ${quoted(name)} is not on the replicator. If it was renamed, this stays there under its new name.`,
    );
  }
}

/** Refuses a profile that does not exist: a replicator may answer that with success. */
export async function assertProfile(replicator: Replicator, profile: string): Promise<void> {
  if ((await replicator.look(({ profiles }) => profiles.get(profile))) !== undefined) return;
  const { profiles } = await replicator.config();
  throw new Refusal(
    `the replicator has no such profile: ${sentence(unknownWord("profile", profile, [...profiles.keys()]))} If this program ` +
      "declares the profile, pass the resource instead of its name, so that it exists first.",
  );
}
