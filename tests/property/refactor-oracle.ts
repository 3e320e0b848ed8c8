import type { Simulator } from "../../simulator";
import { type Holdings, holdingsOf, modelOf } from "./holdings";
import { declaredOf, type Program, type Refactoring, type Value } from "./refactoring";
import { sharedGroup } from "./slots";
import { added, expectLines, expectSame } from "./violation";

/** A user group of somebody else. */
export const foreignUserGroup = "Readers";
/** The rule that somebody else has in {@link sharedGroup}. */
export const foreignRule = { type: "ip", address: "198.51.100.7" } as const;

/** Kinds whose objects have a number, which stays while they are there. */
const numbered: ReadonlySet<string> = new Set(["IpGroup", "User", "UserGroup"]);

/** Makes what others have, to which programs refer. Gives the numbers, by name. */
export function surround(sim: Simulator): Readonly<Record<string, string>> {
  return {
    [sharedGroup]: String(sim.mutate.addIpGroup(sharedGroup, [foreignRule])),
    [foreignUserGroup]: String(sim.mutate.addUserGroup(foreignUserGroup)),
    admin: "1",
  };
}

/** Says what the appliances must hold at each moment of a refactoring, from the programs alone. */
export class Oracle {
  /** What everybody else holds. */
  readonly #base: Holdings;
  #kept: ReadonlyMap<string, string> = new Map();

  /** Before anything of the first program is there. */
  constructor(
    private readonly sim: Simulator,
    private readonly refactoring: Refactoring,
  ) {
    this.#base = holdingsOf(sim);
  }

  /** After the first program: what it declares is there, and what both declare must stay. */
  expectFirst(): void {
    this.#expectHeld("the first program", this.refactoring.before);
    const { before, after } = this.refactoring;
    this.#kept = this.#numbersOf(names(before).filter((name) => names(after).includes(name)));
  }

  /** At any moment: what others have is there, and what both programs declare is there and has never been away. */
  expectNothingLost(title: string): void {
    const theirs = this.#baseOf().exact.filter((line) => !line.startsWith("setting "));
    expectSame(`what others have, after ${title}`, added(holdingsOf(this.sim).exact, theirs), []);
    const now = this.#numbersOf([...this.#kept.keys()]);
    const lost = [...this.#kept].filter(([name, id]) => now.get(name) !== id);
    expectSame(`what both programs have, and is gone or another one after ${title}`, lost, []);
  }

  /** In the end. */
  expectSecond(): void {
    this.#expectHeld("after the refactoring", this.refactoring.after);
  }

  expectDestroyed(): void {
    const exempt = [this.#exemptSettings(), this.#exemptPolicies(), this.#exemptMembers()];
    const isExempt = (line: string): boolean => exempt.some((one) => one(line));
    const lines = ({ exact }: Holdings): string[] => exact.filter((line) => !isExempt(line)).sort();
    expectLines("after destroy", lines(holdingsOf(this.sim)), lines(this.#baseOf()));
    expectSame("traps", this.sim.traps.count(), 0);
  }

  #expectHeld(title: string, program: Program): void {
    const base = program === this.refactoring.after ? this.#baseOf() : this.#base;
    const model = modelOf(declaredOf(program), base);
    const held = holdingsOf(this.sim);
    expectLines(`${title}: the appliances hold the program`, held.exact, model.exact);
    const lost = model.lasting.filter((line) => !held.lasting.includes(line));
    expectSame(`${title}: notes and preferences`, lost, []);
  }

  /** What others hold, without the IP group that the second program adopts: it is the program's, and goes with it. */
  #baseOf(): Holdings {
    if (!names(this.refactoring.after).includes(`IpGroup ${sharedGroup}`)) return this.#base;
    const adopted = [`IP group ${sharedGroup}`, `rule of ${sharedGroup}: `];
    const exact = this.#base.exact.filter((line) => !adopted.some((prefix) => line.startsWith(prefix)));
    return { ...this.#base, exact };
  }

  /**
   * Settings that may be otherwise after destroy than before the first run: one whose resource has another Pulumi name
   * than before puts back what it found, which the former one had set; what a killed run found is lost with it; and one
   * that is to be left or switched off.
   */
  #exemptSettings(): (line: string) => boolean {
    const { before, after } = this.refactoring;
    const exempt = Object.entries({ ...before, ...after }).flatMap(([slot, { kind, inputs }]) => {
      const isPutBack = (inputs["onDestroy"] ?? "restore") === "restore" && slot in before;
      return kind === "Setting" && !isPutBack ? [`setting ${textOf(inputs["name"])} `] : [];
    });
    return (line) => exempt.some((prefix) => line.startsWith(prefix));
  }

  /**
   * Policies that may be there after destroy: one that a resource found when it was created, since only the deletion that
   * follows shows that a resource of another Pulumi name had made it; and one whose creation was killed.
   */
  #exemptPolicies(): (line: string) => boolean {
    const { before, after, kill } = this.refactoring;
    const exempt = Object.entries(after).flatMap(([slot, { kind, inputs }]) => {
      const isFound = kill !== undefined || !(slot in before);
      return kind === "Policy" && isFound ? [`policy ${textOf(inputs["kind"])} ${textOf(inputs["cidr"])} of `] : [];
    });
    return (line) => exempt.some((prefix) => line.startsWith(prefix));
  }

  /** A collector or exporter that a killed run has put into a profile of others: the next run found it there. */
  #exemptMembers(): (line: string) => boolean {
    const { after, kill } = this.refactoring;
    const exempt = Object.values(after).flatMap(({ kind, inputs }) => {
      const isFound = kill !== undefined && ["Collector", "Exporter"].includes(kind);
      return isFound ? [`${kind.toLowerCase()} ${textOf(inputs["address"])} in `] : [];
    });
    return (line) => exempt.some((prefix) => line.startsWith(prefix));
  }

  #numbersOf(wanted: readonly string[]): Map<string, string> {
    const { ipGroups, users, userGroups } = this.sim.gateway.store;
    const all = Object.entries({ IpGroup: ipGroups, User: users, UserGroup: userGroups }).flatMap(([kind, store]) =>
      [...store.values()].map(({ id, name }) => [`${kind} ${name}`, String(id)] as const),
    );
    return new Map(all.filter(([name]) => wanted.includes(name)));
  }
}

/** The objects with a number that a program declares, by kind and name. */
function names(program: Program): string[] {
  return Object.values(program).flatMap(({ kind, inputs: { name } }) =>
    numbered.has(kind) ? [`${kind} ${textOf(name)}`] : [],
  );
}

function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}
