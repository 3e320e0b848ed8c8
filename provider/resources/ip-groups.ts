import { z } from "zod";
import { defineResource, inputsOf, outputsOf } from "../resource";
import { partsOfGroups } from "../values/groups/differences";
import { groupMembers, wholeRules } from "../values/groups/member";
import { matchGroups } from "../values/groups/matching";
import { nestingFault } from "../values/groups/nesting";
import { withoutUndefined } from "../values/inputs";
import { across } from "../values/schema";
import { ipGroup as ipGroupThing } from "../values/things";
import { ipGroup } from "./ip-group";
import { declaredNames, groupDetails, GroupSet, labelOf, misfitOf, withoutWishes } from "./parts/group-set";
import { GroupRun } from "./parts/group-run";
import { readGroups } from "./parts/read-groups";

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

const outputs = outputsOf({
  /** Number of each group, by name. */
  groupIds: z.record(z.string(), z.number()),
  /** What the state keeps of each group in addition to its number, by name. */
  groupDetails: z.record(z.string(), groupDetails),
});

/**
 * Many IP groups in one resource, for example a whole tree. It owns the groups that it lists, with all their rules, and
 * nothing else. Each group is created, updated, renamed and deleted like an `IpGroup`. Management gateway,
 * `rm=ipgroups`.
 */
export const ipGroups = defineResource({
  kind: "IpGroups",
  appliance: "gateway",
  inputs,
  outputs,
  replaceOn: [],
  label: ({ groups }) => labelOf(Object.keys((groups as typeof groups | undefined) ?? {})),
  misfit: misfitOf,
  differencesIn: { groups: partsOfGroups },
  comparable: (want) => ({ ...want, groups: withoutWishes(want.groups) }),
  holds({ groups }, made) {
    const { groupIds, groupDetails: details } = (made?.outputs ?? {}) as Partial<z.output<typeof outputs>>;
    if (groupIds === undefined) return [];
    const { from } = matchGroups(groupIds, groups, declaredNames(details), made?.inputs?.groups);
    return [...from.values()].map((name) => ipGroupThing(groupIds[name] ?? 0));
  },
  declares: ({ groups }) => (typeof groups === "object" ? Object.keys(groups) : []),
  drops(state, { groups }) {
    const set = new GroupSet(state);
    const { dropped } = matchGroups(set.ids, groups, set.declaredNames, set.members);
    return dropped.map((name) => ({ name, thing: ipGroupThing(set.idOf(name) ?? 0) }));
  },
  needsRepair(state, { groups }) {
    const set = new GroupSet(state);
    // Two groups that swap their names are no difference of inputs.
    const { from } = matchGroups(set.ids, groups, set.declaredNames, set.members);
    return set.unsettled().length > 0 || [...from].some(([name, key]) => name !== key);
  },

  parts: ({ groups, site, onExisting }) =>
    Object.entries(groups).map(([name, member]) => {
      const { rules, missing } = wholeRules(member, groups, () => undefined);
      const want = withoutUndefined({ name, rules, site, onExisting: member.onExisting ?? onExisting });
      return { definition: ipGroup, label: name, want, isPartial: missing.length > 0 };
    }),

  // The run looks up each group separately, and so adopts or refuses each one separately.
  create: (gateway, want, progress) => new GroupRun(gateway, want, new GroupSet(), progress).run(),
  read: (gateway, state, { info }) => readGroups(gateway, state, info),
  update: (gateway, state, want, progress) => new GroupRun(gateway, want, new GroupSet(state), progress).run(),

  async remove(gateway, state, progress) {
    const recordsNothing = { ...progress, recordPartial: () => undefined };
    await new GroupRun(gateway, { ...state.inputs, groups: {} }, new GroupSet(state), recordsNothing).remove();
  },
});
