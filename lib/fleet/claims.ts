import { randomUUID } from "node:crypto";
import { statSync, unlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createLockFile, readLockFile, removeLockFile } from "../lock-file";
import { isAlive, processWith, thisMachine, type ProcessId } from "./machine";
import { privateFolder, replacePrivate } from "./private";

/** Milliseconds between two updates of the timestamp of a claim by its owner. */
const HEARTBEAT_MS = 10_000;
/** A claim of another machine that was not updated for this many milliseconds counts as abandoned. */
const SILENCE_MS = 60_000;

/** Contents of a claim file. */
export interface ClaimText {
  readonly machine: string;
  /** Undefined once it has released the stack and left engines on record. */
  readonly worker?: ProcessId | undefined;
  /** Distinguishes two claims of the same worker. */
  readonly token: string;
  /** Engines that this worker has started on the stack, and those of workers whose claim it took over. */
  readonly engines: readonly ProcessId[];
}

/**
 * Records which worker of this machine updates which stack, in one file per stack. Only the backend's lock prevents two
 * simultaneous updates. Claims keep workers from starting updates that would fail, and record which engines the workers
 * have started.
 */
export class Claims {
  readonly #worker: ProcessId;

  constructor(private readonly folder: string) {
    privateFolder(folder);
    const own = processWith(process.pid);
    if (own === undefined) throw new Error("This process cannot be found among those of the machine.");
    this.#worker = own;
  }

  /** Claims a stack. Undefined while another worker holds it, or while an engine of a dead worker still runs. */
  take(stack: string): ClaimedStack | undefined {
    const file = join(this.folder, `${encodeURIComponent(stack)}.json`);
    const text: ClaimText = { machine: thisMachine(), worker: this.#worker, token: randomUUID(), engines: [] };
    if (createLockFile(file, JSON.stringify(text))) return new ClaimedStack(file, text);
    const content = readLockFile(file);
    if (content === undefined) return undefined;
    const found = parsed(content);
    if (!isAbandoned(file, found)) return undefined;
    // Engines of another machine cannot be checked here: their process ids mean other processes.
    const engines = found?.machine === text.machine ? found.engines : [];
    if (!removeLockFile(file, (owner) => owner === content)) return undefined;
    const heir = { ...text, engines };
    return createLockFile(file, JSON.stringify(heir)) ? new ClaimedStack(file, heir) : undefined;
  }
}

/** A claimed stack. */
export class ClaimedStack {
  readonly #heartbeat: NodeJS.Timeout;
  #hasLeftLock = false;

  constructor(
    private readonly file: string,
    private text: ClaimText,
  ) {
    this.#heartbeat = setInterval(() => {
      if (this.#isHeld()) utimesSync(file, new Date(), new Date());
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** Engines of earlier workers. All of them have ended. */
  get engines(): readonly ProcessId[] {
    return this.text.engines;
  }

  /** Records an engine that was started on the stack. */
  note(engine: ProcessId): void {
    this.text = { ...this.text, engines: [...this.text.engines, engine] };
    if (!this.#isHeld()) return;
    replacePrivate(this.file, JSON.stringify(this.text));
  }

  /** Keeps the engines on record after the release: one was killed, so it has left its lock. */
  noteKill(): void {
    this.#hasLeftLock = true;
  }

  release(): void {
    clearInterval(this.#heartbeat);
    if (!this.#isHeld()) return;
    if (this.#hasLeftLock) replacePrivate(this.file, JSON.stringify({ ...this.text, worker: undefined }));
    else unlinkSync(this.file);
  }

  /** After this machine slept, another one may have taken over the claim. */
  #isHeld(): boolean {
    const content = readLockFile(this.file);
    return content !== undefined && parsed(content)?.token === this.text.token;
  }
}

/**
 * Whether the owner of a claim is gone. A worker that crashed leaves its claim; while one of its engines runs, the
 * stack is not free. Who wrote a broken claim is unknown, so its age decides, as for a claim of another machine.
 */
function isAbandoned(file: string, claim: ClaimText | undefined): boolean {
  if (claim?.machine === thisMachine()) return ![claim.worker ?? [], claim.engines].flat().some(isAlive);
  const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return touched !== undefined && Date.now() - touched > SILENCE_MS;
}

const processId = z.object({ pid: z.int(), started: z.string() });
const claimText = z.object({
  machine: z.string(),
  worker: processId.optional(),
  token: z.string(),
  engines: z.array(processId),
});

/** The claim in a text; undefined if it is none, e.g. because the disk was full when it was written. */
function parsed(text: string): ClaimText | undefined {
  try {
    return claimText.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
