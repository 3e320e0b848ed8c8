import { BusyError, CredentialsError, RefusedError, TooLargeError } from "../errors/errors";

/** The outcome of one item of a request with several. */
export type Settled<Result> = { ok: Result } | { error: unknown };

/** *existed*: an added link existed before, or a removed one did not. */
export type LinkOutcome = "done" | "existed";

/** What a response says about the items of a request: the outcomes that it proves, and what is wrong with the others. */
export interface EachAnswer<Item> {
  readonly outcomes: ReadonlyMap<Item, LinkOutcome>;
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
): Promise<ReadonlyMap<string, Settled<LinkOutcome>>> {
  const settled = new Map<string, Settled<LinkOutcome>>();
  const answer = await together(items, send);
  const [first, refusal] = answer instanceof RefusedError ? [undefined, answer] : [answer, undefined];
  const problem = first?.problem;
  const isContradictory = problem !== undefined && items.every((item) => first?.outcomes.has(item));
  for (const item of items) {
    const outcome = problem === undefined ? (first?.outcomes.get(item) ?? "done") : first?.outcomes.get(item);
    if (problem !== undefined && (isContradictory || items.length === 1)) settled.set(keyOf(item), { error: problem });
    else if (first !== undefined && outcome !== undefined) settled.set(keyOf(item), { ok: outcome });
    else settled.set(keyOf(item), await alone(item, refusal?.repeated === false, send));
  }
  return settled;
}

/** The response to all items, or the refusal of the request: that try changed nothing. */
async function together<Item>(
  items: readonly Item[],
  send: (items: readonly Item[]) => Promise<EachAnswer<Item>>,
): Promise<EachAnswer<Item> | RefusedError> {
  try {
    return await send(items);
  } catch (error) {
    if (items.length > 1 && isAboutSomeItem(error)) return error;
    throw error;
  }
}

/** What a link finds after an earlier request may be the effect of that one, so it counts as done. */
async function alone<Item>(
  item: Item,
  isFirst: boolean,
  send: (items: readonly Item[]) => Promise<EachAnswer<Item>>,
): Promise<Settled<LinkOutcome>> {
  try {
    const { outcomes, problem } = await send([item]);
    if (problem !== undefined) return { error: problem };
    return { ok: isFirst ? (outcomes.get(item) ?? "done") : "done" };
  } catch (error) {
    return { error };
  }
}

/** Whether a refusal of a whole request may be about one of its items. */
export function isAboutSomeItem(error: unknown): error is RefusedError {
  if (!(error instanceof RefusedError) || error.isForAll) return false;
  return !(error instanceof CredentialsError || error instanceof BusyError || error instanceof TooLargeError);
}
