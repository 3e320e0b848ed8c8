import { deletionText } from "../../provider/errors/message";
import { listOf } from "../../provider/values/inputs";
import { namePattern } from "../../provider/values/names";
import type { Preview } from "../engine/preview";
import { jsonOf } from "../output/json";
import { nounOf } from "../site/label";
import { deletionsIn, shownName, type Finding, type Message, type Summary } from "./findings";

/** The sentence that refuses what a report would delete; undefined if it deletes no more than allowed. */
export function overLimit(summary: Summary, most: number, where = "This"): string | undefined {
  const lost = deletionsIn(summary);
  const count = String(lost.length);
  const once = `Nothing was sent. To allow it once, run it with --max-deletes ${count}.`;
  return lost.length > most ? `${where} ${textOf(lost)}, and --max-deletes allows ${String(most)}. ${once}` : undefined;
}

const WILL_REFUSE = "pulumi up will refuse this: it ";

/** Whether a report has the warning of {@link refusalIn}. */
export function isRefused({ warnings }: Pick<Summary, "warnings">): boolean {
  return warnings.some(({ text }) => text.startsWith(WILL_REFUSE));
}

/** A warning if the stack's own configuration refuses what a preview deletes. The engine asks for that only in an up. */
export function refusalIn({ applied, config, stack }: Preview, found?: Pick<Summary, "changes">): Message[] {
  const lost = applied || found === undefined ? [] : deletionsIn(found);
  const patterns = listOf(jsonOf(config["flowgate:protect"] ?? "")).map((one) => namePattern(String(one)));
  const kept = lost.filter((one) => patterns.some((pattern) => pattern.test(shownName(one))));
  const most = config["flowgate:maxDeletes"] ?? "";
  const over =
    most !== "" && lost.length > Number(most) ? `${textOf(lost)}, and flowgate:maxDeletes allows ${most}` : "";
  const why = kept.length > 0 ? `${textOf(kept)}, which flowgate:protect protects` : over;
  return why === "" ? [] : [{ tone: "warning", stack, text: `${WILL_REFUSE}${why}.` }];
}

function textOf(lost: readonly Finding[]): string {
  return deletionText(lost.map((one) => `${nounOf(one.kind, 1)} ${shownName(one)}`));
}
