import type { EngineCalls } from "../lifecycle/resource";

/** A call whose outcome does not reach the state, because its process was killed. */
export class Killed extends Error {
  override readonly name = "Killed";
}

/** The same calls, in a process that may be killed. */
export function mortal(calls: EngineCalls, isKilled: () => boolean): EngineCalls {
  const survived =
    (call: (...values: never[]) => Promise<unknown>) =>
    async (...values: never[]) => {
      if (isKilled()) throw new Killed();
      const [outcome] = await Promise.allSettled([call(...values)]);
      if (isKilled()) throw new Killed();
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    };
  const inTime = (call: unknown): unknown => (typeof call === "function" ? survived(call as never) : call);
  const entries = Object.entries(calls).map(([name, call]) => [name, inTime(call)]);
  return Object.fromEntries(entries) as EngineCalls;
}
