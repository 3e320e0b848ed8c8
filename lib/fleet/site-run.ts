import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClaimedStack, Claims } from "./claims";
import type { Digests } from "./digest";
import { EngineError, limitOf } from "./engine";
import type { Fleet, Site } from "./fleet";
import { holdersText, isLeftBehind, isLocked, lockHolders, type LockHolder } from "./lock";
import { markText, progressOf, type Wanted } from "./mark";
import { failureOf, type Changes, type Operation, type Outcome } from "./outcome";
import { removePrivate } from "./private";
import type { FoundStack, Stacks } from "./stacks";

/** Values that all sites of a run share. */
export interface RunTools {
  readonly fleet: Pick<Fleet, "timeoutSeconds">;
  readonly operation: Operation;
  /** Name of the run, the same for all workers that share it. */
  readonly run: string;
  readonly startedAt: Date;
  readonly again: boolean;
  readonly destroys?: boolean;
  readonly refresh: boolean;
  readonly takeOverAfterSeconds?: number | undefined;
  readonly stacks: Stacks;
  readonly claims: Claims;
  readonly digests: Digests;
  /** Folder of the logs, one file per site. */
  readonly logs: string;
  /** Folder of the results of previews, one file per site. */
  readonly previews: string;
  /** Ends the running engines. Its reason is the message of their sites. */
  readonly signal: AbortSignal;
}

/** Shortest and longest wait before a retry of a site, in milliseconds. */
const [QUICK_MS, SLOW_MS] = [250, 4000];

/** Result if another worker is updating the site: retry later. */
export interface Busy {
  readonly kind: "busy";
  readonly message: string;
  /** Whether an engine had to be started to find this out. */
  readonly costly: boolean;
}

/** Path of a site's log. */
export function logOf(site: Pick<Site, "name">, logs: string): string {
  return join(logs, `${site.name}.log`);
}

/** Path of the result of a site's preview: the engine's events, one per line. */
export function previewOf(site: Pick<Site, "name">, previews: string): string {
  return join(previews, `${site.name}.jsonl`);
}

/** The same values for one site, with a signal that also ends its engines after its time limit. */
function limited(tools: RunTools): RunTools {
  return { ...tools, signal: AbortSignal.any([limitOf(tools.fleet), tools.signal]) };
}

/** Computes the changes of an `up` or a destroy of a site. It claims nothing, since a preview changes nothing. */
export async function previewSite(site: Site, shared: RunTools): Promise<Outcome> {
  const tools = limited(shared);
  // The findings of an earlier run must not count as those of this one.
  removePrivate(previewOf(site, tools.previews));
  if (tools.destroys === true && (await tools.stacks.find(site.stack, tools.signal)) === undefined)
    return { kind: "already" };
  return timed(async () => {
    if (tools.destroys !== true) await foundOrCreated(site, tools);
    return engineRun(site, tools, "");
  });
}

/**
 * The stack of a site, which is created if it does not exist. A run that has no log of the site expects none: then the
 * creation itself shows whether it exists, which saves a start of the engine.
 */
async function foundOrCreated({ name, stack }: Site, { stacks, logs, signal }: RunTools): Promise<FoundStack> {
  const isNew = !existsSync(logOf({ name }, logs)) && (await stacks.create(stack, signal));
  const found = isNew ? undefined : await stacks.find(stack, signal);
  if (!isNew && found === undefined) await stacks.create(stack, signal);
  return found ?? { last: undefined };
}

/** Performs the desired operation on one site, unless it is done or another update runs. */
export async function runSite(site: Site, tools: RunTools): Promise<Outcome | Busy> {
  const claim = tools.claims.take(site.stack);
  if (claim === undefined)
    return { kind: "busy", message: "another worker of this machine is updating it", costly: false };
  try {
    return await runClaimed(site, limited(tools), claim);
  } catch (error) {
    if (error instanceof EngineError && isLocked(error.output)) return busyWith(lockHolders(error.output));
    throw error;
  } finally {
    claim.release();
  }
}

async function runClaimed(site: Site, tools: RunTools, claim: ClaimedStack): Promise<Outcome | Busy> {
  const { stacks, operation } = tools;
  const found = operation === "up" ? await foundOrCreated(site, tools) : await stacks.find(site.stack, tools.signal);
  if (found === undefined) return { kind: "already" };
  const wanted = wantedOf(site, tools);
  switch (progressOf(found.last, wanted)) {
    case "done":
      return { kind: "already" };
    case "failed":
      return { kind: "failed", message: "failed in another worker; see its log", seconds: 0 };
    case "missing":
      return operate(site, tools, claim, markText(wanted));
  }
}

function wantedOf(site: Site, { operation, run, startedAt, again, digests }: RunTools): Wanted {
  return { operation, run, startedAt, again, digest: digests.of(site.stack) };
}

/** Runs the engine, after removing the lock of a dead engine of this machine. */
async function operate(site: Site, tools: RunTools, claim: ClaimedStack, message: string): Promise<Outcome | Busy> {
  const first = await attempt(site, tools, claim, message);
  if (!("heldBy" in first)) return first;
  const { engines } = claim;
  const { takeOverAfterSeconds } = tools;
  const evidence = { host: hostname(), engines, takeOverAfterSeconds, now: new Date() };
  if (!isLeftBehind(first.heldBy, evidence)) return busyWith(first.heldBy);
  await tools.stacks.unlock(site.stack, tools.signal);
  const second = await attempt(site, tools, claim, message);
  return "heldBy" in second ? busyWith(second.heldBy) : second;
}

function busyWith(holders: readonly LockHolder[]): Busy {
  return { kind: "busy", message: `it is locked by ${holdersText(holders)}`, costly: true };
}

/** Runs the engine once, or returns who holds the lock. */
async function attempt(
  site: Site,
  tools: RunTools,
  claim: ClaimedStack,
  message: string,
): Promise<Outcome | { readonly heldBy: readonly LockHolder[] }> {
  let heldBy: LockHolder[] | undefined;
  const outcome = await timed(async () => {
    try {
      return await engineRun(site, tools, message, claim);
    } catch (error) {
      if (error instanceof EngineError && isLocked(error.output)) heldBy = lockHolders(error.output);
      throw error;
    }
  });
  return heldBy === undefined ? outcome : { heldBy };
}

/** Runs the engine. */
async function engineRun(site: Site, tools: RunTools, message: string, claim?: ClaimedStack): Promise<Changes> {
  const { stacks, operation, refresh, signal, destroys = false } = tools;
  try {
    return await stacks.run({
      operation,
      stack: site.stack,
      log: logOf(site, tools.logs),
      events: previewOf(site, operation === "preview" ? tools.previews : tools.logs),
      keepsEvents: operation === "preview",
      message,
      refresh,
      destroys,
      signal,
      started: (engine) => claim?.note(engine),
    });
  } catch (error) {
    if (error instanceof EngineError && error.code === null) claim?.noteKill();
    throw error;
  }
}

/** Converts an error to an outcome of this site, so that the others continue. */
async function timed(work: () => Promise<Changes>): Promise<Outcome> {
  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 100) / 10;
  try {
    return { kind: "done", changes: await work(), seconds: seconds() };
  } catch (error) {
    return failureOf(error, seconds());
  }
}

/**
 * Waits before a retry of a site. The wait grows if the attempt needed an engine, so that workers do not overload the
 * machine.
 */
export async function pause(attempt: number, { costly }: Busy, signal: AbortSignal): Promise<void> {
  const longest = costly ? Math.min(QUICK_MS * 2 ** attempt, SLOW_MS) : QUICK_MS;
  await sleep(longest * (0.5 + Math.random() / 2), undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
