import type { Kind } from "../declared";

/** Settings of a program in its environment: number and kind of the objects, before or after the change. */
export interface ProgramSettings {
  readonly kind: Kind;
  readonly n: number;
  readonly changed: boolean;
}

/** The settings as environment variables. */
export function environmentOf({ kind, n, changed }: ProgramSettings): Record<string, string> {
  return { BENCH_KIND: kind, BENCH_N: String(n), BENCH_CHANGED: String(changed) };
}

/** The settings of this process. */
export function programSettings(): ProgramSettings {
  const { BENCH_KIND, BENCH_N, BENCH_CHANGED } = process.env;
  return { kind: BENCH_KIND as Kind, n: Number(BENCH_N), changed: BENCH_CHANGED === "true" };
}
