import { z } from "zod";
import type { Result, State } from "../../resource";
import { wholeRules, type GroupMember, type GroupMembers } from "../../values/groups/member";
import { asDoubtful, isDoubtful, marks } from "../../values/origin";
import { quoted, someOf } from "../../values/quoted";
import type { CanonicalRule } from "../../values/rule";
import { otherNumber, otherThan } from "./ids";

/** The id of every `IpGroups` resource: its outputs say which groups it has. */
const GROUPS_ID = "ip-groups";

/** What the state keeps of one group in addition to its number. Most groups need no entry. */
export const groupDetails = z.object({
  /** Number of its rules, if it differs from the number of declared rules. */
  ruleCount: z.number().optional(),
  /** The name as the gateway shows it, if that differs from the name that was sent. */
  storedName: z.string().optional(),
  ...marks,
  /** The name in the program, if others have renamed the group on the gateway. */
  declaredAs: z.string().optional(),
});

export type GroupDetails = z.output<typeof groupDetails>;

/** The inputs that declare a set of groups. */
export interface Want {
  groups: GroupMembers;
}

/** The outputs of `IpGroups`. */
export interface Outputs {
  groupIds: Record<string, number>;
  groupDetails: Record<string, GroupDetails>;
}

type Known = Omit<State<Want, Partial<Outputs>>, "id">;

/** One group in the form that the state of an `IpGroup` has. */
export interface OneGroup {
  readonly id: string;
  readonly inputs: { name: string; rules: CanonicalRule[] };
  readonly outputs: { groupId: number; ruleCount: number; storedName?: string | undefined };
}

/** The groups that one resource has on the gateway. Starts from the state and is updated as steps complete. */
export class GroupSet {
  readonly #members: Record<string, GroupMember>;
  readonly #ids: Record<string, number>;
  readonly #details: Record<string, GroupDetails>;

  constructor(state?: Known) {
    // The state may be imported or written with another schema.
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

  /** The name of the group with this number. */
  nameOf(groupId: number): string | undefined {
    return Object.keys(this.#ids).find((name) => this.#ids[name] === groupId);
  }

  /** One group in the form of an `IpGroup`. */
  one(name: string): OneGroup {
    const groupId = this.idOf(name);
    const member = this.#members[name];
    if (groupId === undefined || member === undefined) throw new TypeError(name);
    const { rules } = wholeRules(member, this.#members, (child) => this.idOf(child));
    const { ruleCount = rules.length, storedName } = this.detailsOf(name) ?? {};
    const stored = storedName === undefined ? {} : { storedName };
    return { id: String(groupId), inputs: { name, rules }, outputs: { groupId, ruleCount, ...stored } };
  }

  /** Groups that need a repair according to the state: the last change was not completed, or a rule is there twice. */
  unsettled(): string[] {
    return Object.keys(this.#ids).filter((name) => {
      const member = this.#members[name];
      const details = this.detailsOf(name);
      if (member === undefined || details === undefined) return false;
      return isDoubtful(details) || (details.ruleCount ?? 0) > countOf(member);
    });
  }

  /** The name that each group had in the program before others renamed it, by its name in the state. */
  get declaredNames(): Readonly<Record<string, string | undefined>> {
    return declaredNames(this.#details);
  }

  put(name: string, member: GroupMember, groupId: number, details: GroupDetails): void {
    this.#members[name] = member;
    this.#ids[name] = groupId;
    const { ruleCount, ...rest } = details;
    const count = ruleCount === undefined || ruleCount === countOf(member) ? {} : { ruleCount };
    this.#detail(name, { ...count, ...rest });
  }

  /** Updates the declaration of a group that needs no change on the gateway. */
  declare(name: string, member: GroupMember): void {
    this.#members[name] = member;
  }

  /** Records that the outcome of the last change of a group is unknown. */
  doubt(name: string): void {
    this.#detail(name, asDoubtful(this.detailsOf(name) ?? {}));
  }

  drop(name: string): void {
    for (const part of [this.#members, this.#ids, this.#details]) Reflect.deleteProperty(part, name);
  }

  /** What the state keeps if a later step fails. The result is live: it includes what is done after this call. */
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

/** Number of rules that a group has on the gateway when it is as declared. */
function countOf({ rules, children }: GroupMember): number {
  return rules.length + children.length;
}

/** The name that each group had in the program before others renamed it, by its name in the state. */
export function declaredNames(
  details: Readonly<Record<string, Partial<GroupDetails>>> = {},
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(details).map(([name, { declaredAs }]) => [name, declaredAs]));
}

/** Why an entry of the state is not a valid set of groups; undefined if it is one. */
export function misfitOf({ id, inputs, outputs }: State<Want, Partial<Outputs>>): string | undefined {
  const { groups } = inputs as Partial<Want>;
  const { groupIds } = outputs;
  if (groupIds === undefined || groups === undefined) return otherThan(GROUPS_ID, id);
  const names = new Map<number, string>();
  for (const [name, groupId] of Object.entries(groupIds)) {
    if (!Object.hasOwn(groups, name)) return `its groupIds name ${quoted(name)}, which is not one of its groups`;
    const fault = otherNumber({}, String(groupId));
    if (fault !== undefined) return `the id of its group ${quoted(name)} is not a valid id of the gateway`;
    const other = names.get(groupId);
    if (other !== undefined) return `its groups ${quoted(other)} and ${quoted(name)} have the same id`;
    names.set(groupId, name);
  }
  return otherThan(GROUPS_ID, id);
}

/** The live rules of a group in the declared form: a rule for a child becomes a child by name or id again. */
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

/** Groups with only the fields that can be a difference. */
export function withoutWishes(groups: GroupMembers): Record<string, GroupMember> {
  const entries = Object.entries(groups).map(([name, { rules, children }]) => [name, { rules, children }] as const);
  return Object.fromEntries(entries);
}

/** How messages name a set of groups. */
export function labelOf(names: readonly string[]): string {
  return someOf(names, 2);
}
