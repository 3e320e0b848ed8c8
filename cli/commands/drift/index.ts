import { driftOf, type Comparison, type OtherStack } from "../../../lib/site/drift";
import type { Context } from "../../context";
import { ConfigurationError } from "../../errors";
import { ignoredBy, refusals } from "../../site-reading";
import { otherStacks, stateObjects } from "../../engine/state";

export { isUnreadable, unreadableText } from "../../../lib/site/drift";

/** Finds the differences between the state of the stack and the appliances, or what these held in a snapshot. */
export async function findDrift(
  context: Context,
  { ignoreFile, stacks = [], from }: { ignoreFile?: string; stacks?: readonly string[]; from?: string },
): Promise<Comparison[]> {
  const isIgnored = await ignoredBy(context, ignoreFile);
  const { configuration: live, recordedIn, site, stackNotRead } = await context.configured();
  const configuration = from === undefined ? live : recordedIn(from);
  if (stackNotRead !== undefined)
    throw new ConfigurationError(`drift compares the state of a stack, but ${stackNotRead}.`);
  const { progress, io, options } = context;
  const held = await progress.during("Reading the state", () => stateObjects(io, options.stack));
  const others: OtherStack[] = [];
  const named = stacks.includes("*") ? await otherStacks(io, options.stack) : stacks;
  for (const stack of named) {
    const read = await progress.during(`Reading the state of ${stack}`, () => stateObjects(io, stack));
    others.push({ stack, held: read });
  }
  return progress.during("Reading the appliances", () =>
    refusals(() =>
      driftOf(configuration, {
        held,
        others,
        site,
        isWanted: (object) => !isIgnored(object),
        tell: (done) => progress.update(`Reading the appliances: ${String(done)} of ${String(held.length)} resources`),
      }),
    ),
  );
}
