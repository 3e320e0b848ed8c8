import { ApplianceError, isAboutCredentials, isRefused } from "../errors/errors";
import { Refusal } from "../errors/refusal";
import type { GatewayClient } from "./client";
import type { GroupList } from "./group-list";

/** A name that no IP group contains. */
const IMPROBABLE = "flowgate-no-such-name-7f3a";

/**
 * Refuses a list that lacks groups which a search finds: a creation would meet them unawares. `again` reads the list
 * once more, because groups may have been created in between.
 */
export async function assertWhole(
  client: GatewayClient,
  list: GroupList,
  again: () => Promise<GroupList>,
): Promise<true> {
  const shown = await searched(client);
  if (shown.every((id) => list.has(id))) return true;
  const fresh = await again();
  const missing = shown.filter((id) => !fresh.has(id));
  if (missing.length === 0) return true;
  throw new Refusal(
    `the gateway's list of IP groups is not whole: it lacks ${missing.slice(0, 5).join(", ")}, which a search finds. ` +
      "No group is created, because one of that name may exist.",
  );
}

/** Numbers of groups that a search shows; none if its answer, which no document shows, is not understood. */
async function searched(client: GatewayClient): Promise<number[]> {
  try {
    const { entries } = await client.ipGroups.search({ name: IMPROBABLE, fc_name_comp: "notLike" });
    return entries.map(({ fc_id }) => fc_id);
  } catch (error) {
    const isOpen = error instanceof ApplianceError && (error.details.arrived === true || isRefused(error));
    if (!isOpen || isAboutCredentials(error)) throw error;
    return [];
  }
}
