import type { Fleet, Site } from "./file";
import type { Outcome } from "./stack";

/** What became of a site. */
export type Ended = Outcome | { readonly site: Site; readonly skipped: "done before" | "not begun" };

/** What a run of waves needs from its caller. */
export interface Course {
  /** Runs the operation at one site. It does not throw. */
  run(site: Site): Promise<Outcome>;
  /** Whether a former run with the same commit has served a site. */
  isDone(site: Site): boolean;
  /** Whether no other site may begin. */
  isStopped(): boolean;
  /** Called when a wave begins, and when a site has ended. */
  begun(wave: number, sites: readonly Site[]): void;
  ended(outcome: Outcome): void;
}

/**
 * Runs an operation wave by wave. In a wave as many sites at once as the fleet allows. After a failed canary, or more
 * failures than the fleet allows, no other site begins; those that run end.
 */
export async function runWaves(
  fleet: Pick<Fleet, "waves" | "parallel" | "failures">,
  course: Course,
): Promise<Ended[]> {
  const all: Ended[] = [];
  let failures = 0;
  for (const [wave, sites] of fleet.waves.entries()) {
    const open = sites.filter((site) => !course.isDone(site));
    all.push(...sites.filter((site) => course.isDone(site)).map((site) => ({ site, skipped: "done before" }) as const));
    const isOver = (): boolean =>
      course.isStopped() || failures > (wave <= 1 ? 0 : fleet.failures) || failures > fleet.failures;
    if (open.length > 0 && !isOver()) course.begun(wave, open);
    const workers = Array.from({ length: fleet.parallel }, async () => {
      for (let site = open.shift(); site !== undefined; site = open.shift()) {
        if (isOver()) {
          all.push({ site, skipped: "not begun" });
          continue;
        }
        const outcome = await course.run(site);
        if (outcome.failure !== undefined) failures += 1;
        course.ended(outcome);
        all.push(outcome);
      }
    });
    await Promise.all(workers);
  }
  return all;
}
