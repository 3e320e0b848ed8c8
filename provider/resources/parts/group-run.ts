import { groupAlreadyThere } from "../../errors/adoption";
import type { GatewayAppliance } from "../../appliance/gateway/appliance";
import { outcomeOf, resultOf } from "../../errors/outcome";
import { Refusal } from "../../errors/refusal";
import type { AnyDefinition, Progress, Result } from "../../resource";
import { createOrSettle, removeOrSay } from "../../settle";
import { matchGroups } from "../../values/groups/matching";
import { wholeRules, type GroupMember, type GroupMembers } from "../../values/groups/member";
import { levelsOf } from "../../values/groups/nesting";
import { Inputs, withoutUndefined, type Values } from "../../values/inputs";
import { asAdopted, asDoubtful, isAdopted } from "../../values/origin";
import { quoted } from "../../values/quoted";
import type { CanonicalRule } from "../../values/rule";
import { ipGroup } from "../ip-group";
import { GroupFailures } from "./group-failures";
import type { GroupDetails, GroupSet, OneGroup, Outputs } from "./group-set";
import { sideBySide } from "./side-by-side";
import { present } from "../../values/collections";

/** The declared inputs. */
interface Want {
  groups: GroupMembers;
  site?: string | undefined;
  onExisting?: GroupMember["onExisting"];
}

/** The definition of `IpGroup` does each step for a single group. */
const one: AnyDefinition = ipGroup;
const inputsOfOne = new Inputs(ipGroup.inputs);

/**
 * Brings the groups of one resource to what is declared. Creates and changes groups in the order of nesting, children
 * first and concurrently within a level. Then deletes dropped groups, parents first. Tracks the result per group: after
 * a failure, the steps that do not depend on it still run.
 */
export class GroupRun {
  readonly #failures = new GroupFailures();
  readonly #from: Map<string, string>;
  #dropped: readonly string[];
  /** Names in the state of groups that need a repair although no input differs. */
  readonly #unsettled: ReadonlySet<string>;
  /** All rules, as text, of each group in the state, by name. Computed up front, because the run renames children. */
  readonly #before: ReadonlyMap<string, string>;
  /** Numbers of the groups that exist so far, by declared name. */
  readonly #ids = new Map<string, number>();
  #isReported = false;

  constructor(
    private readonly gateway: GatewayAppliance,
    private readonly want: Want,
    private readonly set: GroupSet,
    private readonly progress: Progress<Want, Outputs>,
  ) {
    const { from, dropped } = matchGroups(set.ids, want.groups, set.declaredNames, set.members);
    this.#from = new Map(from);
    this.#dropped = dropped;
    this.#unsettled = new Set(set.unsettled());
    this.#before = new Map([...from.values()].map((key) => [key, JSON.stringify(set.one(key).inputs.rules)]));
    for (const [name, key] of from) this.#ids.set(name, set.idOf(key) ?? 0);
  }

  async run(): Promise<Result<Want, Outputs>> {
    const { groups } = this.want;
    await this.#makeWay();
    for (const level of levelsOf(groups)) await sideBySide(level, (name) => this.#settle(name));
    // A group that could not be changed may still have a dropped group as its child.
    if (!this.#failures.any && this.#dropped.length > 0) {
      // A resource that declares a dropped group may be registered after this one.
      await this.progress.registered?.();
      this.#handOver();
      await this.#deleteDropped();
    }
    this.#failures.throwIfAny();
    return this.set.done();
  }

  /** Deletes all groups. */
  async remove(): Promise<void> {
    await this.#deleteDropped();
    this.#failures.throwIfAny();
  }

  /** Leaves dropped groups to the resources of the program that declare them. */
  #handOver(): void {
    for (const name of this.#dropped) {
      const holder = this.gateway.ledger.moves.declarerOf(name);
      if (holder === undefined || Object.hasOwn(this.want.groups, name)) continue;
      this.progress.info(`group ${quoted(name)} is kept: ${holder} declares it.`);
      this.set.drop(name);
      this.#report();
    }
  }

  /** Gives a temporary name to each group whose name another group of this resource gets in this run. */
  async #makeWay(): Promise<void> {
    for (const [name, key] of this.#from) {
      if (key !== name && this.set.idOf(name) !== undefined)
        await this.#attempt(name, "update", () => this.#renameAside(name));
    }
  }

  /** Until the run ends well, the state has the temporary name, and what the group is called next. */
  async #renameAside(key: string): Promise<void> {
    const before = this.set.one(key);
    const member = this.set.members[key] as GroupMember;
    const aside = `${key} (id ${before.id} moves)`;
    const want = this.#inputsOf(aside, before.inputs.rules, undefined);
    const result = await one.update?.(this.gateway, stateOf(before), want, this.#progressOf(key));
    const { ruleCount, storedName } = (result?.outputs ?? {}) as OneGroup["outputs"];
    const [next] = [...this.#from].find(([, from]) => from === key) ?? [];
    const marks = present({ storedName, declaredAs: next });
    this.set.drop(key);
    this.set.put(aside, member, Number(before.id), asDoubtful({ ruleCount, ...marks }));
    if (next !== undefined) this.#from.set(next, aside);
    this.#dropped = this.#dropped.map((name) => (name === key ? aside : name));
    this.#report();
  }

  /** Creates or changes one group. */
  async #settle(name: string): Promise<void> {
    const member = this.want.groups[name] as GroupMember;
    const key = this.#from.get(name);
    await this.#attempt(name, key === undefined ? "create" : "update", async () => {
      const rules = this.#rulesOf(member);
      if (key === undefined) return this.#create(name, member, rules);
      if (!this.#isToUpdate(name, key, rules)) {
        this.set.declare(name, member);
        return;
      }
      const outcome = await outcomeOf(this.#update(name, key, member, rules));
      if (outcome.is === "inDoubt") this.set.doubt(key);
      resultOf(outcome);
    });
  }

  async #create(name: string, member: GroupMember, rules: CanonicalRule[]): Promise<void> {
    const take = ({ outputs }: Result<Values, Values>, marks: Partial<GroupDetails>): void => {
      this.#take(name, member, outputs, marks);
    };
    const progress: Progress<Values, Values> = {
      ...this.#progressOf(name),
      recordPartial: (soFar) => {
        take(soFar, asDoubtful({}));
      },
    };
    const want = this.#inputsOf(name, rules, member.onExisting ?? this.want.onExisting);
    const shared = { definition: one, inputs: inputsOfOne, facade: this.gateway, refusal: groupAlreadyThere };
    const result = await createOrSettle({ ...shared, want, progress });
    take(result, isAdopted(result.outputs) ? asAdopted({}) : {});
  }

  async #update(name: string, key: string, member: GroupMember, rules: CanonicalRule[]): Promise<void> {
    const before: OneGroup = this.set.one(key);
    const { origin } = this.set.detailsOf(key) ?? {};
    const want = this.#inputsOf(name, rules, undefined);
    const result = await one.update?.(this.gateway, stateOf(before), want, this.#progressOf(name));
    if (key !== name) this.set.drop(key);
    this.#take(name, member, result?.outputs ?? {}, origin === undefined ? {} : { origin });
  }

  async #deleteDropped(): Promise<void> {
    const { members } = this.set;
    const dropped = new Set(this.#dropped.filter((name) => this.set.idOf(name) !== undefined));
    for (const level of levelsOf(members).reverse()) {
      const here = level.filter((name) => dropped.has(name));
      // Deletes all of them concurrently, so that they are batched into few requests.
      await sideBySide(here, (name) => this.#attempt(name, "delete", () => this.#delete(name)), here.length);
    }
  }

  async #delete(name: string): Promise<void> {
    await removeOrSay(one, this.gateway, stateOf(this.set.one(name)), this.#progressOf(name));
    this.set.drop(name);
    this.#report();
  }

  /** Runs one step for one group and records its failure. */
  async #attempt(name: string, what: string, step: () => Promise<void>): Promise<void> {
    if (this.#failures.isOver) {
      this.#failures.leave(name);
      return;
    }
    try {
      await step();
    } catch (error) {
      this.#failures.add(name, what, error);
    }
  }

  /** The rules that a group should have, including those for its children. Throws if a child does not exist. */
  #rulesOf(member: GroupMember): CanonicalRule[] {
    const { groups } = this.want;
    const { rules, missing } = wholeRules(member, groups, (child) => this.#ids.get(child));
    const [first] = missing;
    if (first !== undefined)
      throw new Refusal(`it was skipped, because its child ${quoted(first)} could not be created.`);
    return rules;
  }

  #isToUpdate(name: string, key: string, rules: readonly CanonicalRule[]): boolean {
    if (key !== name || this.#unsettled.has(key)) return true;
    return this.#before.get(key) !== JSON.stringify(rules);
  }

  #inputsOf(name: string, rules: CanonicalRule[], onExisting: Want["onExisting"]): Values {
    return inputsOfOne.parse(withoutUndefined({ name, rules, site: this.want.site, onExisting }));
  }

  #take(name: string, member: GroupMember, outputs: Values, marks: Partial<GroupDetails>): void {
    const { groupId, ruleCount, storedName } = outputs as OneGroup["outputs"];
    this.#ids.set(name, groupId);
    this.set.put(name, member, groupId, { ruleCount, ...present({ storedName }), ...marks });
    this.#report();
  }

  /** Reports the set once, after the first completed step. The reported object is live: it includes later steps. */
  #report(): void {
    if (!this.#isReported) this.progress.recordPartial(this.set.soFar());
    this.#isReported = true;
  }

  #progressOf(name: string): Progress<Values, Values> {
    const { info, meets, registered } = this.progress;
    return {
      ...present({ registered }),
      recordPartial: () => undefined,
      info: (message) => {
        info(`group ${quoted(name)}: ${message}`);
      },
      meets: ({ id }) => {
        const other = this.set.nameOf(Number(id));
        if (other !== undefined) {
          throw new Refusal(`it already exists (id ${id}), and is the group ${quoted(other)} of this resource.`);
        }
        return meets({ id, outputs: { groupIds: { [name]: Number(id) } } });
      },
    };
  }
}

function stateOf({ id, inputs, outputs }: OneGroup): { id: string; inputs: Values; outputs: Values } {
  return { id, inputs, outputs };
}
