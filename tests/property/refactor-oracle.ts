import type { Simulator } from "../../simulator";
import { type Lines, linesOf } from "../support/held";
import { modelOf } from "./model";
import { declaredOf, type Program, type Refactoring, type Value } from "./refactoring";
import { sharedGroup } from "./slots";
import { added, expectLines, expectSame } from "./violation";

/** A user group that belongs to someone else. */
export const foreignUserGroup = "Readers";
/** The rule that its owner has in {@link sharedGroup}. */
export const foreignRule = { type: "ip", address: "198.51.100.7" } as const;

/** Kinds whose objects have a number. It stays the same while the object exists. */
const numbered: ReadonlySet<string> = new Set(["IpGroup", "User", "UserGroup"]);

/** Creates the foreign objects to which programs refer. Returns their numbers by name. */
export function surround(sim: Simulator): Readonly<Record<string, string>> {
  return {
    [sharedGroup]: String(sim.mutate.addIpGroup(sharedGroup, [foreignRule])),
    [foreignUserGroup]: String(sim.mutate.addUserGroup(foreignUserGroup)),
    admin: "1",
  };
}

/** Derives from the programs alone what the appliances must hold at each moment of a refactoring, and checks it. */
export class Oracle {
  /** What everyone else holds. */
  readonly #base: Lines;
  #kept: ReadonlyMap<string, string> = new Map();

  /** Create the oracle before the first program runs. */
  constructor(
    private readonly sim: Simulator,
    private readonly refactoring: Refactoring,
  ) {
    this.#base = linesOf(sim);
  }

  /**
   * After the first program: what it declares exists. Remembers the objects that both programs declare, since they must
   * stay.
   */
  expectFirst(): void {
    this.#expectHeld("the first program", this.refactoring.before);
    const { before, after } = this.refactoring;
    this.#kept = this.#numbersOf(names(before).filter((name) => names(after).includes(name)));
  }

  /** At any moment: foreign objects exist, and every object that both programs declare has existed all the time. */
  expectNothingLost(title: string): void {
    const theirs = this.#baseOf().exact.filter((line) => !line.startsWith("setting "));
    expectSame(`what others have, after ${title}`, added(linesOf(this.sim).exact, theirs), []);
    const now = this.#numbersOf([...this.#kept.keys()]);
    const lost = [...this.#kept].filter(([name, id]) => now.get(name) !== id);
    expectSame(`what both programs have, and is gone or another one after ${title}`, lost, []);
  }

  /** After the refactoring. */
  expectSecond(): void {
    this.#expectHeld("after the refactoring", this.refactoring.after);
  }

  expectDestroyed(): void {
    const exempt = this.#exempt();
    const isExempt = (line: string): boolean => exempt.some((one) => line.startsWith(one));
    const lines = ({ exact }: Lines): string[] => exact.filter((line) => !isExempt(line)).sort();
    expectLines("after destroy", lines(linesOf(this.sim)), lines(this.#baseOf()));
    expectSame("traps", this.sim.traps.count(), 0);
  }

  #expectHeld(title: string, program: Program): void {
    const base = program === this.refactoring.after ? this.#baseOf() : this.#base;
    const model = modelOf(declaredOf(program), base);
    const held = linesOf(this.sim);
    expectLines(`${title}: the appliances hold the program`, held.exact, model.exact);
    const lost = model.lasting.filter((line) => !held.lasting.includes(line));
    expectSame(`${title}: notes and preferences`, lost, []);
  }

  /**
   * What others hold, except for the IP group that the second program adopts: it then belongs to the program and is
   * destroyed with it.
   */
  #baseOf(): Lines {
    if (!names(this.refactoring.after).includes(`IpGroup ${sharedGroup}`)) return this.#base;
    const adopted = [`IP group ${sharedGroup}`, `rule of ${sharedGroup}: `];
    const exact = this.#base.exact.filter((line) => !adopted.some((prefix) => line.startsWith(prefix)));
    return { ...this.#base, exact };
  }

  /** How lines begin that may differ between the time after destroy and the time before the first run. */
  #exempt(): string[] {
    const { before, after, kill } = this.refactoring;
    return Object.entries({ ...before, ...after }).flatMap(([slot, { kind, inputs }]) => {
      const text = (key: string): string => textOf(inputs[key]);
      switch (kind) {
        // If the resource of a setting was renamed, the new resource restores the value that it found, which the former
        // one had set. If a killed run changed a setting, the value that this run found is lost. A resource may also
        // leave its setting, or switch it off, on destroy.
        case "Setting": {
          const isPutBack = (inputs["onDestroy"] ?? "restore") === "restore" && slot in before;
          return isPutBack ? [] : [`setting ${text("name")} `];
        }
        // A policy that a resource found when it was created: only the later deletion of the former resource shows that
        // this stack had created the policy. Or a policy whose creation was killed.
        case "Policy":
          return slot in after && (kill !== undefined || !(slot in before))
            ? [`policy ${text("kind")} ${text("cidr")} of `]
            : [];
        // A killed run added them to a foreign profile, and the next run found them there.
        case "Collector":
        case "Exporter":
          return slot in after && kill !== undefined ? [`${kind.toLowerCase()} ${text("address")} in `] : [];
        default:
          return [];
      }
    });
  }

  #numbersOf(wanted: readonly string[]): Map<string, string> {
    const { ipGroups, users, userGroups } = this.sim.gateway.store;
    const all = Object.entries({ IpGroup: ipGroups, User: users, UserGroup: userGroups }).flatMap(([kind, store]) =>
      [...store.values()].map(({ id, name }) => [`${kind} ${name}`, String(id)] as const),
    );
    return new Map(all.filter(([name]) => wanted.includes(name)));
  }
}

/** The kind and name of each declared object that has a number. */
function names(program: Program): string[] {
  return Object.values(program).flatMap(({ kind, inputs: { name } }) =>
    numbered.has(kind) ? [`${kind} ${textOf(name)}`] : [],
  );
}

function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}
