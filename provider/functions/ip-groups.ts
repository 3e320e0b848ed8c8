import { Refusal } from "../errors/refusal";
import type { GatewayClient } from "../gateway/client";
import type { IpGroupEntry } from "../gateway/replies";
import { quoted, sentence, unknownWord } from "../values/quoted";
import { decodeRule, isKnownRule, type CanonicalRule } from "../values/rule";

/** An IP group in a list. */
export interface IpGroupSummary {
  /** The group's number (`fc_id`). */
  groupId: number;
  /** The number as text, like the id of an `IpGroup` resource. */
  id: string;
  /** Name of the group. */
  name: string;
}

/** An IP group with its rules. */
export interface IpGroupResult extends IpGroupSummary {
  /** The rules in the form that an `IpGroup` resource takes. */
  rules: CanonicalRule[];
  /** The number (`rule_id`) of each rule, in the same order. */
  ruleIds: number[];
  /** Rules that this package does not know, such as rules for IPv6 addresses; absent if there are none. */
  otherRules?: OtherRule[];
}

/** A rule of a type that no document shows. */
export interface OtherRule {
  /** Number of the rule (`rule_id`). */
  ruleId: number;
  /** The gateway's word for its type. */
  type: string;
  /** Its fields as JSON. */
  text: string;
}

/** The IP group with a name or id. Throws a Refusal if there is none, or if several have the name. */
export async function ipGroup(
  client: GatewayClient,
  { name, id }: { name?: string | undefined; id?: string | undefined },
): Promise<IpGroupResult> {
  const groups = await list(client);
  const [found, ...others] = groups.filter((group) =>
    id === undefined ? group.fc_name === name : String(group.fc_id) === id,
  );
  if (found === undefined && id !== undefined) throw new Refusal(`the gateway has no IP group with the id ${id}.`);
  if (found === undefined) {
    const names = groups.map(({ fc_name }) => fc_name);
    throw new Refusal(sentence(unknownWord("IP group", name ?? "", names), "Names are compared exactly"));
  }
  if (others.length > 0) {
    const ids = [found, ...others].map(({ fc_id }) => String(fc_id)).join(", ");
    throw new Refusal(
      `several IP groups have the name ${quoted(found.fc_name)} (ids ${ids}): ask for one of them by id.`,
    );
  }
  const rules = await client.call("ipgroups/loadRules", { fc_id: found.fc_id });
  const known = rules.filter(isKnownRule);
  const otherRules = rules.flatMap((rule): OtherRule[] =>
    isKnownRule(rule) ? [] : [{ ruleId: rule.rule_id, type: rule.kind, text: rule.text }],
  );
  return {
    ...summaryOf(found),
    rules: known.map(decodeRule),
    ruleIds: known.map(({ rule_id }) => rule_id),
    ...(otherRules.length > 0 ? { otherRules } : {}),
  };
}

/** The IP groups whose name contains `match` and does not contain `notMatch`, in any letter case. */
export async function ipGroups(
  client: GatewayClient,
  { match = "", notMatch }: { match?: string | undefined; notMatch?: string | undefined },
): Promise<IpGroupSummary[]> {
  const has = (name: string, part: string): boolean => name.toLowerCase().includes(part.toLowerCase());
  return (await list(client))
    .filter(({ fc_name }) => has(fc_name, match) && (notMatch === undefined || !has(fc_name, notMatch)))
    .map(summaryOf);
}

/** All groups. An empty list may also mean missing rights: no response distinguishes the two. */
async function list(client: GatewayClient): Promise<IpGroupEntry[]> {
  const groups = await client.call("ipgroups/loadTreeRootFast", {});
  if (groups.length > 0) return groups;
  throw new Refusal(
    "the gateway lists no IP groups at all: all were deleted, or the token lacks the permission IPGroups.",
  );
}

function summaryOf({ fc_id, fc_name }: IpGroupEntry): IpGroupSummary {
  return { groupId: fc_id, id: String(fc_id), name: fc_name };
}
