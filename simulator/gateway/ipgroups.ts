import { z } from "#zod";
import { Refusal } from "../exchange";
import { inOrder, storedText } from "../switches";
import { type GatewayAction, gatewayAction } from "./action";
import { emptyAsAbsent, integerField, nameSchema } from "./form";
import { jsonField } from "../validation";
import { changeReply, groupNamed, ipGroup, updated } from "./group-changes";
import { documentedId, listedGroup } from "./replies";
import { assertChildren, childIds, ruleReply, ruleSchema, summary, updatedRuleSchema } from "./rules";
import type { GatewayStore } from "./store";

/** Clients in the field send it with list, add and delete. It has no effect. Field notes, carriage 7. */
const subCategory = { subCat: z.literal("IPGroups").optional() };

/** Groups per page if the request has no `maxRows`; the API document shows no default. */
const DEFAULT_MAX_ROWS = 100;

const saveRule = gatewayAction("ipgroups/saveRule", "write", {
  fields: z.strictObject({ ...subCategory, new_fc: nameSchema, added: jsonField(z.array(ruleSchema)) }),
  describe: ({ new_fc, added }) => `${new_fc}: ${added.length} ${added.length === 1 ? "rule" : "rules"}`,
  run: ({ new_fc, added }, context) => {
    const { store, switches } = context;
    const name = storedText(new_fc, switches);
    const existing = groupNamed(context, name);
    if (existing !== undefined && switches.duplicateGroupName === "refuse") {
      throw new Refusal(`an IP group named ${name} already exists`);
    }
    assertChildren(store, existing?.id, added);
    const group = existing ?? store.addIpGroup(name, []);
    const ids = store.addRules(group, added);
    return changeReply(group, { added: ids }, context);
  },
});

const update = gatewayAction("ipgroups/update", "write", {
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
  run: updated,
});

const loadTreeRootFast = gatewayAction("ipgroups/loadTreeRootFast", "read", {
  fields: z.strictObject(subCategory),
  run: (_fields, { store, switches }) => {
    const results = inOrder([...store.ipGroups.values()], switches).map((group) => listedGroup(group, switches));
    const { treeMaxRows } = switches;
    return treeMaxRows === 0 ? { results } : { total: results.length, results: results.slice(0, treeMaxRows) };
  },
});

const search = gatewayAction("ipgroups/search", "read", {
  fields: z.strictObject({
    name: z.string(),
    fc_name_comp: z.enum(["like", "notLike"]),
    page: emptyAsAbsent(integerField.refine((page) => page >= 1, { error: "is below 1" })),
    maxRows: emptyAsAbsent(integerField.refine((rows) => rows >= 1, { error: "is below 1" })),
  }),
  describe: ({ name, fc_name_comp, page = 1 }) => `${fc_name_comp} ${name}, page ${page}`,
  run: ({ name, fc_name_comp, page = 1, maxRows = DEFAULT_MAX_ROWS }, { store, switches }) => {
    const part = name.toLowerCase();
    const found = [...store.ipGroups.values()].filter((group) => {
      return group.name.toLowerCase().includes(part) === (fc_name_comp === "like");
    });
    const results = inOrder(found, switches)
      .slice((page - 1) * maxRows, page * maxRows)
      .map((group) => ({ ...listedGroup(group, switches), myrules: summary(group) }));
    return { total: found.length, page, results };
  },
});

const loadRules = gatewayAction("ipgroups/loadRules", "read", {
  fields: z.strictObject({ fc_id: integerField.optional(), id: integerField.optional() }),
  describe: ({ fc_id, id }) => `group ${fc_id ?? id ?? ""}`,
  run: (fields, { store, switches }) => {
    const { [switches.loadRulesField]: id, ...others } = fields;
    if (id === undefined || Object.values(others).some((other) => other !== undefined)) {
      throw new Refusal(`the group belongs into the field ${switches.loadRulesField}`);
    }
    const isAbsent = switches.absentRules === "empty" && !store.ipGroups.has(id);
    const held = isAbsent ? [] : inOrder([...ipGroup(store, id).rules], switches);
    const rules = held.map(([ruleId, rule]) => ruleReply(ruleId, rule, switches));
    const { rulesMaxRows, rulesShape } = switches;
    // A list at top level has no place for a total.
    if (rulesShape === "array") return rules;
    if (rulesMaxRows === 0) return { [rulesShape]: rules };
    return { total: rules.length, [rulesShape]: rules.slice(0, rulesMaxRows) };
  },
});

const deleteRule = gatewayAction("ipgroups/deleteRule", "write", {
  fields: z.strictObject({ rule_id: integerField }),
  describe: ({ rule_id }) => `rule ${rule_id}`,
  run: ({ rule_id }, { store, switches }) => {
    const group = [...store.ipGroups.values()].find(({ rules }) => rules.has(rule_id));
    if (group === undefined) {
      if (switches.absentRule === "success") return { success: 1 };
      throw new Refusal(`rule ${rule_id} does not exist`);
    }
    group.rules.delete(rule_id);
    return {
      fc_id: documentedId(group.id, "number", switches),
      success: 1,
      myrules: summary(group),
      rule_id: documentedId(rule_id, "string", switches),
      total: group.rules.size,
    };
  },
});

const deleteGroups = gatewayAction("ipgroups/delete", "write", {
  fields: z.strictObject({
    ...subCategory,
    json: jsonField(z.array(z.strictObject({ id: z.string().regex(/^[1-9]\d{0,14}$/u, { error: "is not an id" }) }))),
  }),
  describe: ({ json }) => `groups ${json.map(({ id }) => id).join(" ")}`,
  run: ({ json }, { store, switches, traps, refuseItem }) => {
    if (json.length === 0) traps.push("ipgroups/delete []");
    const ids = [...new Set(json.map(({ id }) => Number(id)))].filter((id) => {
      return store.ipGroups.has(id) && refuseItem(`group ${id}`) === undefined;
    });
    if (switches.deleteReferencedGroup === "refuse") assertNoParents(store, new Set(ids));
    for (const id of ids) store.ipGroups.delete(id);
    if (switches.deleteReferencedGroup === "removeChildRules") dropChildRules(store, new Set(ids));
    const count = switches.deleteCount === "asked" ? json.length : ids.length;
    return { processedCount: count, removed: ids.map((id) => documentedId(id, "string", switches)) };
  },
});

const deleteAll = gatewayAction("ipgroups/deleteAll", "write", {
  fields: z.strictObject(subCategory),
  run: (_fields, { store, switches, traps }) => {
    traps.push("ipgroups/deleteAll");
    const ids = [...store.ipGroups.keys()];
    store.ipGroups.clear();
    return { processedCount: ids.length, removed: ids.map((id) => documentedId(id, "string", switches)) };
  },
});

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

/** Refuses to delete a group that is a child of another one, unless that one is deleted too. */
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
