import { setTimeout as sleep } from "node:timers/promises";
import { BusyWriteError, CredentialsError, RefusedError } from "../errors/errors";
import { mayBeMade } from "../errors/outcome";
import { BusyTries } from "../http/retry";

/** How long, and how often, to look for something that an appliance may not show yet. */
export interface Visibility {
  readonly patienceMs: number;
  readonly everyMs: number;
}

/** How to look for the effect of a change whose response was lost. */
export interface Patience extends Visibility {
  /** Time in milliseconds after which to check once more whether the first request has arrived after the second. */
  readonly againMs: number;
}

/** Readings may lag some 1.5 s behind changes, and a request may arrive after its connection is gone. */
export const usualPatience: Patience = { patienceMs: 3000, everyMs: 1000, againMs: 1000 };

/** Looks repeatedly until something is seen, up to a time limit; undefined if nothing is. */
export async function seenWithin<T>(
  look: () => Promise<T | undefined>,
  { patienceMs, everyMs }: Visibility,
): Promise<T | undefined> {
  const until = performance.now() + patienceMs;
  for (;;) {
    // A reading that takes long shows what was the case when it began.
    const began = performance.now();
    const seen = await look();
    if (seen !== undefined || began >= until) return seen;
    await sleep(everyMs);
  }
}

/** The response to one try of a change, or why there is none. */
export type Tried<Answer> =
  { readonly answer: Answer; readonly failure?: undefined } | { readonly answer?: undefined; readonly failure: Error };

/** The verdict on a reading that no later one can improve: the change was not made, or not by us. */
export const over = Symbol("over");

/**
 * One change of an object on an appliance: what to send, and which evidence shows that it was made. `Reading` is what
 * the API can read of the object, `Done` what the change returns.
 */
export interface Change<Answer, Reading, Done> {
  /** Sends the change once. A further try gets the last reading, so that it sends only what is still missing. */
  send(reading: Reading | undefined): Promise<Answer>;
  /** The result, if the response alone proves it. */
  proves(answer: Answer): Done | undefined;
  /**
   * Reads the object after a try; all of it, without a try, for the clean-up. Absent if no action reads it: then a lost
   * response is never settled by a reading.
   */
  read?(tried?: Tried<Answer>): Promise<Reading>;
  /** The result, if a reading shows it; undefined if a later reading may show it. */
  shows(
    reading: Reading,
    tried: Tried<Answer>,
  ): Done | typeof over | undefined | Promise<Done | typeof over | undefined>;
  /**
   * Decides when no reading showed the change: the result if it is believed without one, or an error. After a failure
   * it may return undefined: the change is then sent again, or the failure is thrown if it must not be.
   */
  otherwise?(
    tried: Tried<Answer>,
    reading: Reading | undefined,
  ): Done | Error | undefined | Promise<Done | Error | undefined>;
  /** Whether a refusal may mean that the object is as wanted already: then a reading decides. Default false. */
  readonly mayBeSo?: boolean;
  /**
   * For a change that is computed from a reading: whether others have changed the object since, so that a refused
   * change is worth computing again.
   */
  isStale?(reading: Reading): boolean;
  /** Called once, as soon as it is certain that the change was made; later steps may still fail. */
  certain?(done: Done): void;
  /**
   * Removes what a lost first try added after the second one. Returns false if this reading cannot show that yet.
   */
  takeBack?(reading: Reading, done: Done): Promise<boolean>;
}

/** How often a change is sent again: after a lost response, and after others were faster. */
const moreTries = { lost: 1, stale: 2 };
/** The least time in milliseconds between the two looks at what a busy appliance has done. */
const LEAST_PAUSE_MS = 350;

/**
 * Makes one change: sends it, looks whether it was made unless the response proves that, and sends it again only if
 * nothing shows it. Cleans up what a lost try may have left. Throws the failure of the last try if the change was not
 * made. (docs/internals/decisions/0033-one-protocol-for-changes.md)
 */
export async function change<Answer, Reading, Done>(
  of: Change<Answer, Reading, Done>,
  patience: Patience | ((failure: Error | undefined) => Visibility),
): Promise<Done> {
  const left = { ...moreTries };
  const busy = new BusyTries();
  let reading: Reading | undefined;
  let wasLost = false;
  let wasBusy = false;
  for (;;) {
    const tried = await attempt(of.send(reading));
    const { failure } = tried;
    const look = async (): Promise<Done | typeof over | undefined> => {
      if (of.read === undefined) return over;
      reading = await of.read(tried);
      return await of.shows(reading, tried);
    };
    const state = stateOf(failure, wasLost || wasBusy || of.mayBeSo === true || of.isStale !== undefined);
    if (failure !== undefined && state === "failed") throw failure;
    let shown = tried.failure === undefined ? of.proves(tried.answer) : undefined;
    const howLong = typeof patience === "function" ? patience(failure) : patience;
    const isLong = state === "lost" || state === "answered" || wasLost || wasBusy;
    shown ??= orNothing(await (isLong && state !== "busy" ? seenWithin(look, howLong) : look()));
    const again = failure instanceof BusyWriteError && failure.isWorthIt && busy.allow(failure);
    if (shown === undefined && again) {
      // It may show what it has done only now.
      await sleep(Math.max(busy.pauseMs(failure), LEAST_PAUSE_MS));
      shown = orNothing(await look());
    }
    const done = shown ?? (await of.otherwise?.(tried, reading));
    if (done instanceof Error) throw done;
    if (done !== undefined) {
      of.certain?.(done);
      if (wasLost && typeof patience !== "function") await cleanUp(of, done, patience);
      return done;
    }
    if (state === "busy" ? !again : !mayGoOn(state)) throw failure ?? new Error("a response without a verdict");
    wasLost ||= state === "lost";
    wasBusy ||= state === "busy";
  }

  /** Whether the change is sent again, counted. */
  function mayGoOn(state: TriedState): boolean {
    const isStale = state === "refused" && reading !== undefined && of.isStale?.(reading) === true;
    if (state !== "lost" && !isStale) return false;
    const why = state === "lost" ? "lost" : "stale";
    left[why] -= 1;
    return left[why] >= 0;
  }
}

/** *refused*: a reading may show why. *lost*, *busy*: it may have been done. *failed*: it was not. */
type TriedState = "answered" | "refused" | "lost" | "busy" | "failed";

function stateOf(failure: Error | undefined, mayBeSo: boolean): TriedState {
  if (failure === undefined) return "answered";
  if (failure instanceof BusyWriteError) return "busy";
  if (mayBeMade(failure)) return "lost";
  return mayBeSo && failure instanceof RefusedError && !(failure instanceof CredentialsError) ? "refused" : "failed";
}

function orNothing<Done>(shown: Done | typeof over | undefined): Done | undefined {
  return shown === over ? undefined : shown;
}

/** Removes what arrived late. A gateway may show the late part only after a while. */
async function cleanUp<Answer, Reading, Done>(
  of: Change<Answer, Reading, Done>,
  done: Done,
  patience: Patience,
): Promise<void> {
  if (of.takeBack === undefined) return;
  await sleep(patience.againMs);
  const tidied = async (): Promise<true | undefined> => {
    const reading = await of.read?.();
    return reading === undefined || (await of.takeBack?.(reading, done)) === true ? true : undefined;
  };
  await seenWithin(tidied, patience);
}

async function attempt<Answer>(sending: Promise<Answer>): Promise<Tried<Answer>> {
  try {
    return { answer: await sending };
  } catch (error) {
    return { failure: error instanceof Error ? error : new Error(String(error)) };
  }
}
