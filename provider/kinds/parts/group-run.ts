import { ApplianceError, isRefused, mayBeDone } from "../../errors/errors";
import { messageOf } from "../../errors/message";
import { Refusal } from "../../errors/refusal";
import type { Gateway } from "../../gateway/gateway";
import { levelsOf } from "../../values/groups/nesting";
import { matchGroups, rulesIn, type GroupMember } from "../../values/groups/member";
import { counted, quoted } from "../../values/quoted";
import type { AnyDefinition, CommonInputs, Live, Progress, State } from "../definition";
import { ipGroup } from "../ip-group";
import { createOrAdopt } from "../adoption";

type Want = CommonInputs & { groups: Record<string, GroupMember> };
interface Outputs {
  groupIds: Record<string, number>;
  doubt?: { outcome?: true | undefined; items?: string[] | undefined } | undefined;
}
type One = Parameters<typeof ipGroup.remove>[1];

/** The maximum number of groups that one message names. */
const MOST_TOLD = 5;

/**
 * Brings the groups of one resource to what is declared, each like an `IpGroup`: creates and changes them in the order of
 * nesting, children first, then deletes what was dropped, parents first. A failure of one group does not stop the others.
 */
export class GroupRun {
  /** The groups that exist, as they were declared, and their numbers. */
  readonly #members: Record<string, GroupMember>;
  readonly #ids: Record<string, number>;
  /** Numbers of the groups that are as declared, by their declared names. */
  readonly #settled: Record<string, number> = {};
  /** Groups that may differ from what was declared. */
  readonly #open: Set<string>;
  readonly #failures: string[] = [];
  #first: unknown;
  /** Every further request would fail as the last one did. */
  #isOver = false;

  constructor(
    private readonly box: Gateway,
    private readonly want: Want,
    private readonly progress: Progress<Want, Outputs>,
    private readonly state?: State<Want, Outputs>,
  ) {
    this.#members = { ...state?.inputs.groups };
    this.#ids = { ...state?.outputs.groupIds };
    this.#open = new Set(state?.outputs.doubt?.items ?? (state?.isOpen === true ? Object.keys(this.#ids) : []));
  }

  async run(): Promise<Live<Want, Outputs>> {
    const { groups } = this.want;
    const { from, dropped } = matchGroups(this.#ids, groups, this.#members);
    const before = new Map([...from].map(([name, key]) => [name, this.#stateOf(key)]));
    for (const level of levelsOf(groups)) {
      await sideBySide(level, (name) =>
        this.#attempt(name, "change", () => this.#settle(name, from.get(name), before.get(name))),
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

  /** Creates or changes one group. `key`: its name in the state. `before`: what the state knows of it. */
  async #settle(name: string, key: string | undefined, before: One | undefined): Promise<void> {
    const member = this.want.groups[name] as GroupMember;
    const { rules, missing } = rulesIn(member, this.want.groups, this.#settled);
    const [child] = missing;
    if (child !== undefined) {
      throw new Refusal(`it was skipped, because its child ${quoted(child)} is not as declared.`);
    }
    const want = { name, rules, onExisting: member.onExisting ?? this.want.onExisting };
    if (key === undefined || before === undefined) {
      const progress = this.#progressOf(name, (id) => {
        this.#open.add(name);
        this.#put(name, member, id);
      });
      const creation = { definition: ipGroup as unknown as AnyDefinition, box: this.box, want, progress };
      const { id } = await createOrAdopt(creation);
      this.#open.delete(name);
      this.#put(name, member, Number(id));
      return;
    }
    if (key !== name && this.#ids[name] !== undefined) {
      throw new Refusal("another group of this resource still has this name. Rename that one in a run of its own.");
    }
    const isChanged = key !== name || JSON.stringify(before.inputs.rules) !== JSON.stringify(rules);
    if (before.isOpen || isChanged) await this.#change(key, before, want);
    if (key !== name) this.#drop(key);
    this.#put(name, member, Number(before.id));
  }

  /** Changes a group; it is open if the outcome is unknown. */
  async #change(key: string, before: One, want: One["inputs"]): Promise<void> {
    try {
      await ipGroup.update?.(
        this.box,
        before,
        want,
        this.#progressOf(key, () => undefined),
      );
      this.#open.delete(key);
    } catch (error) {
      if (mayBeDone(error)) this.#open.add(key);
      throw error;
    }
  }

  /** Deletes a group that is no longer declared, unless another resource declares it. */
  async #delete(name: string): Promise<void> {
    const progress = this.#progressOf(name, () => undefined);
    const state = this.#stateOf(name);
    if (progress.isOfOther(`new group|${name}`) || progress.isOfOther(`group|${state.id}`)) {
      progress.info("it stays, because another resource declares it.");
    } else if ((await ipGroup.remove(this.box, state, progress)) === "gone") progress.info("it was already gone.");
    this.#drop(name);
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

  /** A group as the state knows it. */
  #stateOf(name: string): One {
    return stateOf(name, this.#members, this.#ids, this.#open.has(name));
  }

  /** How the call of one group reports. `made` gets its number as soon as it exists. */
  #progressOf(name: string, made: (id: number) => void): Progress<unknown, unknown> {
    return {
      keep: ({ id }) => {
        made(Number(id));
      },
      info: (message) => {
        this.progress.info(`group ${quoted(name)}: ${message}`);
      },
      isOfOther: (key) => this.progress.isOfOther(key),
    };
  }

  #put(name: string, member: GroupMember, id: number): void {
    this.#members[name] = member;
    this.#ids[name] = id;
    this.#settled[name] = id;
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
}

/** A group of a resource as the state of an `IpGroup`. */
export function stateOf(
  name: string,
  members: Readonly<Record<string, GroupMember>>,
  ids: Readonly<Record<string, number>>,
  isOpen = false,
): One {
  const [member, groupId = 0] = [members[name], ids[name]];
  const rules = member === undefined ? [] : rulesIn(member, members, ids).rules;
  return { id: String(groupId), inputs: { name, rules }, outputs: { groupId, ruleCount: rules.length }, isOpen };
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
