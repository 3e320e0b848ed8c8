import { BusyWriteError, type RequestTarget, UnknownOutcomeError } from "../errors/errors";
import { failed, type Outcome } from "../errors/outcome";
import { change, over, type Patience } from "./change";
import { isAboutSomeItem, type Outcomes } from "./change-each";

/** How to create several objects in one request, where no action reads them. */
export interface Creation<Item, Created> {
  readonly place: RequestTarget;
  nameOf(item: Item): string;
  /** The outcomes that the response proves. An object that it does not name is in doubt, or left out. */
  send(items: readonly Item[]): Promise<Outcomes<Created>>;
  /**
   * Looks for one object after a lost response: its outcome, or undefined if it does not exist. Absent if nothing shows
   * it: then it is sent again, which must be safe.
   */
  readonly lookFor?: (item: Item, cause: unknown) => Promise<Outcome<Created> | undefined>;
  /** The outcome of an object that was sent again: the first request may have created it. */
  inDoubt(outcome: Outcome<Created>, cause: Error): Outcome<Created>;
  /** The error of an object whose response was lost, and whose second try failed. */
  unsettled(cause: Error, second: unknown): unknown;
}

/**
 * Creates objects together. After a lost response each is looked for, and those that do not exist are sent once more.
 * An object that is settled keeps its outcome. If the appliance refused the whole request, each is sent alone: one bad
 * object may be the reason.
 */
export async function createEach<Item, Created>(
  items: readonly Item[],
  of: Creation<Item, Created>,
  patience: Patience,
): Promise<Outcomes<Created>> {
  const outcomes = new Map<string, Outcome<Created>>();
  const { lookFor } = of;
  let rest = items;
  let cause: Error | undefined;
  try {
    return await change<Outcomes<Created>, readonly Item[], Outcomes<Created>>(
      {
        send: async () => {
          const answer = await of.send(rest);
          const proven = [...answer].filter(([, outcome]) => outcome.is !== "inDoubt");
          for (const [name, outcome] of proven) outcomes.set(name, cause ? of.inDoubt(outcome, cause) : outcome);
          rest = rest.filter((item) => !outcomes.has(of.nameOf(item)));
          if (rest.length > 0) throw unproven(answer, of.place);
          return outcomes;
        },
        proves: (answer) => answer,
        ...(lookFor === undefined ? {} : { read: async (tried) => await absent(lookFor, tried?.failure) }),
        shows: (absentOnes) => (absentOnes.length === 0 ? outcomes : over),
        otherwise({ failure }) {
          cause ??= failure;
          return undefined;
        },
      },
      patience,
    );
  } catch (error) {
    if (cause !== undefined) return settleRest(cause, error);
    if (items.length === 1 || !isAboutSomeItem(error) || error.repeated) throw error;
    for (const item of items) for (const [name, outcome] of await alone(item)) outcomes.set(name, outcome);
    return outcomes;
  }

  /** Settles what exists, and returns the rest. */
  async function absent(look: NonNullable<typeof lookFor>, failure: unknown): Promise<readonly Item[]> {
    const missing: Item[] = [];
    for (const [index, item] of rest.entries()) {
      const outcome = await look(item, failure);
      if (outcome !== undefined) outcomes.set(of.nameOf(item), outcome);
      else missing.push(item);
      // A busy appliance carries out the whole request or nothing: if the first object is missing, all are.
      if (failure instanceof BusyWriteError && index === 0 && outcome === undefined) return rest;
    }
    rest = missing;
    return rest;
  }

  function settleRest(first: Error, second: unknown): Outcomes<Created> {
    for (const item of rest) outcomes.set(of.nameOf(item), failed(of.unsettled(first, second)));
    return outcomes;
  }

  function alone(item: Item): Promise<Outcomes<Created>> {
    return createEach([item], of, patience).catch((error: unknown) => new Map([[of.nameOf(item), failed(error)]]));
  }
}

/** The error of a response that does not prove the outcome of every object. */
function unproven(answer: Outcomes<unknown>, place: RequestTarget): unknown {
  const [doubt] = [...answer.values()].flatMap((one) => (one.is === "inDoubt" ? [one.error] : []));
  return doubt ?? new UnknownOutcomeError({ ...place, words: "the answer does not name it" });
}
