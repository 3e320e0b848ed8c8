import type { IpGroupEntry } from "../../../provider/client";
import { nearWord } from "../../../provider/values/quoted";
import { NotFoundError, UsageError } from "../../errors";

/**
 * The group with this name or id. Names may look like ids and may exist twice, so one text can match several groups.
 * Throws NotFoundError, or UsageError if it matches several.
 */
export function chosenGroup(groups: readonly IpGroupEntry[], wanted: string): IpGroupEntry {
  const [group, ...others] = groups.filter(({ fc_id, fc_name }) => fc_name === wanted || String(fc_id) === wanted);
  if (group === undefined) throw new NotFoundError(notFound(groups, wanted));
  if (others.length === 0) return group;
  const candidates = [group, ...others].map(({ fc_id, fc_name }) => `${fc_name} (id ${fc_id})`).join(", ");
  throw new UsageError(`"${wanted}" matches several IP groups: ${candidates}. Give the id of one.`);
}

function notFound(groups: readonly IpGroupEntry[], wanted: string): string {
  const near = nearWord(
    wanted,
    groups.map(({ fc_name }) => fc_name),
  );
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  return `There is no IP group "${wanted}".${hint} \`flowgate ip-groups list\` lists all.`;
}
