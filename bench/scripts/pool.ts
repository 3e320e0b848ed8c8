import { Pool } from "undici";

/** Runs tasks with at most `width` at a time; each starts when another has ended. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (const item of rest) await run(item);
  };
  await Promise.all(Array.from({ length: width }, work));
}

/** The numbers from 0 to `n` - 1. */
export function range(n: number): number[] {
  return Array.from({ length: n }, (_, index) => index);
}

/** A pool of persistent connections, as many as calls run at once. */
export function openPool(url: string, width: number): Pool {
  return new Pool(url, { connections: width, pipelining: 1 });
}

/** An environment variable that the bench sets for its child processes. */
export function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: this is started by the bench.`);
  return value;
}
