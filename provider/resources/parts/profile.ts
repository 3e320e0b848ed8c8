import { sentence } from "../../values/quoted";
import type { ReplicatorAppliance } from "../../appliance/replicator/appliance";
import { ApplianceError } from "../../errors/errors";
import { Refusal } from "../../errors/refusal";
import type { Command } from "../../replicator/commands";
import { present } from "../../values/collections";

/** The properties of a profile apart from its name. */
interface ProfileFacts {
  listeningPort: number;
  sendingPort: number;
  enabled: boolean;
  singularity: boolean;
  description?: string | undefined;
}

type Want = ProfileFacts & { name: string };

/**
 * Sends each property that differs from what is declared in any of the known readings. Reports what is true after each
 * step.
 */
export async function converge(
  { configuration }: ReplicatorAppliance,
  want: Want,
  known: readonly [ProfileFacts, ...ProfileFacts[]],
  report: (live: Partial<Want>) => void,
): Promise<void> {
  const { name } = want;
  const live: ProfileFacts = { ...known[0] };
  const differs = (key: keyof ProfileFacts): boolean => known.some((facts) => facts[key] !== want[key]);
  const steps: [boolean, (keyof ProfileFacts)[], Command][] = [
    [
      differs("listeningPort") || differs("sendingPort"),
      ["listeningPort", "sendingPort"],
      { verb: "profile/update", name, listeningPort: want.listeningPort, sendingPort: want.sendingPort },
    ],
    [differs("enabled"), ["enabled"], { verb: want.enabled ? "profile/enable" : "profile/disable", name }],
    [differs("singularity"), ["singularity"], { verb: "profile/singularity", name, singularity: want.singularity }],
    [
      want.description !== undefined && differs("description"),
      ["description"],
      { verb: "notate/profile", profile: name, description: want.description ?? "" },
    ],
  ];
  for (const [needed, keys, command] of steps) {
    if (!needed) continue;
    await configuration.send(command).catch((error: unknown) => {
      throw live.enabled && !want.enabled ? withRunning(error) : error;
    });
    for (const key of keys) Object.assign(live, { [key]: want[key] });
    report({ name, ...live });
  }
}

/**
 * Adds to the error that the profile runs although it is declared disabled: the user should know before the next run.
 */
function withRunning(error: unknown): unknown {
  const running = "The profile is running although it is declared disabled; the next pulumi up disables it";
  if (error instanceof Refusal) return new Refusal(`${error.message} ${running}.`, { cause: error.cause });
  if (!(error instanceof ApplianceError)) return error;
  return new Refusal(`${sentence(`${error.operation} failed: ${error.words}`, error.advice)} ${running}.`, {
    cause: error,
  });
}

/**
 * Renames in place; everything that belongs to the profile stays with it. Returns whether there was something to
 * rename. If only the new name exists, that profile is ours if its properties are as the state or the program says: an
 * earlier run renamed it and ended before its state was written.
 */
export async function rename(replicator: ReplicatorAppliance, before: Want, want: Want): Promise<boolean> {
  const [current, name] = [before.name, want.name];
  if (current === name) return false;
  const { profiles } = await replicator.configuration.state();
  const there = profiles.get(name);
  if (!profiles.has(current) && there !== undefined) {
    if (!isBetween(there, before, want)) {
      throw new Refusal(
        `it is no longer on the replicator, and the profile "${name}" there is a different one. Declare another ` +
          'name. To take over that profile, run pulumi refresh, then add: onExisting: "adopt".',
      );
    }
    replicator.ledger.names.renamed({ profile: current }, name);
    return true;
  }
  if (profiles.has(name)) {
    throw new Refusal(
      `it cannot be renamed from "${current}" to "${name}": a profile of that name exists. Free the name first. To ` +
        "swap the names of two profiles, run pulumi up twice, with a third name in between.",
    );
  }
  const command = { verb: "profile/rename", current, name } as const;
  await replicator.configuration.send(command);
  replicator.ledger.names.renamed({ profile: current }, name);
  return true;
}

const facts = ["listeningPort", "sendingPort", "enabled", "singularity"] as const;

/**
 * Whether each property of a profile is as in the state or as declared. A run that was killed may leave it like that.
 */
function isBetween(there: ProfileFacts, before: ProfileFacts, want: ProfileFacts): boolean {
  return facts.every((key) => there[key] === before[key] || there[key] === want[key]);
}

/** Names of profiles with the properties of a missing profile of the state: it may have been renamed to one of them. */
export function likenesses(profiles: ReadonlyMap<string, ProfileFacts>, state: ProfileFacts): string[] {
  return [...profiles].filter(([, one]) => facts.every((key) => one[key] === state[key])).map(([name]) => name);
}

/** Refuses a name that a rename in this run has freed: dependents still find the renamed profile by its old name. */
export function refuseReusedName({ ledger }: ReplicatorAppliance, name: string): void {
  const profile = { profile: name };
  if (!ledger.names.isRenamed(profile)) return;
  throw new Refusal(
    `the profile that had this name was renamed to "${ledger.names.now(profile)}" in this run. A name can be reused only in the next ` +
      "run: run pulumi up without this resource first, then with it.",
  );
}

/**
 * The properties that `show/profile` is known to report. Its shape is not documented, so unrecognised fields are left
 * out.
 */
export function recognised(
  shown: { enabled?: boolean | undefined; singularity?: boolean | undefined } | undefined,
): Partial<ProfileFacts> {
  return present({ enabled: shown?.enabled, singularity: shown?.singularity });
}
