import type { IpGroups } from "../../appliance/gateway/ip-groups";
import { Refusal } from "../../errors/refusal";
import { objectId } from "../../values/numbers";

/** The number of the IP group that a person refers to by number or by name; undefined if there is none. */
export async function groupReferred(ipGroups: IpGroups, reference: string): Promise<number | undefined> {
  const isThere =
    objectId.safeParse(reference).success && (await ipGroups.sight.nameOf(Number(reference))) !== undefined;
  if (isThere) return Number(reference);
  const ids = await ipGroups.sight.idsNamed(reference);
  if (ids.length > 1) throw severalNamed(ids);
  return ids[0];
}

/** The error about a name that several IP groups have. */
export function severalNamed(ids: readonly number[]): Refusal {
  return new Refusal(`several IP groups have this name (ids ${ids.join(", ")}). Rename all but one.`);
}

/** Refuses a group whose name is not the one in the state: ids may be reused, so it may belong to others. */
export function refuseForeignName(live: string, expected: readonly (string | undefined)[]): void {
  if (expected.includes(live)) return;
  throw new Refusal(
    `the group with this id is now called "${live}", so it may be a different group. If it was renamed by hand, run ` +
      "pulumi refresh first.",
  );
}

/** The output for a name that the gateway shows in another spelling. */
export function stored(shown: string, name: string): { storedName?: string } {
  return shown === name ? {} : { storedName: shown };
}

export function noteName(shown: string, name: string, info: (message: string) => void): void {
  if (shown !== name) info(`the gateway stores its name as "${shown}".`);
}
