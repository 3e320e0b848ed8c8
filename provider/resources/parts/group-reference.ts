import type { IpGroups } from "../../appliance/gateway/ip-groups";
import { Refusal } from "../../errors/refusal";
import { objectId } from "../../values/numbers";

/** The number of the IP group that a person refers to by number or by name; undefined if there is none. */
export async function groupReferred(ipGroups: IpGroups, reference: string): Promise<number | undefined> {
  const isThere = objectId.safeParse(reference).success && (await ipGroups.nameOf(Number(reference))) !== undefined;
  if (isThere) return Number(reference);
  const ids = await ipGroups.idsNamed(reference);
  if (ids.length > 1) throw severalNamed(ids);
  return ids[0];
}

/** The error about a name that several IP groups have. */
export function severalNamed(ids: readonly number[]): Refusal {
  return new Refusal(`several IP groups have this name (ids ${ids.join(", ")}). Rename all but one.`);
}
