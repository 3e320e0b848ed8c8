import { z } from "zod";
import { Refusal } from "../errors/refusal";
import { partsOfGroups } from "../values/groups/differences";
import { matchGroups } from "../values/groups/matching";
import { groupMembers } from "../values/groups/member";
import { nestingFault } from "../values/groups/nesting";
import { marks } from "../values/origin";
import { quoted, someOf } from "../values/quoted";
import { across } from "../values/schema";
import { defineKind, inputsOf, outputsOf } from "./definition";
import { GroupRun, memberOf, rulesIn, sideBySide } from "./parts/group-run";
import { otherGroup, rulesAsDeclared, unreadIn, whose } from "./parts/group-rules";

const inputs = across(
  inputsOf({
    /**
     * The groups by name. Each has `rules`, a set as in `IpGroup`; `children`, groups of this resource by name and
     * other groups by id; `formerNames`, so that a new name is a rename; and `onExisting`, if it differs from that of
     * the resource. Changes in place, with one request per changed group.
     */
    groups: groupMembers,
  }),
  nestingFault,
);

/**
 * Many IP groups in one resource, for example a whole tree. It owns the groups that it lists, and nothing else. Each
 * group is created, updated, renamed and deleted like an `IpGroup`. Management gateway, `rm=ipgroups`.
 */
export const ipGroups = defineKind({
  kind: "IpGroups",
  appliance: "gateway",
  inputs,
  outputs: outputsOf({
    /** Number of each group, by name. */
    groupIds: z.record(z.string(), z.number()),
    /** What is uncertain. Not set if nothing is. */
    doubt: marks.doubt
      .unwrap()
      .extend({
        /** Names of groups that may differ from what was declared: the next `up` changes them. */
        items: z.array(z.string()).optional(),
      })
      .optional(),
  }),
  replaceOn: [],
  mayChange: ["groupIds"],
  differencesIn: { groups: partsOfGroups },
  comparable: ({ groups, ...want }) => ({ ...want, groups: withoutWishes(groups) }),
  identity: ({ groups }) => Object.keys(groups).map((name) => `IpGroup ${name}`),
  label: ({ groups }) => someOf(Object.keys((groups as typeof groups | undefined) ?? {}), 2),
  keys({ groups }, made) {
    const { groupIds = {} } = made?.outputs ?? {};
    return Object.keys(groups).map((name) =>
      groupIds[name] === undefined ? `new group|${name}` : `group|${String(groupIds[name])}`,
    );
  },
  losses({ inputs: { groups }, outputs: { groupIds = {} } }, want) {
    return want === undefined ? Object.keys(groupIds) : matchGroups(groupIds, want.groups, groups).dropped;
  },
  needsRepair: ({ outputs: { doubt } }) => (doubt?.items ?? []).length > 0,

  create: ({ groups }, want, progress) => new GroupRun(groups, want, progress).run(),

  async read({ groups: box }, { id, inputs: { groups: before }, outputs }, { info }) {
    if ((before as typeof before | undefined) === undefined) {
      throw new Refusal(
        'it cannot be imported as one resource. Declare its groups, and take them over with: onExisting: "adopt".',
      );
    }
    const groups: typeof before = {};
    const groupIds: typeof outputs.groupIds = {};
    const renamed: string[] = [];
    await sideBySide(Object.entries(outputs.groupIds), async ([name, number]) => {
      const member = before[name];
      const group = await box.find(number);
      if (group === undefined || member === undefined) return;
      const note = (message: string): void => {
        info(`group ${quoted(name)}: ${message}`);
      };
      const rules = rulesIn(member, before, outputs.groupIds);
      const owner = await whose(box, group, { name, rules });
      if (owner === "others") {
        note(otherGroup(group));
        return;
      }
      if (owner === "renamed") {
        note(`it was renamed to ${quoted(group.name)} by hand. The next pulumi up renames it back.`);
        renamed.push(name);
      }
      const live = await box.rules(number);
      const unread = unreadIn(live);
      if (unread !== undefined) note(`${unread}; they are left alone.`);
      groups[name] = memberOf(rulesAsDeclared(live, rules), member, before, outputs.groupIds);
      groupIds[name] = number;
    });
    if (Object.keys(groupIds).length === 0 && Object.keys(outputs.groupIds).length > 0) return undefined;
    const doubt = renamed.length === 0 ? {} : { doubt: { items: renamed } };
    return { id, inputs: { groups }, outputs: { ...outputs, groupIds, ...doubt } };
  },

  update: ({ groups }, state, want, progress) => new GroupRun(groups, want, progress, state).run(),

  async remove({ groups }, state, { info, isOfOther }) {
    const want = { ...state.inputs, groups: {} };
    await new GroupRun(groups, want, { info, isOfOther, keep: () => undefined }, state).run();
    return undefined;
  },
});

/** Groups with only the fields that can be a difference. */
function withoutWishes(groups: z.output<typeof groupMembers>): z.output<typeof groupMembers> {
  const entries = Object.entries(groups).map(([name, { rules, children }]) => [name, { rules, children }] as const);
  return Object.fromEntries(entries);
}
