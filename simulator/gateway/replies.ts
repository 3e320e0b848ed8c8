import type { Switches } from "../switches";

/** An id in a reply: of the documented type, unless the switch sets one type for all ids. */
export function documentedId(
  id: number,
  documented: "number" | "string",
  switches: Readonly<Switches>,
): number | string {
  const type = switches.idType === "documented" ? documented : switches.idType;
  return type === "string" ? String(id) : id;
}

/** Ids in lists, whose replies no document shows: strings, as on real appliances, where other replies have numbers. */
export function listIds(switches: Readonly<Switches>): (id: number) => number | string {
  return (id) => documentedId(id, "string", switches);
}

/** A message about one item. Messages about permissions end with a blank. Field notes, users 1. */
export function message(text: string, { messageBlanks }: Readonly<Switches>, documentedEnd = ""): string {
  if (messageBlanks === "everywhere") return ` ${text} `;
  return messageBlanks === "none" ? text : text + documentedEnd;
}
