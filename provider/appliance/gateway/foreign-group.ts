import type { RuleReply } from "../../gateway/rule-forms";
import { Refusal } from "../../errors/refusal";
import type { GroupRules } from "./group-rules";

/**
 * Removes our rules from a group of others that the gateway has added them to. With `isUnsure`, nothing distinguishes
 * our rules from theirs: then none is removed, and the error names them.
 */
export async function takeOutOfForeign(
  rules: GroupRules,
  groupId: number,
  ours: readonly RuleReply[],
  isUnsure: boolean,
): Promise<void> {
  const ids = ours.map(({ rule_id }) => rule_id);
  if (ids.length === 0) return;
  try {
    if (isUnsure) throw new Refusal("the answer does not name them, and the group already had some equal rules");
    await rules.takeOut(groupId, ids);
  } catch (error) {
    throw new Refusal(
      `the gateway added the rules to an IP group of that name that another client created (id ${groupId}), and ` +
        `they could not be removed again (${wordsOf(error)}). Remove the rules ${ids.join(", ")} of that group on the ` +
        "gateway.",
      { cause: error },
    );
  }
}

/** The message of an error, for use within a sentence. */
export function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/u, "");
}
