import { z } from "zod";
import { ipGroup as ipGroupThing } from "../values/things";
import { Refusal } from "../refusal";
import { defineResource, inputsOf, type Result } from "../resource";
import { objectName } from "../values/names";
import { rule } from "../values/rule";
import { setOf } from "../values/schema";
import { canonicalRules, changeOf, decodeRule, encodeRule, textOf } from "./parts/rules";
import { otherNumber } from "./parts/ids";

/** Most rules in one group: they travel in one request. */
const MOST_RULES = 10_000;

const inputs = inputsOf({
  /** Name. Changes in place. */
  name: objectName,
  /** Rules that decide which IPv4 addresses belong to the group; a set, default none. Changes in place. */
  rules: setOf(rule)
    .refine((rules) => rules.length <= MOST_RULES, { error: `holds more than ${String(MOST_RULES)} rules` })
    .default([]),
});

const outputs = z.object({ groupId: z.number(), ruleCount: z.number() });

type Want = z.output<typeof inputs>;
type Outputs = z.output<typeof outputs>;

/**
 * A named set of rules that decides which IPv4 addresses belong to it. The resource owns all rules of its group. Name and
 * rules change in place, in one request. Management gateway, `rm=ipgroups`.
 */
export const ipGroup = defineResource({
  kind: "IpGroup",
  appliance: "gateway",
  inputs,
  outputs,
  replaceOn: [],
  label: ({ name }) => name,
  misfit: ({ id, outputs: { groupId } }) => otherNumber({ groupId }, id),
  holds: (_inputs, group) => (group === undefined ? [] : [ipGroupThing(group.id)]),
  // A rule that is there twice is no difference of sets.
  needsRepair: ({ inputs: { rules }, outputs: { ruleCount } }) => ruleCount > rules.length,

  async find({ ipGroups }, { name }) {
    const [groupId, ...others] = await ipGroups.idsNamed(name);
    if (groupId === undefined) return undefined;
    if (others.length > 0) {
      throw new Refusal(
        `several IP groups have this name (ids ${[groupId, ...others].join(", ")}). Rename all but one.`,
      );
    }
    const rules = (await ipGroups.rules(groupId)).map(decodeRule);
    return {
      id: String(groupId),
      inputs: { name, rules: canonicalRules(rules) },
      outputs: { groupId, ruleCount: rules.length },
    };
  },

  async create({ ipGroups }, { name, rules }, { made, note }) {
    const resultOf = ({ groupId, ruleCount }: { groupId: number; ruleCount: number }): Result<Want, Outputs> => ({
      id: String(groupId),
      outputs: { groupId, ruleCount },
    });
    const created = await ipGroups.create(name, rules.map(encodeRule), (group) => {
      made(resultOf(group));
    });
    for (const warning of created.warnings) note(`the gateway warns: ${warning}`);
    const { groupId, ruleCount } = created;
    const result = resultOf(created);
    if (ruleCount === rules.length) return result;
    const live = (await ipGroups.rules(groupId)).map(decodeRule);
    const missing = rules.filter((wanted) => !live.some((one) => textOf(one) === textOf(wanted)));
    // The answer told of other rules than the group has.
    if (missing.length === 0) return { ...result, outputs: { groupId, ruleCount: live.length } };
    throw new Refusal(
      `the gateway did not take ${missing.map(textOf).join(", ")}. The next pulumi up sends what is missing.`,
    );
  },

  async read({ ipGroups }, { id, inputs: state, outputs }, { note }) {
    const groupId = Number(id);
    const name = await ipGroups.nameOf(groupId, state.name);
    if (name === undefined) return undefined;
    const others = (await ipGroups.idsNamed(name)).filter((one) => one !== groupId);
    if (others.length > 0) note(`another IP group has the same name (id ${others.join(", ")}).`);
    const rules = (await ipGroups.rules(groupId)).map(decodeRule);
    return {
      id,
      inputs: { name, rules: canonicalRules(rules) },
      outputs: { ...outputs, groupId, ruleCount: rules.length },
    };
  },

  async update({ ipGroups }, { id, inputs: before }, { name, rules }) {
    const groupId = Number(id);
    const currentName = await ipGroups.nameOf(groupId, before.name);
    if (currentName === undefined)
      throw new Refusal("it is no longer on the gateway. Run pulumi refresh, then pulumi up.");
    refuseForeignName(currentName, [before.name, name]);
    if (name !== currentName && (await ipGroups.idsNamed(name)).length > 0) {
      throw new Refusal(`it cannot be renamed from "${currentName}": another IP group has the name "${name}" already.`);
    }
    await ipGroups.converge({ groupId, currentName, name }, (live) => changeOf(live, rules));
    return { id, outputs: { groupId, ruleCount: rules.length } };
  },

  async remove({ ipGroups }, { id, inputs: { name } }) {
    const currentName = await ipGroups.nameOf(Number(id), name);
    if (currentName === undefined) return;
    refuseForeignName(currentName, [name]);
    await ipGroups.remove(Number(id));
  },
});

/** Ids may be used again, so one that has another name than the state knows may be somebody else's group. */
function refuseForeignName(live: string, expected: readonly string[]): void {
  if (expected.includes(live)) return;
  throw new Refusal(
    `the group with its id is called "${live}" now, so it may belong to somebody else. If it was renamed by hand, run ` +
      "pulumi refresh first.",
  );
}
