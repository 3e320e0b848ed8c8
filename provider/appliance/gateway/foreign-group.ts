import type { RuleReply } from "../../gateway/rule-forms";
import { Refusal } from "../../refusal";
import type { GroupRules } from "./group-rules";

/**
 * Takes our rules out of a group of others, into which the gateway has put them. `isUnsure`: nothing distinguishes our rules from
 * theirs, so none is taken out, and the error names them.
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
    if (isUnsure) throw new Refusal("the answer does not name them, and some were there twice");
    await rules.takeOut(groupId, ids);
  } catch (error) {
    throw new Refusal(
      `the gateway added the rules to an IP group of that name that others made (id ${groupId}), and they could not be ` +
        `taken out again (${wordsOf(error)}). Remove the rules ${ids.join(", ")} of that group on the gateway.`,
      { cause: error },
    );
  }
}

/** The message of an error as a part of a sentence. */
export function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/u, "");
}
