import { pathText, type Finding } from "../problem";
import type { MemberView, ModelView } from "../view";

/** Finds second notes of an address: a collector and an exporter with the same address share one note. */
export function checkNotes({ members }: ModelView): Finding[] {
  const described = members.filter(({ hasDescription }) => hasDescription);
  const collectors = new Map(described.filter(({ kind }) => kind === "collector").map((one) => [one.address, one]));
  return described.flatMap((member): Finding[] => {
    const other: MemberView | undefined = member.kind === "exporter" ? collectors.get(member.address) : undefined;
    if (other === undefined) return [];
    const message =
      `a collector and an exporter with the same address share one note, which ${pathText(other.steps)} sets: ` +
      "remove the description from one of them";
    return [{ severity: "error", steps: [...member.steps, "description"], message }];
  });
}
