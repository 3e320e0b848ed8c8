import { Refusal } from "../exchange";
import type { GatewayContext } from "./action";
import { storedText } from "../switches";
import { documentedId } from "./replies";
import { assertChildren, ruleReply, summary } from "./rules";
import type { GatewayStore, IpGroup, IpGroupRule } from "./store";

/** Parsed fields of an `update`. */
export interface Update {
  fc_id: number;
  name?: string | undefined;
  added?: IpGroupRule[] | undefined;
  updated?: { ruleId: number; rule: IpGroupRule }[] | undefined;
  removed?: number[] | undefined;
}

/** Applies an `update` and returns its answer. Throws without having changed anything. */
export function updated(fields: Update, context: GatewayContext): unknown {
  const { fc_id, name: given, added = [], updated = [], removed = [] } = fields;
  const { store, switches } = context;
  const group = ipGroup(store, fc_id);
  const name = given === undefined ? undefined : storedText(given, switches);
  assertNameFree(context, group, name);
  assertRuleIds(group, [...updated.map(({ ruleId }) => ruleId), ...removed]);
  for (const { ruleId, rule } of updated) assertSameType(group, ruleId, rule);
  assertChildren(store, group.id, [...added, ...updated.map(({ rule }) => rule)]);
  if (name !== undefined) group.name = name;
  for (const { ruleId, rule } of updated) group.rules.set(ruleId, rule);
  for (const ruleId of removed) group.rules.delete(ruleId);
  const ids = store.addRules(group, added);
  if (switches.updateReply === "success") return { success: 1 };
  if (switches.updateReply === "empty") return {};
  return changeReply(group, { added: ids, updated: updated.map(({ ruleId }) => ruleId), removed }, context);
}

/** The group with this id. Throws Refusal if there is none. */
export function ipGroup(store: GatewayStore, id: number): IpGroup {
  const group = store.ipGroups.get(id);
  if (group === undefined) throw new Refusal(`IP group ${id} does not exist`);
  return group;
}

/** The group with this name, compared as the gateway compares names. */
export function groupNamed({ store, switches }: GatewayContext, name: string, but?: IpGroup): IpGroup | undefined {
  const key = (text: string): string => (switches.groupNames === "ignoreCase" ? text.toLowerCase() : text);
  return [...store.ipGroups.values()].find((one) => one !== but && key(one.name) === key(name));
}

interface RuleChanges {
  readonly added: readonly number[];
  readonly updated?: readonly number[];
  readonly removed?: readonly number[];
}

/** The answer of `saveRule`. `update` plausibly has the same answer. */
export function changeReply(group: IpGroup, changes: RuleChanges, { switches }: GatewayContext): unknown {
  const { added, updated = [], removed = [] } = changes;
  const replies = (ids: readonly number[]): unknown[] =>
    ids.flatMap((id) => {
      const rule = group.rules.get(id);
      return rule === undefined ? [] : [ruleReply(id, rule, switches)];
    });
  const [onlyRule] = added.length === 1 ? added : [];
  return {
    removed: removed.map((id) => documentedId(id, "number", switches)),
    updated: replies(updated),
    added: replies(added),
    warnings: [],
    fc_id: documentedId(group.id, "number", switches),
    myrules: summary(group),
    fc_name: group.name,
    ...(onlyRule === undefined ? {} : { rule_id: documentedId(onlyRule, "number", switches) }),
    total: group.rules.size,
  };
}

function assertNameFree(context: GatewayContext, group: IpGroup, name: string | undefined): void {
  if (name === undefined || name === group.name) return;
  if (groupNamed(context, name, group) !== undefined) throw new Refusal(`an IP group named ${name} already exists`);
}

function assertRuleIds(group: IpGroup, ids: readonly number[]): void {
  const unknown = ids.find((id) => !group.rules.has(id));
  if (unknown !== undefined) throw new Refusal(`rule ${unknown} does not exist in group ${group.id}`);
  if (new Set(ids).size < ids.length) throw new Refusal("a rule is named twice");
}

function assertSameType(group: IpGroup, ruleId: number, rule: IpGroupRule): void {
  const before = group.rules.get(ruleId)?.type;
  if (before !== rule.type) throw new Refusal(`the type of rule ${ruleId} is ${before} and cannot change`);
}
