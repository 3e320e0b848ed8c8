import { sitesOf, type Fleet, type Site, type Size, type Wave } from "./fleet";
import { Digests } from "./digest";
import { limitOf, type Environment } from "./engine";
import { progressOf } from "./mark";
import { Stacks } from "./stacks";
import { packageManifest } from "../package";

/** Default size of the first wave after the canary, and the factor for each next one. */
const [FIRST_WAVE, GROWTH] = [2, 2];

/**
 * The order of a fleet's sites: the canary, then waves. A site that names its wave is in that wave; the others fill the
 * waves in the order of the file. Empty waves are left out.
 */
export function planWaves(fleet: Pick<Fleet, "sites" | "canary" | "waves">): Wave[] {
  const isCanary = ({ name }: Site): boolean => fleet.canary.includes(name);
  const canary = fleet.canary.flatMap((name) => fleet.sites.filter((site) => site.name === name));
  const rest = fleet.sites.filter((site) => !isCanary(site));
  const waves = fill(rest, sizes(fleet.waves, fleet.sites.length));
  const all: Wave[] = [{ title: "canary", sites: canary }, ...waves.map(titled)];
  return all.filter(({ sites }) => sites.length > 0);
}

function titled(sites: readonly Site[], index: number): Wave {
  return { title: `wave ${index + 1}`, sites };
}

/** The size of each wave, an endless sequence. */
function* sizes(given: readonly Size[] | undefined, all: number): Generator<number> {
  for (const size of given ?? []) yield sitesOf(size, all);
  if (given !== undefined) yield Infinity;
  for (let size = FIRST_WAVE; ; size *= GROWTH) yield size;
}

function fill(sites: readonly Site[], size: Generator<number>): Site[][] {
  const waiting = sites.filter(({ wave }) => wave === undefined);
  const pinned = sites.filter(({ wave }) => wave !== undefined);
  const last = Math.max(0, ...pinned.map(({ wave = 0 }) => wave));
  const waves: Site[][] = [];
  while (waiting.length > 0 || waves.length < last) {
    const here = pinned.filter(({ wave }) => wave === waves.length + 1);
    const room = Math.max(0, Number(size.next().value) - here.length);
    waves.push([...here, ...waiting.splice(0, room)]);
  }
  return waves;
}

/** The sites with these names or with one of these tags; all sites if neither is given. */
export function choose(
  sites: readonly Site[],
  { names = [], tags = [] }: { names?: readonly string[]; tags?: readonly string[] },
): readonly Site[] {
  if (names.length === 0 && tags.length === 0) return sites;
  return sites.filter((site) => names.includes(site.name) || site.tags.some((tag) => tags.includes(tag)));
}

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
  const digests = new Digests(fleet, packageManifest().version, home);
  const missing: Site[] = [];
  const queue = waves.flatMap(({ sites }) => sites);
  const worker = async (): Promise<void> => {
    for (let site = queue.shift(); site !== undefined; site = queue.shift()) {
      const found = await stacks.find(site.stack, limitOf(fleet));
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
