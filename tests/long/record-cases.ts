import { type CasesOptions, checkCases, type RandomCases } from "../property/random-cases";
import { record, seedOf } from "./record";

/** Runs random cases, saves the figures of the run under a name, and expects that each case passes. */
export async function recordCases<Case>(
  name: string,
  what: string,
  kind: RandomCases<Case>,
  { seed = seedOf(), ...options }: Partial<CasesOptions>,
): Promise<void> {
  const { cases, seconds, violations } = await checkCases(kind, { seed, ...options });
  const perSecond = Math.round((cases / seconds) * 10) / 10;
  await record(name, { what, seed, cases, seconds: Math.round(seconds), perSecond, violations: violations.length });
  expect(violations).toEqual([]);
}
