import { BusyError, CredentialsError, RefusedError, TooLargeError } from "../errors/errors";
import { failed, made, type Made, type Outcome } from "../errors/outcome";

/** The outcomes of the items of a request, by their keys. */
export type Outcomes<Result = undefined> = ReadonlyMap<string, Outcome<Result>>;

/** What a response says about the items of a request: the changes that it proves, and what is wrong with the others. */
export interface EachAnswer<Item> {
  readonly proved: ReadonlyMap<Item, Made>;
  readonly problem?: Error;
}

/**
 * Sends links together. Those that the response does not prove are then sent one by one: its texts need not say which
 * item they mean, and for a single item there is no doubt. An item that a response has proved is never sent again and
 * keeps its outcome. If a response proves all items and reports a failure too, it contradicts itself: all stay in doubt.
 * Also sends one by one if the gateway refused the whole request: one bad item may be the reason, or an earlier try whose
 * response was lost.
 */
export async function changeEach<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  send: (items: readonly Item[]) => Promise<EachAnswer<Item>>,
): Promise<Outcomes> {
  const answer = await send(items).catch((error: unknown) => {
    if (items.length > 1 && isAboutSomeItem(error)) return error;
    throw error;
  });
  const isContradictory = !(answer instanceof RefusedError) && items.every((item) => answer.proved.has(item));
  const outcomes = new Map<string, Outcome>();
  for (const item of items) outcomes.set(keyOf(item), await outcomeOf(item));
  return outcomes;

  function outcomeOf(item: Item): Outcome | Promise<Outcome> {
    if (answer instanceof RefusedError) return alone(item, !answer.repeated);
    const { proved, problem } = answer;
    if (problem !== undefined && (isContradictory || items.length === 1)) return failed(problem);
    const is = proved.get(item) ?? (problem === undefined ? "done" : undefined);
    return is === undefined ? alone(item, false) : made(is);
  }

  /** What a link finds after an earlier request may be the effect of that one, so it counts as done. */
  async function alone(item: Item, isFirst: boolean): Promise<Outcome> {
    try {
      const { proved, problem } = await send([item]);
      if (problem !== undefined) return failed(problem);
      return made(isFirst ? (proved.get(item) ?? "done") : "done");
    } catch (error) {
      return failed(error);
    }
  }
}

/** Whether a refusal of a whole request may be about one of its items. */
export function isAboutSomeItem(error: unknown): error is RefusedError {
  if (!(error instanceof RefusedError) || error.isForAll) return false;
  return !(error instanceof CredentialsError || error instanceof BusyError || error instanceof TooLargeError);
}
