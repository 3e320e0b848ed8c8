import type { GatewayClient } from "../gateway/client";
import type { IpGroupEntry } from "../gateway/ip-groups";
import { isKnownRule, type OpaqueRule } from "../gateway/rule-forms";
import { Refusal } from "../errors/refusal";
import { quoted, unknownWord, sentence } from "../values/quoted";
import { decodeRule, type CanonicalRule } from "../values/rule";

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

/**
 * The IP group with a name or id. Throws a Refusal if there is none, or if several have the name. A snapshot holds one
 * search that finds all groups, and none per name.
 */
export async function ipGroup(
  client: GatewayClient,
  { name, id }: { name?: string | undefined; id?: string | undefined },
  isRecorded = false,
): Promise<IpGroupResult> {
  const found = id === undefined ? await byName(client, name ?? "", isRecorded) : await byId(client, Number(id));
  const rules = await client.ipGroups.loadRules({ fc_id: found.fc_id });
  const known = rules.filter(isKnownRule);
  const others = rules.flatMap((rule) => (isKnownRule(rule) ? [] : [otherRule(rule)]));
  return {
    ...summaryOf(found),
    rules: known.map(decodeRule),
    ruleIds: known.map(({ rule_id }) => rule_id),
    ...(others.length > 0 ? { otherRules: others } : {}),
  };
}

/** The IP groups whose name contains `match` and does not contain `notMatch`. The appliance compares the names. */
export async function ipGroups(
  client: GatewayClient,
  { match, notMatch }: { match?: string | undefined; notMatch?: string | undefined },
): Promise<IpGroupSummary[]> {
  const searches = [
    ...(match === undefined ? [] : [{ name: match, fc_name_comp: "like" } as const]),
    ...(notMatch === undefined ? [] : [{ name: notMatch, fc_name_comp: "notLike" } as const]),
  ];
  if (searches.length === 0) return (await list(client)).map(summaryOf);
  const [first = [], ...others] = await Promise.all(searches.map((search) => client.ipGroups.searchAll(search)));
  const ids = others.map((found) => new Set(found.map(({ fc_id }) => fc_id)));
  const groups = first.filter(({ fc_id }) => ids.every((known) => known.has(fc_id)));
  // An empty result may also mean that the token cannot see any group; the list shows which.
  if (groups.length === 0) await list(client);
  return groups.map(summaryOf);
}

async function byName(client: GatewayClient, name: string, isRecorded: boolean): Promise<IpGroupEntry> {
  const similar = await client.ipGroups.searchAll({ name: isRecorded ? "" : name, fc_name_comp: "like" });
  const [found, ...others] = similar.filter((group) => group.fc_name === name);
  if (others.length > 0) {
    const ids = [found, ...others].map((group) => group?.fc_id).join(", ");
    throw new Refusal(`several IP groups have the name ${quoted(name)} (ids ${ids}): ask for one of them by id.`);
  }
  if (found !== undefined) return found;
  const names = (await list(client)).map((group) => group.fc_name);
  throw new Refusal(sentence(unknownWord("IP group", name, names), "Names are compared exactly"));
}

async function byId(client: GatewayClient, id: number): Promise<IpGroupEntry> {
  const listed = (await list(client)).find((group) => group.fc_id === id);
  if (listed !== undefined) return listed;
  // The API document does not say that the list contains nested groups. Every name contains the empty text.
  const all = await client.ipGroups.searchAll({ name: "", fc_name_comp: "like" });
  const found = all.find((group) => group.fc_id === id);
  if (found !== undefined) return found;
  throw new Refusal(`the gateway has no IP group with the id ${id}.`);
}

/** All groups. An empty list may also mean missing rights: no response distinguishes the two. */
async function list(client: GatewayClient): Promise<IpGroupEntry[]> {
  const groups = await client.ipGroups.loadTreeRootFast();
  if (groups.length > 0) return groups;
  throw new Refusal(
    "the gateway lists no IP groups at all: all were deleted, or the token lacks the permission IPGroups.",
  );
}

function otherRule({ rule_id, kind, text }: OpaqueRule): OtherRule {
  return { ruleId: rule_id, type: kind, text };
}

function summaryOf({ fc_id, fc_name }: IpGroupEntry): IpGroupSummary {
  return { groupId: fc_id, id: String(fc_id), name: fc_name };
}
