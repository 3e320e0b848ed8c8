import type { HttpReply } from "../../provider/client";
import { jsonOf } from "../engine/urn";
import type { Findings } from "./finding";

/** Reports if an answer contains fewer or more entries than the total that it names itself. */
export function examineTotal(what: string, rows: number, reply: HttpReply | undefined, findings: Findings): void {
  const total = reply === undefined ? undefined : totalIn(jsonOf(reply.text));
  if (total === undefined || total === rows) return;
  findings.attention(
    "total",
    `${what} contains ${String(rows)} entries that can be read, but names a total of ${String(total)}.`,
    "What is missing would look deleted.",
    ["Report this with `flowgate doctor --record <file>`."],
  );
}

/** The number `total` of an answer, or of the map with its entries. */
function totalIn(json: unknown): number | undefined {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
  const totals = [json, ...(Object.values(json) as unknown[])].flatMap((part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part) || !("total" in part)) return [];
    const { total } = part;
    const isNumber = typeof total === "number" || (typeof total === "string" && /^\d+$/u.test(total));
    return isNumber ? [Number(total)] : [];
  });
  return totals[0];
}
