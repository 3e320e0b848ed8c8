import type { Switches } from "../switches";

/** An id in a reply: as its document shows it, unless the switch wants all of one kind. */
export function documentedId(
  id: number,
  documented: "number" | "string",
  switches: Readonly<Switches>,
): number | string {
  const type = switches.idType === "documented" ? documented : switches.idType;
  return type === "string" ? String(id) : id;
}

/** Ids in lists, whose replies are not shown: strings, as seen on real appliances beside the numbers of other replies. */
export function listIds(switches: Readonly<Switches>): (id: number) => number | string {
  return (id) => documentedId(id, "string", switches);
}

/** A message about one item; those about permissions end with a blank. Field notes, users 1. */
export function message(text: string, { messageBlanks }: Readonly<Switches>, documentedEnd = ""): string {
  if (messageBlanks === "everywhere") return ` ${text} `;
  return messageBlanks === "none" ? text : text + documentedEnd;
}
