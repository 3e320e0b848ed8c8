import { Refusal } from "../../errors/refusal";
import type { Replicator } from "../../replicator/replicator";
import { sentence, unknownWord } from "../../values/quoted";

/** Refuses a profile that does not exist: a replicator may answer that with success. */
export async function assertProfile(replicator: Replicator, profile: string): Promise<void> {
  if ((await replicator.look(({ profiles }) => profiles.get(profile))) !== undefined) return;
  const { profiles } = await replicator.config();
  throw new Refusal(
    `the replicator has no such profile: ${sentence(unknownWord("profile", profile, [...profiles.keys()]))} If this program ` +
      "declares the profile, pass the resource instead of its name, so that it exists first.",
  );
}
