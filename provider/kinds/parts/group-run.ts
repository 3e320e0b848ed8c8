import { ApplianceError, mayBeDone } from "../../errors/errors";
import { messageOf } from "../../errors/message";
import { Refusal } from "../../errors/refusal";
import type { Gateway } from "../../gateway/gateway";
import { present } from "../../values/collections";
import { nestingOf, rulesIn, type GroupMember } from "../../values/groups";
import { quoted, sentence, someOf } from "../../values/quoted";
import { asSet } from "../../values/schema";
import { createOrAdopt } from "../adoption";
import type { Doubt, Live, Progress, State } from "../definition";
import { ipGroup, mayRemove } from "../ip-group";
import type { GroupsInputs as Want, GroupsOutputs as Outputs } from "../ip-groups";

type One = Parameters<typeof ipGroup.remove>[1];

const MOST_TOLD = 5;

/**
 * Brings the groups of one resource to what is declared, each like an `IpGroup`: creates and changes them in the order of
 * nesting, children first, then deletes what was dropped, parents first. A failure of one group does not stop the others.
 */
export class GroupRun {
  /** The groups that exist, as they were declared, and their numbers. */
  readonly #members: Record<string, GroupMember>;
  readonly #ids: Record<string, number>;
  /** Numbers of the groups that are as declared now. */
  readonly #settled: Record<string, number> = {};
  /** Groups that may differ from what was declared. */
  readonly #inDoubt: Set<string>;
  /** The names that some groups have on the gateway in place of the declared ones. */
  readonly #shown: Record<string, string>;
  #isChanged = false;
  readonly #failures: string[] = [];
  /** Failures after which every further request would fail too. */
  #fatal = 0;

  constructor(
    private readonly box: Gateway,
    private readonly want: Want,
    private readonly progress: Progress<Want, Outputs>,
    private readonly state?: State<Want, Outputs>,
  ) {
    this.#members = { ...state?.inputs.groups };
    this.#ids = { ...state?.outputs.groupIds };
    const { items, names } = state?.outputs.doubt ?? {};
    this.#inDoubt = new Set(items ?? (state?.doubt === undefined ? [] : Object.keys(this.#ids)));
    this.#shown = { ...names };
  }

  async run(): Promise<Live<Want, Outputs>> {
    const { groups } = this.want;
    // As the state has them: the number of a child may change.
    const before = new Map(Object.keys(this.#ids).map((name) => [name, this.#stateOf(name)]));
    for (const level of nestingOf(groups).levels) {
      await this.#each(level, "change", (name, progress) => this.#settle(name, before.get(name), progress));
    }
    // A group that could not be changed may still have a dropped group as its child.
    for (const level of this.#failures.length === 0 ? nestingOf(this.#members).levels.reverse() : []) {
      await this.#delete(level.filter((name) => !Object.hasOwn(groups, name)));
    }
    if (this.#failures.length > 0) {
      if (this.#isChanged) this.#keep();
      const rest = this.#fatal > 0 ? "\nThe other groups were not tried, because this error affects all of them." : "";
      throw new Refusal(sentence(someOf(this.#failures, MOST_TOLD, "\n")) + rest);
    }
    return { id: this.#id(), outputs: { groupIds: this.#ids } };
  }

  /** Creates or changes one group. `before`: what the state knows of it. */
  async #settle(name: string, before: One | undefined, progress: Progress<unknown, unknown>): Promise<void> {
    const { box } = this;
    const member = this.want.groups[name] as GroupMember;
    const { rules, missing } = rulesIn(member, this.want.groups, this.#settled);
    const [child] = missing;
    if (child !== undefined) {
      throw new Refusal(`it was skipped, because its child ${quoted(child)} is not as declared.`);
    }
    const want = { name, rules, onExisting: member.onExisting ?? this.want.onExisting };
    const isChanged = before?.doubt !== undefined || JSON.stringify(before?.inputs.rules) !== JSON.stringify(rules);
    if (before === undefined) {
      const { id } = await createOrAdopt({ definition: ipGroup, box, want, progress });
      this.#ids[name] = Number(id);
    } else if (isChanged) await ipGroup.update(box, before, want, progress);
    this.#members[name] = member;
    this.#settled[name] = this.#ids[name] ?? 0;
    this.#inDoubt.delete(name);
    Reflect.deleteProperty(this.#shown, name);
    this.#isChanged = true;
  }

  /** Deletes groups that are no longer declared, unless another resource declares them, in lists. */
  async #delete(dropped: readonly string[]): Promise<void> {
    const { groups } = this.box;
    const doomed: string[] = [];
    await this.#each(dropped, "delete", async (name, { info, isOfOther }) => {
      const state = this.#stateOf(name);
      const isTaken = isOfOther(`new group|${name}`) && (await groups.listed(Number(state.id)))?.name === name;
      const isDeclared = isTaken || isOfOther(`group|${state.id}`) || isOfOther(`read group|${state.id}`);
      if (isDeclared) info("it stays, because another resource declares it.");
      if (!isDeclared && (await mayRemove(groups, state, info))) doomed.push(name);
      else this.#forget(name);
    });
    for (let at = 0; at < doomed.length; at += MOST_AT_ONCE) {
      const list = doomed.slice(at, at + MOST_AT_ONCE);
      const idOf = (name: string): number => this.#ids[name] ?? 0;
      const removed = groups.removal(list.map(idOf));
      await this.#each(list, "delete", async (name, { info }) => {
        if ((await removed(idOf(name))) === "gone") info("it was already gone.");
        this.#forget(name);
      });
    }
  }

  #forget(name: string): void {
    for (const part of [this.#members, this.#ids, this.#shown]) Reflect.deleteProperty(part, name);
    this.#inDoubt.delete(name);
    this.#isChanged = true;
  }

  #each(
    names: readonly string[],
    what: string,
    step: (name: string, progress: Progress<unknown, unknown>) => Promise<void>,
  ): Promise<void> {
    return sideBySide(names, async (name) => {
      if (this.#fatal > 0) return;
      try {
        await step(name, this.#progressOf(name));
      } catch (error) {
        const { forAll, transient, isForeign } = error instanceof ApplianceError ? error.details : {};
        const isFatal = [forAll, transient, isForeign].includes(true);
        if (isFatal) this.#fatal += 1;
        // Groups are tried side by side: one failure for all of them is enough, if it did nothing.
        if (isFatal && this.#fatal > 1 && !mayBeDone(error)) return;
        this.#failures.push(messageOf(error, `group ${quoted(name)}`, what));
        if (!mayBeDone(error) || this.#ids[name] === undefined) return;
        this.#inDoubt.add(name);
        this.#isChanged = true;
      }
    });
  }

  #stateOf(name: string): One {
    const isInDoubt = this.#inDoubt.has(name);
    const outputs = { groupIds: this.#ids, doubt: { names: this.#shown } };
    const state = groupStateOf(name, this.#members, outputs, isInDoubt ? this.state?.doubt : undefined);
    return isInDoubt ? { ...state, doubt: state.doubt ?? {} } : state;
  }

  /** How the call of one group reports. It keeps what it has just created. */
  #progressOf(name: string): Progress<unknown, unknown> {
    return {
      ...this.progress,
      keep: ({ id, inputs }) => {
        const { name: shown = name } = (inputs ?? {}) as { name?: string };
        this.#members[name] = this.want.groups[name] as GroupMember;
        this.#ids[name] = Number(id);
        if (shown !== name) this.#shown[name] = shown;
        this.#inDoubt.add(name);
        this.#isChanged = true;
      },
      // The state names the declared groups as tried, see `tries`.
      begin: () => undefined,
      info: (message) => {
        this.progress.info(`group ${quoted(name)}: ${message}`);
      },
    };
  }

  #keep(): void {
    const { groups: tried = {} } = this.state?.doubt?.tried ?? {};
    for (const name of this.#inDoubt) {
      if (tried[name] !== undefined) this.#members[name] = together(this.#members[name], tried[name]);
    }
    const outputs = { groupIds: this.#ids, doubt: { items: [...this.#inDoubt], names: this.#shown } };
    this.progress.keep({ id: this.#id(), inputs: { groups: this.#members }, outputs });
  }

  /** The id of the resource: the number of its first group distinguishes it from others of this kind. */
  #id(): string {
    if (this.state !== undefined) return this.state.id;
    const [first] = Object.values(this.#ids);
    return first === undefined ? "ip-groups" : `ip-groups-${String(first)}`;
  }
}

/**
 * A group of a resource as the state of an `IpGroup`. One that was renamed by hand is ours under that name too, and one
 * whose change has an unknown outcome with the rules that were sent.
 */
export function groupStateOf(
  name: string,
  members: Readonly<Record<string, GroupMember>>,
  { groupIds, doubt }: Pick<Outputs, "groupIds" | "doubt">,
  perhaps?: Doubt<Pick<Want, "groups">>,
): One {
  const [member, groupId = 0] = [members[name], groupIds[name]];
  const rules = member === undefined ? [] : rulesIn(member, members, groupIds).rules;
  const { groups = {} } = perhaps?.tried ?? {};
  const [shown, sent] = [doubt?.names?.[name], groups[name]];
  const tried = present({ name: shown, rules: sent && rulesIn(sent, groups, groupIds).rules });
  return {
    ...{ id: String(groupId), inputs: { name, rules }, outputs: { groupId, ruleCount: rules.length } },
    ...(Object.keys(tried).length > 0 && { doubt: { tried } }),
  };
}

/** What a group may have after two changes that did not end. */
function together(before: GroupMember | undefined, after: GroupMember | undefined): GroupMember {
  const both = [before, after].flatMap((one) => one ?? []);
  return {
    rules: asSet(both.flatMap(({ rules }) => rules)),
    children: asSet(both.flatMap(({ children }) => children)),
  };
}

/** Maximum number of items at once, also in one request. The transport decides how many requests are sent at once. */
const MOST_AT_ONCE = 100;

/** Processes items side by side, started in order. */
export async function sideBySide<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, items.length) }, worker));
}
