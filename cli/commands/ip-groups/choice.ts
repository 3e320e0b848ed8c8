import { distance } from "fastest-levenshtein";
import type { IpGroupEntry } from "../../../provider/client";
import { NotFoundError, UsageError } from "../../errors";

/**
 * The group of that name or id. Names may look like ids and may be there twice, so that one text can mean several. Throws
 * NotFoundError, or UsageError where it means several.
 */
export function chosenGroup(groups: readonly IpGroupEntry[], wanted: string): IpGroupEntry {
  const [group, ...others] = groups.filter(({ fc_id, fc_name }) => fc_name === wanted || String(fc_id) === wanted);
  if (group === undefined) throw new NotFoundError(notFound(groups, wanted));
  if (others.length === 0) return group;
  const told = [group, ...others].map(({ fc_id, fc_name }) => `${fc_name} (id ${fc_id})`).join(", ");
  throw new UsageError(`"${wanted}" means several IP groups: ${told}. Give the id of one.`);
}

function notFound(groups: readonly IpGroupEntry[], wanted: string): string {
  const nearest = groups
    .map(({ fc_name }) => ({ fc_name, far: distance(fc_name.toLowerCase(), wanted.toLowerCase()) }))
    .filter(({ fc_name, far }) => far <= Math.max(2, fc_name.length / 3))
    .sort((a, b) => a.far - b.far)[0];
  const hint = nearest === undefined ? "" : ` Did you mean "${nearest.fc_name}"?`;
  return `There is no IP group "${wanted}".${hint} \`flowgate ip-groups list\` lists all.`;
}
