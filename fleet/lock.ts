import { isAlive, type ProcessId } from "./machine";

/** Who holds a stack, as the engine prints it. */
export interface LockHolder {
  readonly user: string;
  readonly host: string;
  readonly pid: number;
  readonly since: Date;
}

/** Words of the engine for a stack that another update holds: of object stores and databases, and of Pulumi's service. */
const locked = [/the stack is currently locked by/u, /Another update is currently in progress/u];
const holderLine = /created by (?<user>\S*)@(?<host>\S+) \(pid (?<pid>\d+)\) at (?<since>\S+)/gu;
/**
 * What the backends of databases and files say when a lock that they have just listed is gone before they read it: the
 * other update ended in that moment.
 */
const justUnlocked = [/read(?:ing)? .*\/locks\/.*(?:no such file|not found)/iu, /sql: no rows in result set/u];

/** Whether an engine did not begin because of another update. */
export function isLocked(output: string): boolean {
  return [...locked, ...justUnlocked].some((words) => words.test(output));
}

/** Those who hold the stack, as far as the engine names them. */
export function lockHolders(output: string): LockHolder[] {
  return [...output.matchAll(holderLine)].map(({ groups = {} }) => ({
    user: groups["user"] ?? "",
    host: groups["host"] ?? "",
    pid: Number(groups["pid"]),
    since: new Date(groups["since"] ?? ""),
  }));
}

/** What is known of those who can hold a stack. */
export interface Evidence {
  /** Host name of this machine. */
  readonly host: string;
  /** Engines that workers of this machine have started on this stack. */
  readonly engines: readonly ProcessId[];
  /** Seconds after which a lock counts as left behind, on any machine; never if undefined. */
  readonly takeOverAfterSeconds?: number | undefined;
  readonly now: Date;
}

/**
 * Whether a lock was left behind and may be cancelled: only if each of its holders is an engine of this machine that is
 * known to have ended, or is older than the configured age of an update. Otherwise an update may be running.
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

/** Who holds it, for people. */
export function holdersText(holders: readonly LockHolder[]): string {
  if (holders.length === 0) return "another update";
  return holders
    .map(({ user, host, pid, since }) => `process ${pid} of ${user}@${host} since ${since.toISOString()}`)
    .join(" and ");
}
