import { alreadyThere, createdByOther, differsText, perhapsOurs } from "../../errors/adoption";
import { ApplianceError, isRefused, mayBeDone } from "../../errors/errors";
import { messageOf } from "../../errors/message";
import { AlreadyExists, Refusal } from "../../errors/refusal";
import type { Groups } from "../../gateway/groups";
import { differencesFromDeclared } from "../../values/differences";
import { matchGroups } from "../../values/groups/matching";
import { wholeRules, type GroupMember, type GroupMembers } from "../../values/groups/member";
import { levelsOf } from "../../values/groups/nesting";
import { counted, quoted } from "../../values/quoted";
import { encodeRule, type CanonicalRule } from "../../values/rule";
import type { CommonInputs, Live, Progress, State } from "../definition";
import { ipGroup } from "../ip-group";
import { changeGroup, removeGroup, rulesAsDeclared } from "./group-rules";

type Want = CommonInputs & { groups: Record<string, GroupMember> };
interface Outputs {
  groupIds: Record<string, number>;
  doubt?: { outcome?: true | undefined; items?: string[] | undefined } | undefined;
}

/** The maximum number of groups that one message names. */
const MOST_TOLD = 5;

/**
 * Brings the groups of one resource to what is declared: creates and changes them in the order of nesting, children first,
 * then deletes what was dropped, parents first. A failure of one group does not stop the others.
 */
export class GroupRun {
  /** The groups that exist, as they were declared, and their numbers. */
  readonly #members: Record<string, GroupMember>;
  readonly #ids: Record<string, number>;
  /** Numbers of the groups that are as declared, by their declared names. */
  readonly #settled = new Map<string, number>();
  /** Groups that may differ from what was declared. */
  readonly #open: Set<string>;
  readonly #failures: string[] = [];
  #first: unknown;
  /** Every further request would fail as the last one did. */
  #isOver = false;

  constructor(
    private readonly groups: Groups,
    private readonly want: Want,
    private readonly progress: Progress<Want, Outputs>,
    private readonly state?: State<Want, Outputs>,
  ) {
    this.#members = { ...state?.inputs.groups };
    this.#ids = { ...state?.outputs.groupIds };
    const open = state?.outputs.doubt?.items ?? (state?.isOpen === true ? Object.keys(this.#ids) : []);
    this.#open = new Set(open);
  }

  async run(): Promise<Live<Want, Outputs>> {
    const { groups } = this.want;
    const { from, dropped } = matchGroups(this.#ids, groups, this.#members);
    const before = new Map([...from].map(([name, key]) => [name, this.#rulesNow(key)]));
    for (const level of levelsOf(groups)) {
      await sideBySide(level, (name) =>
        this.#attempt(name, "change", () => this.#settle(name, from.get(name), before.get(name) ?? [])),
      );
    }
    // A group that could not be changed may still have a dropped group as its child.
    const isComplete = this.#failures.length === 0 && !this.#isOver;
    for (const level of isComplete ? levelsOf(this.#members).reverse() : []) {
      const here = level.filter((name) => dropped.includes(name));
      await sideBySide(here, (name) => this.#attempt(name, "delete", () => this.#delete(name)));
    }
    if (this.#failures.length > 0) throw this.#failure();
    return { id: this.#id(), outputs: { groupIds: this.#ids } };
  }

  /** Creates or changes one group. `key`: its name in the state. `before`: its rules according to the state. */
  async #settle(name: string, key: string | undefined, before: CanonicalRule[]): Promise<void> {
    const member = this.want.groups[name] as GroupMember;
    const { rules, missing } = wholeRules(member, this.want.groups, (child) => this.#settled.get(child));
    const [child] = missing;
    if (child !== undefined)
      throw new Refusal(`it was skipped, because its child ${quoted(child)} is not as declared.`);
    const id = key === undefined ? undefined : this.#ids[key];
    if (key === undefined || id === undefined) {
      await this.#create(name, member, rules);
      return;
    }
    if (key !== name && this.#ids[name] !== undefined) {
      throw new Refusal("another group of this resource still has this name. Rename that one in a run of its own.");
    }
    const isOpen = this.#open.has(key);
    if (isOpen || key !== name || JSON.stringify(before) !== JSON.stringify(rules)) {
      await this.#changing(key, () =>
        changeGroup(this.groups, id, { name: key, rules: before }, { name, rules }, isOpen),
      );
    }
    if (key !== name) this.#drop(key);
    this.#put(name, member, id);
  }

  async #create(name: string, member: GroupMember, rules: CanonicalRule[]): Promise<void> {
    if (this.progress.isOfOther(`new group|${name}`))
      throw new Refusal("another resource of this program creates a group of this name.");
    try {
      await this.groups.create(name, rules.map(encodeRule), ({ id }, warnings) => {
        this.#open.add(name);
        this.#put(name, member, id);
        for (const warning of warnings) this.#note(name, `the gateway warns: ${warning}`);
      });
      this.#open.delete(name);
    } catch (error) {
      if (!(error instanceof AlreadyExists)) throw error;
      await this.#adopt(name, member, rules, error);
    }
    this.#keep();
  }

  /** Does what `onExisting` says about a group of that name. */
  async #adopt(
    name: string,
    member: GroupMember,
    rules: CanonicalRule[],
    { existingId, cause }: AlreadyExists,
  ): Promise<void> {
    const mode = member.onExisting ?? this.want.onExisting ?? "fail";
    if (mode === "fail") throw cause === undefined ? alreadyThere(existingId) : perhapsOurs(existingId);
    if (this.progress.isOfOther(`group|${existingId}`)) throw createdByOther(existingId);
    const id = Number(existingId);
    const live = { name, rules: rulesAsDeclared(await this.groups.rules(id), rules) };
    const differences = differencesFromDeclared(ipGroup, live, { name, rules });
    if (mode === "adoptIfEqual" && differences.length > 0) throw differsText(existingId, differences);
    await changeGroup(this.groups, id, live, { name, rules }, false);
    this.#put(name, member, id);
    this.#note(name, `adopted (id ${existingId}).`);
  }

  /** Deletes a group that is no longer declared, unless another resource declares it. */
  async #delete(name: string): Promise<void> {
    const id = this.#ids[name] ?? 0;
    const { isOfOther } = this.progress;
    if (isOfOther(`new group|${name}`) || isOfOther(`group|${String(id)}`)) {
      this.#note(name, "it stays, because another resource declares it.");
    } else {
      const result = await removeGroup(this.groups, id, { name, rules: this.#rulesNow(name) }, (message) => {
        this.#note(name, message);
      });
      if (result === "gone") this.#note(name, "it was already gone.");
    }
    this.#drop(name);
  }

  /** Makes a change; the group is open if its outcome is unknown. */
  async #changing(name: string, change: () => Promise<unknown>): Promise<void> {
    try {
      await change();
      this.#open.delete(name);
    } catch (error) {
      if (mayBeDone(error)) this.#open.add(name);
      throw error;
    }
  }

  /** Runs one step for one group and records its failure. */
  async #attempt(name: string, what: string, step: () => Promise<void>): Promise<void> {
    if (this.#isOver) return;
    try {
      await step();
    } catch (error) {
      this.#first ??= error;
      this.#failures.push(messageOf(error, `group ${quoted(name)}`, what));
      this.#isOver = error instanceof ApplianceError && (!isRefused(error) || error.details.forAll === true);
      if (mayBeDone(error) && Object.keys(this.#ids).length > 0) this.#keep();
    }
  }

  #failure(): Refusal {
    const more = this.#failures.length - MOST_TOLD;
    const others = [
      ...(more > 0 ? [`${counted(more, "group")} more failed.`] : []),
      ...(this.#isOver ? ["The other groups were not tried, because this error affects all of them."] : []),
    ];
    return new Refusal([...this.#failures.slice(0, MOST_TOLD), ...others].join(" "), { cause: this.#first });
  }

  #rulesNow(name: string): CanonicalRule[] {
    const member = this.#members[name];
    return member === undefined ? [] : rulesIn(member, this.#members, this.#ids);
  }

  #put(name: string, member: GroupMember, id: number): void {
    this.#members[name] = member;
    this.#ids[name] = id;
    this.#settled.set(name, id);
    this.#keep();
  }

  #drop(name: string): void {
    for (const part of [this.#members, this.#ids]) Reflect.deleteProperty(part, name);
    this.#open.delete(name);
    this.#keep();
  }

  #keep(): void {
    const outputs = { groupIds: this.#ids, doubt: { items: [...this.#open] } };
    this.progress.keep({ id: this.#id(), inputs: { groups: this.#members }, outputs });
  }

  /** The id of the resource: the number of its first group distinguishes it from others of this kind. */
  #id(): string {
    const [first] = Object.values(this.#ids);
    return this.state?.id ?? (first === undefined ? "ip-groups" : `ip-groups-${String(first)}`);
  }

  #note(name: string, message: string): void {
    this.progress.info(`group ${quoted(name)}: ${message}`);
  }
}

/** All rules of a group, with its children as rules. */
export function rulesIn(
  member: GroupMember,
  groups: GroupMembers,
  ids: Readonly<Record<string, number>>,
): CanonicalRule[] {
  return wholeRules(member, groups, (child) => ids[child]).rules;
}

/** The live rules of a group in the declared form: a rule for a child becomes a child by name or id again. */
export function memberOf(
  live: readonly CanonicalRule[],
  declared: GroupMember,
  groups: GroupMembers,
  ids: Readonly<Record<string, number>>,
): GroupMember {
  const names = new Map<string, GroupMember["children"][number]>(
    Object.entries(ids).map(([name, id]) => [String(id), name]),
  );
  for (const child of declared.children) {
    const [rule] = rulesIn({ rules: [], children: [child] }, groups, ids);
    if (rule?.type === "child") names.set(rule.groupId, child);
  }
  const written = new Set(declared.rules.map((one) => JSON.stringify(one)));
  const childOf = (one: CanonicalRule): GroupMember["children"][number] | undefined =>
    one.type === "child" && !written.has(JSON.stringify(one)) ? names.get(one.groupId) : undefined;
  const children = live.flatMap((one) => childOf(one) ?? []);
  return { ...declared, rules: live.filter((one) => childOf(one) === undefined), children };
}

/** Maximum number of items processed at once. The transport decides how many requests are sent at once. */
const MOST_AT_ONCE = 64;

/** Processes items side by side, started in order. */
export async function sideBySide<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, items.length) }, worker));
}
