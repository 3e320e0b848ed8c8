import type { GatewayClient } from "../../gateway/client";
import { RefusedError } from "../../errors/errors";
import { Refusal } from "../../errors/refusal";
import type { Settled } from "../../change/change-each";
import { type Patience, seenWithin } from "../../change/patience";
import { type GroupSight, noGroupAtAll } from "./group-sight";

/**
 * Deletes a batch of groups, within the slot that it holds. A group is gone if the response names it or counts all of
 * them, or if neither the list nor a search shows it any more.
 */
export async function deleteGroups(
  { client, sight, patience }: { client: GatewayClient; sight: GroupSight; patience: Patience },
  ids: readonly number[],
): Promise<ReadonlyMap<string, Settled<undefined>>> {
  const { removed, processedCount, refusal } = await client.ipGroups.delete(ids);
  const done = new Set(processedCount === ids.length && removed.length === 0 ? ids : removed);
  for (const id of done) sight.delete(id);
  const unconfirmed = ids.filter((id) => !done.has(id));
  // If it deleted nothing at all, this may be the retry of a lost request whose effect does not show yet.
  const left = unconfirmed.length === 0 ? new Set<number>() : await leftOf(unconfirmed, done.size === 0);
  const failure = new Refusal(
    `the gateway did not delete it${refusal === undefined ? ", and gives no reason" : `: ${refusal}`}`,
  );
  const settled = ids.map((id): [string, Settled<undefined>] => {
    if (done.has(id)) return [String(id), { ok: undefined }];
    if (left === undefined) return [String(id), { error: noGroupAtAll() }];
    return [String(id), left.has(id) ? { error: failure } : { ok: undefined }];
  });
  return new Map(settled);

  async function leftOf(wanted: readonly number[], perhapsRepeated: boolean): Promise<ReadonlySet<number> | undefined> {
    let seen: ReadonlySet<number> | undefined;
    const look = async (): Promise<true | undefined> => {
      seen = await sight.left(wanted);
      return seen === undefined || seen.size === 0 || !perhapsRepeated ? true : undefined;
    };
    await seenWithin(look, patience);
    return seen;
  }
}

/** Adds the likely reason to a refusal by a gateway that shows no groups at all. */
export function withoutSight(error: unknown): unknown {
  if (!(error instanceof RefusedError) || error.advice !== undefined) return error;
  const { appliance, host, action, words, status } = error;
  return new RefusedError({
    appliance,
    host,
    action,
    words,
    ...(status === undefined ? {} : { status }),
    advice: "The gateway lists no IP groups at all: perhaps the token lacks the permission IPGroups",
    cause: error,
  });
}
