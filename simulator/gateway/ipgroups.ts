import { z } from "zod";
import { Refusal } from "../exchange";
import { extra, inOrder, storedText } from "../open-points";
import { type GatewayAction, gatewayAction, type GatewayContext } from "./action";
import { emptyAsAbsent, integerField, jsonField, nameSchema } from "./form";
import { documentedId, listIds } from "./replies";
import { assertChildren, childIds, ruleReply, ruleSchema, summary, updatedRuleSchema } from "./rules";
import type { GatewayStore, IpGroup, IpGroupRule } from "./store";

const runMode = "ipgroups" as const;

/** Sent by clients in the field with list, add and delete; means nothing. Field notes, carriage 7. */
const subCategory = { subCat: z.literal("IPGroups").optional() };

/** Groups a page when `maxRows` is not given; the document shows no default. */
const DEFAULT_MAX_ROWS = 100;

const saveRule = gatewayAction({
  runMode,
  name: "saveRule",
  kind: "write",
  fields: z.strictObject({ ...subCategory, new_fc: nameSchema, added: jsonField(z.array(ruleSchema)) }),
  describe: ({ new_fc, added }) => `${new_fc}: ${added.length} rules`,
  run: ({ new_fc, added }, context) => {
    const { store, switches } = context;
    const name = storedText(new_fc, switches);
    const existing = store.ipGroupsNamed(name)[0];
    if (existing !== undefined && switches.duplicateGroupName === "refuse") {
      throw new Refusal(`an IP group named ${name} already exists`);
    }
    const target = switches.duplicateGroupName === "append" ? existing : undefined;
    assertChildren(store, target?.id, added);
    const group = target ?? store.addIpGroup(name, []);
    return changeReply(group, { added: store.addRules(group, kept(added, context)) }, context);
  },
});

const update = gatewayAction({
  runMode,
  name: "update",
  kind: "write",
  fields: z.strictObject({
    fc_id: integerField,
    name: emptyAsAbsent(nameSchema),
    added: emptyAsAbsent(jsonField(z.array(ruleSchema))),
    updated: emptyAsAbsent(jsonField(z.array(updatedRuleSchema))),
    removed: emptyAsAbsent(jsonField(z.array(z.int().positive()))),
  }),
  describe: ({ fc_id, name, added, updated, removed }) =>
    [
      `group ${fc_id}:`,
      ...(name === undefined ? [] : [`name ${name}`]),
      `added ${added?.length ?? 0} updated ${updated?.length ?? 0} removed ${removed?.length ?? 0}`,
    ].join(" "),
  run: ({ fc_id, name: given, added = [], updated = [], removed = [] }, context) => {
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
    const ids = store.addRules(group, kept(added, context));
    if (switches.updateReply === "success") return { success: 1 };
    if (switches.updateReply === "empty") return {};
    return changeReply(group, { added: ids, updated: updated.map(({ ruleId }) => ruleId), removed }, context);
  },
});

const loadTreeRootFast = gatewayAction({
  runMode,
  name: "loadTreeRootFast",
  kind: "read",
  fields: z.strictObject(subCategory),
  run: (_fields, context) => {
    const { switches } = context;
    const groups = visible(context);
    const nested = new Set(switches.treeList === "all" ? [] : groups.flatMap(childIds));
    const listed = groups.filter(({ id }) => !nested.has(id));
    const entries = listed.map(({ id, name }) => ({ fc_name: name, fc_id: listIds(switches)(id), ...extra(switches) }));
    return { results: inOrder(entries, switches) };
  },
});

const search = gatewayAction({
  runMode,
  name: "search",
  kind: "read",
  fields: z.strictObject({
    name: z.string(),
    fc_name_comp: z.enum(["like", "notLike"]),
    page: emptyAsAbsent(integerField.refine((page) => page >= 1, { error: "is below 1" })),
    maxRows: emptyAsAbsent(integerField.refine((rows) => rows >= 1, { error: "is below 1" })),
  }),
  describe: ({ name, fc_name_comp, page = 1 }) => `${fc_name_comp} ${name}, page ${page}`,
  run: ({ name, fc_name_comp, page = 1, maxRows = DEFAULT_MAX_ROWS }, context) => {
    const { store, switches } = context;
    const part = name.toLowerCase();
    const found = visible(context).filter((group) => {
      return group.name.toLowerCase().includes(part) === (fc_name_comp === "like");
    });
    const rows = inOrder(found, switches).slice((page - 1) * maxRows, page * maxRows);
    const results = rows.map((group) => ({
      fc_name: group.name,
      fc_id: listIds(switches)(group.id),
      myrules: summary(group, store),
      ...extra(switches),
    }));
    return switches.searchShape === "array" ? results : { total: found.length, page, [switches.searchShape]: results };
  },
});

const loadRules = gatewayAction({
  runMode,
  name: "loadRules",
  kind: "read",
  fields: z.strictObject({ fc_id: integerField }),
  describe: ({ fc_id }) => `group ${fc_id}`,
  run: ({ fc_id }, context) => {
    const { switches } = context;
    const held = inOrder([...ipGroup({ ipGroups: readable(context) }, fc_id).rules], switches);
    const rules = held.map(([id, rule]) => ({ ...ruleReply(id, rule, switches), ...extra(switches) }));
    return switches.rulesShape === "array" ? rules : { [switches.rulesShape]: rules };
  },
});

const deleteRule = gatewayAction({
  runMode,
  name: "deleteRule",
  kind: "write",
  fields: z.strictObject({ rule_id: integerField }),
  describe: ({ rule_id }) => `rule ${rule_id}`,
  run: ({ rule_id }, { store, switches }) => {
    const group = [...store.ipGroups.values()].find(({ rules }) => rules.has(rule_id));
    if (group === undefined) throw new Refusal(`rule ${rule_id} does not exist`);
    group.rules.delete(rule_id);
    return {
      fc_id: documentedId(group.id, "number", switches),
      success: 1,
      myrules: summary(group, store),
      rule_id: documentedId(rule_id, "string", switches),
      total: group.rules.size,
    };
  },
});

const deleteGroups = gatewayAction({
  runMode,
  name: "delete",
  kind: "write",
  fields: z.strictObject({
    ...subCategory,
    json: jsonField(z.array(z.strictObject({ id: z.string().regex(/^[1-9]\d{0,14}$/u, { error: "is not an id" }) }))),
  }),
  describe: ({ json }) => `groups ${json.map(({ id }) => id).join(" ")}`,
  run: ({ json }, { store, switches, traps }) => {
    if (json.length === 0) traps.spring("ipgroups/delete []");
    const ids = [...new Set(json.map(({ id }) => Number(id)))].filter((id) => store.ipGroups.has(id));
    if (switches.deleteReferencedGroup === "refuse") assertNoParents(store, new Set(ids));
    for (const id of ids) store.ipGroups.delete(id);
    if (switches.deleteReferencedGroup === "removeChildRules") dropChildRules(store, new Set(ids));
    return { processedCount: ids.length, removed: ids.map((id) => documentedId(id, "string", switches)) };
  },
});

const deleteAll = gatewayAction({
  runMode,
  name: "deleteAll",
  kind: "write",
  fields: z.strictObject(subCategory),
  run: (_fields, { store, switches, traps }) => {
    traps.spring("ipgroups/deleteAll");
    const ids = [...store.ipGroups.keys()];
    store.ipGroups.clear();
    if (switches.deleteAllReply === "success") return { success: 1 };
    return { processedCount: ids.length, removed: ids.map((id) => documentedId(id, "string", switches)) };
  },
});

/** Run mode `ipgroups`, in the order of the document. */
export const ipGroupActions: readonly GatewayAction[] = [
  saveRule,
  update,
  loadTreeRootFast,
  search,
  loadRules,
  deleteRule,
  deleteGroups,
  deleteAll,
];

function ipGroup(store: { readonly ipGroups: ReadonlyMap<number, IpGroup> }, id: number): IpGroup {
  const group = store.ipGroups.get(id);
  if (group === undefined) throw new Refusal(`IP group ${id} does not exist`);
  return group;
}

/** A token without rights sees no group at all. */
function visible(context: GatewayContext): IpGroup[] {
  return context.switches.tokenRights === "none" ? [] : [...readable(context).values()];
}

/** The groups as reads see them. */
function readable({ store, switches, clock }: GatewayContext): ReadonlyMap<number, IpGroup> {
  const { groupsVisibleAfterMs } = switches;
  return groupsVisibleAfterMs === 0 ? store.ipGroups : store.ipGroupsAt(clock.now() - groupsVisibleAfterMs);
}

/** The rules that a request adds, without those that a fault loses. */
function kept(added: readonly IpGroupRule[], { interference }: GatewayContext): readonly IpGroupRule[] {
  return added.slice(0, added.length - Math.min(added.length, interference?.loseRules ?? 0));
}

interface RuleChanges {
  readonly added: readonly number[];
  readonly updated?: readonly number[];
  readonly removed?: readonly number[];
}

/** The answer of `saveRule`; `update` plausibly answers the same. */
function changeReply(group: IpGroup, changes: RuleChanges, { store, switches }: GatewayContext): unknown {
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
    myrules: summary(group, store),
    fc_name: group.name,
    ...(onlyRule === undefined ? {} : { rule_id: documentedId(onlyRule, "number", switches) }),
    total: group.rules.size,
  };
}

function assertNameFree({ store, switches }: GatewayContext, group: IpGroup, name: string | undefined): void {
  if (name === undefined || name === group.name || switches.duplicateGroupName === "second") return;
  if (store.ipGroupsNamed(name).length > 0) throw new Refusal(`an IP group named ${name} already exists`);
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

function assertNoParents(store: GatewayStore, doomed: ReadonlySet<number>): void {
  for (const parent of store.ipGroups.values()) {
    const child = doomed.has(parent.id) ? undefined : childIds(parent).find((id) => doomed.has(id));
    if (child !== undefined) throw new Refusal(`IP group ${child} is a child of group ${parent.id}`);
  }
}

function dropChildRules(store: GatewayStore, gone: ReadonlySet<number>): void {
  for (const { rules } of store.ipGroups.values()) {
    for (const [id, rule] of rules) if (rule.type === "child" && gone.has(rule.child_id)) rules.delete(id);
  }
}
