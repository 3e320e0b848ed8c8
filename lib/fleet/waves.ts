import { sitesOf, type Fleet, type Site, type Size, type Wave } from "./fleet";

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
