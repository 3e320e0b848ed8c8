import { type Item, mapped, type Program, type Reference, type Value } from "./refactoring";

/** An object that a program declares, with the Pulumi name of its resource. References use the keys of objects. */
export interface Declaration extends Item {
  readonly slot: string;
}

/** The objects that a program declares. An object keeps its key, even if its resource is renamed. */
export type Objects = Readonly<Record<string, Declaration>>;

/** The objects of the program before and after a refactoring. */
export interface Change {
  readonly before: Objects;
  readonly after: Objects;
}

/** What happens to an object and its resource. */
export const fates = ["same", "renamed", "changed", "renamedAndChanged", "added", "removed"] as const;
export type Fate = (typeof fates)[number];

/**
 * Declares one object according to its fate: unchanged, renamed (its resource), with other inputs, or in only one
 * program.
 */
export function follow(fate: Fate, key: string, slot: string, kind: string, [first, second]: Editions): Change {
  const declared = (name: string, inputs: Item["inputs"]): Objects => ({ [key]: { slot: name, kind, inputs } });
  const isRenamed = fate === "renamed" || fate === "renamedAndChanged";
  const isChanged = fate === "changed" || fate === "renamedAndChanged";
  return {
    before: fate === "added" ? {} : declared(slot, first),
    after: fate === "removed" ? {} : declared(isRenamed ? `${slot}-new` : slot, isChanged ? second : first),
  };
}

/** The inputs before and after a change. */
export type Editions = readonly [Item["inputs"], Item["inputs"]];

/** Objects under numbered names. Each object gets the number that it asks for, or the next free one. */
export function assignedTo(
  slots: readonly (number | undefined)[],
  name: string,
  make: (index: number) => Item,
): Objects {
  const taken = new Set<number>();
  const objects = slots.flatMap((wanted, index): [string, Declaration][] => {
    if (wanted === undefined) return [];
    let number = wanted;
    while (taken.has(number)) number += 1;
    taken.add(number);
    return [[`${name} ${index}`, { slot: `${name}-${number}`, ...make(index) }]];
  });
  return Object.fromEntries(objects);
}

/** Combines several changes into one. */
export function together(changes: readonly Change[]): Change {
  const all = (side: keyof Change): Objects => Object.assign({}, ...changes.map((one) => one[side])) as Objects;
  return { before: all("before"), after: all("after") };
}

/** The program that declares these objects. */
export function programOf(objects: Objects): Program {
  const slotOf = ({ ref, of }: Reference): Value => ({ ref: objects[ref]?.slot ?? ref, of });
  const items = Object.values(objects).map(({ slot, kind, inputs }) => {
    const entries = Object.entries(inputs).map(([key, value]) => [key, mapped(value, slotOf)] as const);
    return [slot, { kind, inputs: Object.fromEntries(entries) }] as const;
  });
  if (new Set(items.map(([slot]) => slot)).size < items.length) throw new Error("two resources have one name");
  return Object.fromEntries(items);
}

/** The `aliases` that the user would write: the former Pulumi name of each renamed resource, by its new name. */
export function formerNames({ before, after }: Change): Record<string, string> {
  const slots = (objects: Objects): Set<string> => new Set(Object.values(objects).map(({ slot }) => slot));
  const [gone, come] = [slots(before), slots(after)];
  return Object.fromEntries(
    Object.entries(after).flatMap(([key, { slot, kind }]) => {
      const former = before[key];
      const isMoved = former !== undefined && former.kind === kind && !gone.has(slot) && !come.has(former.slot);
      return isMoved ? [[slot, former.slot]] : [];
    }),
  );
}
