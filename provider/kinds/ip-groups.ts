import { z } from "#zod";
import { Refusal } from "../errors/refusal";
import { checkNesting, groupMembers, type GroupMember, memberOf } from "../values/groups";
import { doubtWith } from "../values/origin";
import { quoted, someOf } from "../values/quoted";
import type { CanonicalRule } from "../values/rule";
import { defineKind, inputsOf, outputsOf } from "./definition";
import { ipGroup } from "./ip-group";
import { GroupRun, sideBySide, groupStateOf } from "./parts/group-run";

const inputs = inputsOf({
  /**
   * The groups by name. Each has `rules`, a set as in `IpGroup`; `children`, groups of this resource by name and other
   * groups by id; and `onExisting`, if it differs from that of the resource. A new name makes a new group. Changes in
   * place, with one request per changed group.
   */
  groups: groupMembers,
}).superRefine(checkNesting);

const outputs = outputsOf({
  /** Number of each group, by name. */
  groupIds: z.record(z.string(), z.number()),
  /** What is uncertain. Not set if nothing is. */
  doubt: doubtWith({
    /** Names of groups that may differ from what was declared: the next `up` changes them. */
    items: z.array(z.string()).optional(),
    /** Names that some of them have on the gateway: they were renamed by hand. */
    names: z.record(z.string(), z.string()).optional(),
  }),
});

export type GroupsInputs = z.output<typeof inputs>;
export type GroupsOutputs = z.output<typeof outputs>;

/**
 * Many IP groups in one resource: a whole tree of them, by name. The resource owns the groups that it lists, and
 * nothing else; each is created, updated and deleted like an `IpGroup`. For hundreds of groups this is much faster
 * than one `IpGroup` per group, because the engine writes its state at every step.
 *
 * Output `groupIds` holds the number of each group by name, for inputs that take an id. In a preview that changes the
 * resource, these numbers are unknown. Management gateway, `rm=ipgroups`.
 *
 * @remarks Pass `groups.groupIds["Paris"]` to inputs that take an id.
 */
export const ipGroups = defineKind({
  kind: "IpGroups",
  appliance: "gateway",
  inputs,
  outputs,
  replaceOn: [],
  tries: ["groups"],
  mayChange: ["groupIds"],
  identity: ({ groups }) => Object.keys(groups).map((name) => `IpGroup ${name}`),
  label: ({ groups }) => someOf(Object.keys((groups as typeof groups | undefined) ?? {}), 2),
  keys({ groups }, made) {
    const { groupIds = {} } = made?.outputs ?? {};
    return Object.keys(groups).map((name) =>
      groupIds[name] === undefined ? `new group|${name}` : `group|${String(groupIds[name])}`,
    );
  },
  losses: ({ outputs: { groupIds = {} } }, want) =>
    Object.keys(groupIds).filter((name) => want === undefined || !Object.hasOwn(want.groups, name)),

  create: (box, want, progress) => new GroupRun(box, want, progress).run(),

  async read(box, { id, inputs: { groups: before }, outputs, doubt: perhaps }, { info }) {
    if ((before as typeof before | undefined) === undefined) {
      throw new Refusal(
        'it cannot be imported as one resource. Declare its groups, and take them over with: onExisting: "adopt".',
      );
    }
    const shownGroups: [name: string, rules: CanonicalRule[], member: GroupMember][] = [];
    const groupIds: typeof outputs.groupIds = {};
    const names: Record<string, string> = {};
    await sideBySide(Object.entries(outputs.groupIds), async ([name, number]) => {
      const member = before[name];
      const note = (message: string): void => {
        info(`group ${quoted(name)}: ${message}`);
      };
      const live = await ipGroup.read?.(box, groupStateOf(name, before, outputs, perhaps), { info: note });
      if (live === undefined || member === undefined) return;
      const { name: shown = name, rules = [] } = live.inputs ?? {};
      if (shown !== name && outputs.groupIds[shown] === number) {
        note(`its number is that of ${quoted(shown)} now.`);
        return;
      }
      if (shown !== name) {
        note(`it was renamed to ${quoted(shown)} by hand. The next pulumi up renames it back.`);
        names[name] = shown;
      }
      shownGroups.push([name, rules, member]);
      groupIds[name] = number;
    });
    // The rule for a child that is gone names its number: no group has it.
    const byNumber = new Map(Object.entries(groupIds).map(([name, number]) => [String(number), name]));
    const groups = shownGroups.map(([name, rules, member]) => {
      return [name, memberOf(rules, member, groupIds, byNumber)] as const;
    });
    if (Object.keys(groupIds).length === 0 && Object.keys(outputs.groupIds).length > 0) return undefined;
    const items = [...new Set([...(outputs.doubt?.items ?? []), ...Object.keys(names)])];
    const doubt = items.length === 0 ? {} : { doubt: { items, names } };
    return { id, inputs: { groups: Object.fromEntries(groups) }, outputs: { ...outputs, groupIds, ...doubt } };
  },

  update: (box, state, want, progress) => new GroupRun(box, want, progress, state).run(),

  async remove(box, state, progress) {
    const want = { ...state.inputs, groups: {} };
    const nothing = (): void => undefined;
    await new GroupRun(box, want, { ...progress, keep: nothing, begin: nothing }, state).run();
    return undefined;
  },
});
