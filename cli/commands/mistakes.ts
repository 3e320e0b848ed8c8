import { countsText } from "../../sdk/model/problem";
import { line } from "../output/view";
import type { Mistake } from "./check";
import type { Result } from "../context";

/** The result of a check: a line for each mistake and warning, and one that counts them. Mistakes need attention. */
export function mistakesResult(
  found: readonly { readonly severity: Mistake["severity"]; readonly text: string }[],
  data: object,
  end: (counts: string) => string,
): Result {
  const isWrong = found.some(({ severity }) => severity === "error");
  const views = found.map(({ severity, text }) => line(text, severity === "error" ? "bad" : undefined));
  const last = line(end(countsText(found)), isWrong ? "bad" : "good");
  return { data, views: [...views, last], ending: isWrong ? "attention" : "done" };
}
