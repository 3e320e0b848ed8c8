import { z } from "zod";
import { Refusal } from "../exchange";
import { extra, inOrder } from "../open-points";
import type { Switches } from "../switches";
import { type GatewayAction, gatewayAction, type GatewayContext } from "./action";
import { emptyAsAbsent, integerField, jsonField, nameSchema } from "./form";
import { groupAnswer, groupList, groupTree } from "./group-lists";
import { changeReply, groupNamed, ipGroup, kept, updated } from "./group-changes";
import { storedGroupName } from "./group-names";
import { documentedId } from "./replies";
import { refuseTooMany } from "./rule-forms";
import { assertChildren, childIds, ruleReply, ruleSchema, summary, updatedRuleSchema } from "./rules";
import type { GatewayStore, IpGroup } from "./store";

const runMode = "ipgroups" as const;

/** Clients in the field send it with list, add and delete. It has no effect. Field notes, carriage 7. */
const subCategory = { subCat: z.literal("IPGroups").optional() };

/** Groups per page if the request has no `maxRows`; the API document shows no default. */
const DEFAULT_MAX_ROWS = 100;

const saveRule = gatewayAction({
  runMode,
  name: "saveRule",
  kind: "write",
  fields: z.strictObject({ ...subCategory, new_fc: nameSchema, added: jsonField(z.array(ruleSchema)) }),
  describe: ({ new_fc, added }) => `${new_fc}: ${added.length} ${added.length === 1 ? "rule" : "rules"}`,
  run: ({ new_fc, added }, context) => {
    const { store, switches } = context;
    refuseTooMany(added.length, switches);
    const name = storedGroupName(new_fc, switches);
    const existing = groupNamed(context, name);
    if (existing !== undefined && switches.duplicateGroupName === "refuse") {
      throw new Refusal(`an IP group named ${name} already exists`);
    }
    const target = switches.duplicateGroupName === "append" ? existing : undefined;
    assertChildren(store, target?.id, added);
    const group = target ?? store.addIpGroup(name, []);
    const ids = store.addRules(group, kept(added, context));
    if (switches.saveReply === "idOnly") return { fc_id: documentedId(group.id, "number", switches) };
    return changeReply(group, { added: ids }, context);
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
  describe: ({ fc_id, name, ...rules }) => {
    const changes = (["added", "updated", "removed"] as const).flatMap((what) => {
      const count = rules[what]?.length ?? 0;
      return count === 0 ? [] : [`${count} ${count === 1 ? "rule" : "rules"} ${what}`];
    });
    return `group ${fc_id}: ${[...(name === undefined ? [] : [`name ${name}`]), ...changes].join(", ")}`;
  },
  run: (fields, context) => {
    const { updateRefusal } = context.switches;
    try {
      return updated(fields, context);
    } catch (error) {
      if (!(error instanceof Refusal) || updateRefusal === "err") throw error;
      if (updateRefusal === "success") return { success: 0, message: error.words };
      return { added: [], updated: [], removed: [], errors: [error.words] };
    }
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
    if (switches.treeList === "nested") return { results: groupTree(groups, switches) };
    const nested = new Set(switches.treeList === "all" ? [] : groups.flatMap(childIds));
    const listed = inOrder(
      groups.filter(({ id }) => !nested.has(id)),
      switches,
    );
    const { treeMaxRows } = switches;
    if (treeMaxRows === 0) return groupAnswer("results", listed, switches);
    return { total: listed.length, ...groupAnswer("results", listed.slice(0, treeMaxRows), switches) };
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
    const more = (group: IpGroup): Readonly<Record<string, unknown>> => ({ myrules: summary(group, store) });
    if (switches.searchShape === "array") return groupList(rows, switches, more);
    return { total: found.length, page, ...groupAnswer(switches.searchShape, rows, switches, more) };
  },
});

const loadRules = gatewayAction({
  runMode,
  name: "loadRules",
  kind: "read",
  fields: z.strictObject({
    fc_id: integerField.optional(),
    id: integerField.optional(),
    json: jsonField(z.tuple([z.strictObject({ id: z.string() })])).optional(),
  }),
  describe: ({ fc_id, id, json }) => `group ${fc_id ?? id ?? json?.[0].id ?? ""}`,
  run: (fields, context) => {
    const { switches } = context;
    const { [switches.loadRulesField]: given, ...others } = fields;
    if (given === undefined || Object.values(others).some((other) => other !== undefined)) {
      throw new Refusal(`the group belongs into the field ${switches.loadRulesField}`);
    }
    const fc_id = typeof given === "number" ? given : Number(given[0].id);
    if (switches.tokenRights === "none") return { results: [] };
    const held = inOrder([...ipGroup({ ipGroups: readable(context) }, fc_id).rules], switches);
    const rules = held.map(([id, rule]) => ({ ...ruleReply(id, rule, switches), ...extra(switches) }));
    const { rulesMaxRows, rulesShape } = switches;
    // A list at top level has no place for a total.
    if (rulesShape === "array") return rules;
    if (rulesMaxRows === 0) return { [rulesShape]: rules };
    return { total: rules.length, [rulesShape]: rules.slice(0, rulesMaxRows) };
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
    const known = [...new Set(json.map(({ id }) => Number(id)))].filter((id) => store.ipGroups.has(id));
    if (switches.deleteReferencedGroup === "refuse") assertNoParents(store, new Set(known));
    const leavesOut = switches.deleteReferencedGroup === "leaveOut";
    const ids = known.filter((id) => !leavesOut || parentOf(store, id, new Set(known)) === undefined);
    for (const id of ids) store.ipGroups.delete(id);
    if (switches.deleteReferencedGroup === "removeChildRules") dropChildRules(store, new Set(ids));
    return deletionReply(ids, switches.deleteReply, switches);
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
    return deletionReply(ids, switches.deleteAllReply === "success" ? "success" : "documented", switches);
  },
});

function deletionReply(ids: readonly number[], form: Switches["deleteReply"], switches: Readonly<Switches>): unknown {
  if (form === "success") return { success: 1 };
  const removed = form === "count" ? {} : { removed: ids.map((id) => documentedId(id, "string", switches)) };
  return { processedCount: ids.length, ...removed };
}

/** Run mode `ipgroups`, in the order of the API document. */
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

/** The groups that the token may see: none for a token without rights. */
function visible(context: GatewayContext): IpGroup[] {
  return context.switches.tokenRights === "none" ? [] : [...readable(context).values()];
}

/** The groups as reads see them, possibly without recent changes. */
function readable({ store, switches, clock }: GatewayContext): ReadonlyMap<number, IpGroup> {
  const { groupsVisibleAfterMs } = switches;
  return groupsVisibleAfterMs === 0 ? store.ipGroups : store.ipGroupsAt(clock.now() - groupsVisibleAfterMs);
}

function assertNoParents(store: GatewayStore, doomed: ReadonlySet<number>): void {
  for (const child of doomed) {
    const parent = parentOf(store, child, doomed);
    if (parent !== undefined) throw new Refusal(`IP group ${child} is a child of group ${parent.id}`);
  }
}

/** A group that has this one as a child and is not deleted itself. */
function parentOf(store: GatewayStore, id: number, doomed: ReadonlySet<number>): IpGroup | undefined {
  return [...store.ipGroups.values()].find((parent) => !doomed.has(parent.id) && childIds(parent).includes(id));
}

function dropChildRules(store: GatewayStore, gone: ReadonlySet<number>): void {
  for (const { rules } of store.ipGroups.values()) {
    for (const [id, rule] of rules) if (rule.type === "child" && gone.has(rule.child_id)) rules.delete(id);
  }
}
