import { randomUUID } from "node:crypto";
import { statSync, unlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { createLockFile, readLockFile, removeLockFile } from "../lib/lock-file";
import { isAlive, processWith, thisMachine, type ProcessId } from "./machine";
import { privateFolder, replacePrivate } from "./private";

/** How often an owner touches its claims, in milliseconds. */
const HEARTBEAT_MS = 10_000;
/** A claim of another machine that was not touched for this long has no owner any more. */
const SILENCE_MS = 60_000;

/** What a claim file says. */
export interface ClaimText {
  readonly machine: string;
  readonly worker: ProcessId;
  /** Distinguishes two claims of one worker. */
  readonly token: string;
  /** Engines that this worker, and those that it took the claim over from, have started on the stack. */
  readonly engines: readonly ProcessId[];
}

/**
 * Says which worker of this machine updates which stack, in one file per stack. The lock of the backend is what keeps
 * two updates apart; claims keep workers from starting updates that would fail, and know which engines were theirs.
 */
export class Claims {
  readonly #worker: ProcessId;

  constructor(private readonly folder: string) {
    privateFolder(folder);
    const own = processWith(process.pid);
    if (own === undefined) throw new Error("This process cannot be found among those of the machine.");
    this.#worker = own;
  }

  /** Claims a stack; undefined while another worker, or what is left of one, has it. */
  take(stack: string): ClaimedStack | undefined {
    const file = join(this.folder, `${encodeURIComponent(stack)}.json`);
    const text: ClaimText = { machine: thisMachine(), worker: this.#worker, token: randomUUID(), engines: [] };
    if (createLockFile(file, JSON.stringify(text))) return new ClaimedStack(file, text);
    const found = read(file);
    if (found === undefined || !isAbandoned(file, found)) return undefined;
    // Engines of another machine cannot be judged from here: their numbers mean other processes.
    const engines = found.machine === text.machine ? found.engines : [];
    if (!removeLockFile(file, (owner) => parsed(owner).token === found.token)) return undefined;
    const heir = { ...text, engines };
    return createLockFile(file, JSON.stringify(heir)) ? new ClaimedStack(file, heir) : undefined;
  }
}

/** A claimed stack. */
export class ClaimedStack {
  readonly #heartbeat: NodeJS.Timeout;

  constructor(
    private readonly file: string,
    private text: ClaimText,
  ) {
    this.#heartbeat = setInterval(() => {
      if (this.#isHeld()) utimesSync(file, new Date(), new Date());
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** Engines of workers before this one; none of them lives. */
  get engines(): readonly ProcessId[] {
    return this.text.engines;
  }

  /** Notes an engine that was started on the stack. */
  note(engine: ProcessId): void {
    this.text = { ...this.text, engines: [...this.text.engines, engine] };
    if (!this.#isHeld()) return;
    replacePrivate(this.file, JSON.stringify(this.text));
  }

  release(): void {
    clearInterval(this.#heartbeat);
    if (this.#isHeld()) unlinkSync(this.file);
  }

  /** A machine that slept may find that another one has taken the claim over. */
  #isHeld(): boolean {
    return read(this.file)?.token === this.text.token;
  }
}

/** A worker that ended without a word leaves its claim; as long as one of its engines runs, the stack is not free. */
function isAbandoned(file: string, { machine, worker, engines }: ClaimText): boolean {
  if (machine === thisMachine()) return !isAlive(worker) && !engines.some(isAlive);
  const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return touched !== undefined && Date.now() - touched > SILENCE_MS;
}

function read(file: string): ClaimText | undefined {
  const text = readLockFile(file);
  return text === undefined ? undefined : parsed(text);
}

function parsed(text: string): ClaimText {
  return JSON.parse(text) as ClaimText;
}
