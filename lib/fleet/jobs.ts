import type { Wave } from "./fleet";

/** Most jobs that GitHub starts from one matrix. */
const MOST_JOBS = 256;

/** Number of a wave in commands: 0 for the canary, N for wave N. */
function numberOf({ title }: Wave): number {
  return title === "canary" ? 0 : Number(title.replace("wave ", ""));
}

/** The wave with a number; undefined if the fleet has fewer waves, or no canary. */
export function waveWith(number: number, waves: readonly Wave[]): Wave | undefined {
  return waves.find((wave) => numberOf(wave) === number);
}

/** The waves before the one with a number. */
export function wavesBefore(number: number, waves: readonly Wave[]): readonly Wave[] {
  return waves.filter((wave) => numberOf(wave) < number);
}

/** The names of a wave's sites, in lists that are short enough for the jobs of one matrix. */
export function jobLists(wave: Wave | undefined): readonly (readonly string[])[] {
  const names = (wave?.sites ?? []).map(({ name }) => name);
  const count = Math.ceil(names.length / MOST_JOBS);
  return Array.from({ length: count }, (_, index) => names.slice(index * MOST_JOBS, (index + 1) * MOST_JOBS));
}
