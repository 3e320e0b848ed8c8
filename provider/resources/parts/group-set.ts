import { z } from "zod";
import type { Result, State } from "../../resource";
import { wholeRules, type GroupMember, type GroupMembers } from "../../values/groups/member";
import { quoted } from "../../values/quoted";
import type { CanonicalRule } from "../../values/rule";
import { otherNumber, otherThan } from "./ids";

/** The id of every `IpGroups`: what it holds is in its outputs. */
const GROUPS_ID = "ip-groups";

/** What the state keeps of one group beside its number, where there is something to keep: most have nothing. */
export const groupDetails = z.object({
  /** Number of its rules, where it is not that of the declared ones. */
  ruleCount: z.number().optional(),
  /** The name as the gateway shows it, where it does not show it as it was sent. */
  storedName: z.string().optional(),
  /** It existed before and was taken over. */
  adopted: z.literal(true).optional(),
  /** It was not finished: the next update reads its rules and sends what is missing. */
  unfinished: z.literal(true).optional(),
  /** The name that it was given, where others have renamed it. */
  declaredAs: z.string().optional(),
});

export type GroupDetails = z.output<typeof groupDetails>;

/** The inputs that a set of groups is about. */
export interface Want {
  groups: GroupMembers;
}

/** The outputs of the kind. */
export interface Outputs {
  groupIds: Record<string, number>;
  groupDetails: Record<string, GroupDetails>;
}

type Known = Omit<State<Want, Partial<Outputs>>, "id">;

/** One group as an `IpGroup` has it in its state. */
export interface OneGroup {
  readonly id: string;
  readonly inputs: { name: string; rules: CanonicalRule[] };
  readonly outputs: { groupId: number; ruleCount: number; storedName?: string | undefined };
}

/** The groups that one resource has on the gateway: what its state says, changed group by group as things are done. */
export class GroupSet {
  readonly #members: Record<string, GroupMember>;
  readonly #ids: Record<string, number>;
  readonly #details: Record<string, GroupDetails>;

  constructor(state?: Known) {
    // A state may be one that was imported, or of another schema.
    const { groups } = (state?.inputs ?? {}) as Partial<Want>;
    const { groupIds, groupDetails: details } = state?.outputs ?? {};
    this.#members = { ...groups };
    this.#ids = { ...groupIds };
    this.#details = { ...details };
  }

  /** The groups that exist, as they were declared. */
  get members(): GroupMembers {
    return this.#members;
  }

  get ids(): Readonly<Record<string, number>> {
    return this.#ids;
  }

  idOf(name: string): number | undefined {
    return Object.hasOwn(this.#ids, name) ? this.#ids[name] : undefined;
  }

  detailsOf(name: string): GroupDetails | undefined {
    return Object.hasOwn(this.#details, name) ? this.#details[name] : undefined;
  }

  /** The name of the group of this number. */
  nameOf(groupId: number): string | undefined {
    return Object.keys(this.#ids).find((name) => this.#ids[name] === groupId);
  }

  /** A group as an `IpGroup` would have it. */
  one(name: string): OneGroup {
    const groupId = this.idOf(name);
    const member = this.#members[name];
    if (groupId === undefined || member === undefined) throw new TypeError(name);
    const { rules } = wholeRules(member, this.#members, (child) => this.idOf(child));
    const { ruleCount = rules.length, storedName } = this.detailsOf(name) ?? {};
    const stored = storedName === undefined ? {} : { storedName };
    return { id: String(groupId), inputs: { name, rules }, outputs: { groupId, ruleCount, ...stored } };
  }

  /** Groups that need a repair by what the state shows: one that was not finished, or that has a rule twice. */
  unsettled(): string[] {
    return Object.keys(this.#ids).filter((name) => {
      const member = this.#members[name];
      const details = this.detailsOf(name);
      if (member === undefined || details === undefined) return false;
      return details.unfinished === true || (details.ruleCount ?? 0) > countOf(member);
    });
  }

  /** The names that groups had in the program before others renamed them, by their names in the state. */
  get declaredNames(): Readonly<Record<string, string | undefined>> {
    return declaredNames(this.#details);
  }

  put(name: string, member: GroupMember, groupId: number, details: GroupDetails): void {
    this.#members[name] = member;
    this.#ids[name] = groupId;
    const { ruleCount, ...marks } = details;
    const count = ruleCount === undefined || ruleCount === countOf(member) ? {} : { ruleCount };
    this.#detail(name, { ...count, ...marks });
  }

  /** What is declared of a group that does not change on the gateway. */
  declare(name: string, member: GroupMember): void {
    this.#members[name] = member;
  }

  /** Records that the outcome of the last change of a group is unknown. */
  doubt(name: string): void {
    this.#detail(name, { ...this.detailsOf(name), unfinished: true });
  }

  drop(name: string): void {
    for (const part of [this.#members, this.#ids, this.#details]) Reflect.deleteProperty(part, name);
  }

  /** What the state keeps when a later step fails. It follows what is done after this call. */
  soFar(): Result<Want, Outputs> {
    return { ...this.done(), inputs: { groups: this.#members } };
  }

  done(): Result<Want, Outputs> {
    return { id: GROUPS_ID, outputs: { groupIds: this.#ids, groupDetails: this.#details } };
  }

  #detail(name: string, details: GroupDetails): void {
    if (Object.keys(details).length > 0) this.#details[name] = details;
    else Reflect.deleteProperty(this.#details, name);
  }
}

/** Rules that the gateway has of a group that is as it was declared. */
function countOf({ rules, children }: GroupMember): number {
  return rules.length + children.length;
}

/** The names that groups had in the program before others renamed them, by their names in the state. */
export function declaredNames(
  details: Readonly<Record<string, Partial<GroupDetails>>> = {},
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(details).map(([name, { declaredAs }]) => [name, declaredAs]));
}

/** Why an entry of the state is not one set of groups. */
export function misfitOf({ id, inputs, outputs }: State<Want, Partial<Outputs>>): string | undefined {
  const { groups } = inputs as Partial<Want>;
  const { groupIds } = outputs;
  if (groupIds === undefined || groups === undefined) return otherThan(GROUPS_ID, id);
  const names = new Map<number, string>();
  for (const [name, groupId] of Object.entries(groupIds)) {
    if (!Object.hasOwn(groups, name)) return `its groupIds name ${quoted(name)}, which is none of its groups`;
    const fault = otherNumber({}, String(groupId));
    if (fault !== undefined) return `the number of its group ${quoted(name)} is none of the gateway`;
    const other = names.get(groupId);
    if (other !== undefined) return `its groups ${quoted(other)} and ${quoted(name)} have one number`;
    names.set(groupId, name);
  }
  return otherThan(GROUPS_ID, id);
}

/** The live rules of a group, in the form that is declared: what was a child by name or id is one again. */
export function memberOf(
  live: readonly CanonicalRule[],
  declared: GroupMember,
  set: Pick<GroupSet, "idOf" | "nameOf" | "members">,
): GroupMember {
  const { members } = set;
  const byId = new Map<string, GroupMember["children"][number]>();
  for (const child of declared.children) {
    const [rule] = wholeRules({ rules: [], children: [child] }, members, (name) => set.idOf(name)).rules;
    if (rule?.type === "child") byId.set(rule.groupId, child);
  }
  const written = new Set(declared.rules.map((one) => JSON.stringify(one)));
  const children: GroupMember["children"] = [];
  const rules = live.filter((one) => {
    if (one.type !== "child") return true;
    const known = byId.get(one.groupId);
    const isWritten = written.has(JSON.stringify(one));
    const child = known ?? (isWritten ? undefined : set.nameOf(Number(one.groupId)));
    if (child !== undefined) children.push(child);
    return child === undefined || isWritten;
  });
  return { ...declared, rules, children };
}

/** Groups without what is never a difference. */
export function withoutWishes(groups: GroupMembers): Record<string, GroupMember> {
  const entries = Object.entries(groups).map(([name, { rules, children }]) => [name, { rules, children }] as const);
  return Object.fromEntries(entries);
}

/** How messages call a set of groups. */
export function labelOf(names: readonly string[]): string {
  const shown = names.slice(0, 2).join(", ");
  return names.length <= 2 ? shown : `${shown} and ${String(names.length - 2)} more`;
}
