import type { Switches } from "../switches";
import type { IpGroup } from "./store";

/** An id in a reply: of the documented type, unless the switch sets one type for all ids. */
export function documentedId(
  id: number,
  documented: "number" | "string",
  switches: Readonly<Switches>,
): number | string {
  const type = switches.idType === "documented" ? documented : switches.idType;
  return type === "string" ? String(id) : id;
}

/** A group in a list. Ids in lists are strings on real appliances, where other replies have numbers. */
export function listedGroup({ id, name }: IpGroup, switches: Readonly<Switches>): Readonly<Record<string, unknown>> {
  return { fc_name: name, fc_id: documentedId(id, "string", switches) };
}
