import { isAlive, type ProcessId } from "./machine";

/** An update that holds the lock of a stack, as the engine prints it. */
export interface LockHolder {
  readonly user: string;
  readonly host: string;
  readonly pid: number;
  readonly since: Date;
}

/**
 * Messages of the engine for a stack that another update has locked: for object stores, for databases, and for Pulumi's
 * service.
 */
const locked = [/the stack is currently locked by/u, /Another update is currently in progress/u];
const holderLine = /created by (?<user>\S*)@(?<host>\S+) \(pid (?<pid>\d+)\) at (?<since>\S+)/gu;
/**
 * Messages of file and database backends if another engine was faster: its update ended between listing and reading of
 * its lock, or it created the table of a new database.
 */
const overtaken = [
  /read(?:ing)? .*\/locks\/.*(?:no such file|not found)/iu,
  /sql: no rows in result set/u,
  /failed to create table .* duplicate key value/u,
];

/** Whether an engine did not start because of another update. */
export function isLocked(output: string): boolean {
  return [...locked, ...overtaken].some((words) => words.test(output));
}

/** The holders of the lock, as far as the engine names them. */
export function lockHolders(output: string): LockHolder[] {
  return [...output.matchAll(holderLine)].map(({ groups = {} }) => ({
    user: groups["user"] ?? "",
    host: groups["host"] ?? "",
    pid: Number(groups["pid"]),
    since: new Date(groups["since"] ?? ""),
  }));
}

/** Facts for the decision whether a lock is abandoned. */
export interface Evidence {
  /** Host name of this machine. */
  readonly host: string;
  /** Engines that workers of this machine have started on the stack. */
  readonly engines: readonly ProcessId[];
  /** Age in seconds after which a lock counts as abandoned, on any machine. Never if undefined. */
  readonly takeOverAfterSeconds?: number | undefined;
  readonly now: Date;
}

/**
 * Whether a lock is abandoned and may be cancelled. Each of its holders must be an engine of this machine that is known
 * to have ended, or be older than the configured age of an update. Otherwise an update may be running.
 */
export function isLeftBehind(holders: readonly LockHolder[], evidence: Evidence): boolean {
  return holders.length > 0 && holders.every((holder) => hasEnded(holder, evidence) || isTooOld(holder, evidence));
}

function hasEnded({ host, pid }: LockHolder, evidence: Evidence): boolean {
  const engine = evidence.engines.findLast((one) => one.pid === pid);
  return host === evidence.host && engine !== undefined && !isAlive(engine);
}

function isTooOld({ since }: LockHolder, { takeOverAfterSeconds, now }: Evidence): boolean {
  return takeOverAfterSeconds !== undefined && now.getTime() - since.getTime() > takeOverAfterSeconds * 1000;
}

/** The holders of a lock, as text for people. */
export function holdersText(holders: readonly LockHolder[]): string {
  if (holders.length === 0) return "another update";
  return holders
    .map(({ user, host, pid, since }) => `process ${pid} of ${user}@${host} since ${since.toISOString()}`)
    .join(" and ");
}
