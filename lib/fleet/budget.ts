import { Digests } from "./digest";
import type { Environment } from "./engine";
import { sitesOf, type Fleet, type Site, type Wave } from "./fleet";
import { progressOf } from "./mark";
import { Stacks } from "./stacks";
import { versionOfPackage } from "./version";

/** How far some waves of a fleet are. */
export interface Budget {
  /** Sites whose last update is not an `up` of the fleet's present program. */
  readonly missing: readonly Site[];
  /** Whether the next wave may begin: no canary is missing, and no more sites than the fleet file allows. */
  readonly isKept: boolean;
}

/**
 * Reads in the histories of the stacks whether these waves are done. Unlike the results of jobs, histories also show
 * the sites that a job never reached. Throws EngineError if there is no engine.
 */
export async function budgetOf(
  fleet: Fleet,
  waves: readonly Wave[],
  { env, home }: { readonly env: Environment; readonly home: string },
): Promise<Budget> {
  const stacks = await Stacks.open({ ...fleet, keep: "nothing" }, env, home);
  const digests = new Digests(fleet, versionOfPackage(), home);
  const missing: Site[] = [];
  const queue = waves.flatMap(({ sites }) => sites);
  const worker = async (): Promise<void> => {
    for (let site = queue.shift(); site !== undefined; site = queue.shift()) {
      const found = await stacks.find(site.stack);
      const wanted = {
        operation: "up",
        run: "",
        startedAt: new Date(),
        again: false,
        digest: digests.of(site.stack),
      } as const;
      if (progressOf(found?.last, wanted) !== "done") missing.push(site);
    }
  };
  await Promise.all(Array.from({ length: fleet.parallel }, worker));
  const isCanaryDone = missing.every(({ name }) => !fleet.canary.includes(name));
  return { missing, isKept: isCanaryDone && missing.length <= sitesOf(fleet.failures, fleet.sites.length) };
}
