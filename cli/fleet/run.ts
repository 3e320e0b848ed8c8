import type { Fleet, Site } from "./file";
import type { Outcome } from "./stack";

/** What became of a site. One that has not ended was begun by a run that was killed. */
export type Ended =
  Outcome | { readonly site: Site; readonly skipped: "done before" | "not begun" | "not ended" | "no report" };

/** What a run of waves needs from its caller. */
export interface Course {
  /** Runs the operation at one site. It does not throw. */
  run(site: Site): Promise<Outcome>;
  /** What a site is that has ended well. */
  readonly verb: "done" | "checked";
  /** The sites that a former run with the same commit has served. */
  readonly served: ReadonlySet<string>;
  /** Set when no other site may begin. */
  readonly stop: { readonly isStopped: boolean };
  /** Called with a line for people. */
  note(text: string): void;
  /** Called at each change with what is known of all sites. */
  keep?(known: readonly Ended[]): void;
}

/**
 * Runs an operation wave by wave, the canary first. In a wave as many sites at once as the fleet allows. After a failed
 * canary, or more failures than the fleet allows, no other site begins; those that run end.
 */
export async function runWaves(
  fleet: Pick<Fleet, "waves" | "parallel" | "failures">,
  { run, verb, served, stop, note, keep }: Course,
): Promise<Ended[]> {
  const known = new Map<string, Ended>(
    fleet.waves.flat().map((site) => {
      return [site.name, { site, skipped: served.has(site.name) ? "done before" : "not begun" }] as const;
    }),
  );
  keep?.([...known.values()]);
  const set = (one: Ended): void => {
    known.set(one.site.name, one);
    keep?.([...known.values()]);
  };
  let failures = 0;
  let isCanaryLost = false;
  const isOver = (): boolean => stop.isStopped || isCanaryLost || failures > fleet.failures;
  for (const [wave, sites] of fleet.waves.entries()) {
    const open = sites.filter(({ name }) => !served.has(name));
    const title = verb === "checked" ? "check" : wave === 0 ? "canary" : `wave ${String(wave)}`;
    if (open.length > 0 && !isOver()) note(`${title}: ${open.map(({ name }) => name).join(", ")}`);
    const workers = Array.from({ length: fleet.parallel }, async () => {
      for (let site = open.shift(); site !== undefined && !isOver(); site = open.shift()) {
        set({ site, skipped: "not ended" });
        const outcome = await run(site);
        const { failure, seconds } = outcome;
        if (failure !== undefined) failures += 1;
        set(outcome);
        note(`${site.name}: ${failure === undefined ? verb : `failed: ${failure}`} (${String(seconds)} s)`);
      }
    });
    await Promise.all(workers);
    isCanaryLost ||= wave === 0 && failures > 0;
  }
  return [...known.values()];
}
