import { limiterOf } from "../../provider/appliance/client-layer";
import { defaultSwitches } from "../../simulator";
import { answersOf, givenBy } from "./answers";
import { Scenario } from "./scenario";
import { Site, type SiteRow } from "./site";

/** The number of sites that are served at the same time: each of them mostly waits. */
const AT_ONCE = 6;
/** The rows that run together if there are hundreds. */
const IN_A_PART = 30;
/** All rows of a phase run together, so the first test may wait long for its own row. */
const PATIENCE_MS = 300_000;

/** Runs the functions that read under each row of positions. They must return the same as in the default positions. */
export function testFunctionsUnder(rows: readonly SiteRow[]): void {
  describe("every function that reads returns the same as in the default switch positions", () => {
    const sites = sitesOf(rows);
    let byDefault: unknown;
    beforeAll(async () => {
      const site = await Site.open({ title: "default", switches: defaultSwitches });
      byDefault = await answersOf(site);
      await site.close();
    });
    eachRow(rows, sites, async (site) => {
      const { switches } = site.row;
      expect(givenBy(await answersOf(site), switches)).toEqual(givenBy(byDefault, switches));
    });
  });
}

/** Runs every kind of resource through its whole life under each row of positions. */
export function testResourcesUnder(rows: readonly SiteRow[]): void {
  describe("every kind of resource", () => {
    const sites = sitesOf(rows);
    const scenarios = new Map<Site, Scenario>();
    const phase = (run: (scenario: Scenario) => Promise<void>): void => {
      eachRow(rows, sites, async (site) => {
        const scenario = scenarios.get(site);
        if (scenario === undefined) throw new Error("it failed in an earlier phase");
        // If the phase fails, the scenario is not put back, so there is no next phase.
        scenarios.delete(site);
        await run(scenario);
        scenarios.set(site, scenario);
      });
    };
    beforeAll(() => {
      for (const site of sites()) scenarios.set(site, new Scenario(site));
    });
    describe("F92, F164: is created, and a second up finds no difference and sends nothing", () => {
      phase((scenario) => scenario.create());
    });
    describe("F172, F174: is read back by the next run as it was written", () => {
      phase((scenario) => scenario.readBack());
    });
    describe("shows manual changes, and is then updated to what the program declares", () => {
      phase((scenario) => scenario.update());
    });
    describe("is destroyed, and the appliances hold what they held before", () => {
      phase((scenario) => scenario.destroy());
    });
  });
}

/** Runs both suites, part by part. */
export function testInParts(rows: readonly SiteRow[]): void {
  for (let first = 0; first < rows.length; first += IN_A_PART) {
    const part = rows.slice(first, first + IN_A_PART);
    describe(`positions ${first + 1} to ${first + part.length} of ${rows.length}`, () => {
      testFunctionsUnder(part);
      testResourcesUnder(part);
    });
  }
}

/** A site for each row. */
export function sitesOf(rows: readonly SiteRow[]): () => readonly Site[] {
  let sites: readonly Site[] = [];
  beforeAll(async () => {
    sites = await Promise.all(rows.map((row) => Site.open(row)));
  }, PATIENCE_MS);
  afterAll(() => Promise.all(sites.map((site) => site.close())));
  return () => sites;
}

/** One test per row. The first test starts the work of all rows, several at the same time. */
function eachRow(rows: readonly SiteRow[], sites: () => readonly Site[], run: (site: Site) => Promise<void>): void {
  const done = new Map<string, Promise<void>>();
  beforeAll(() => {
    const limiter = limiterOf(AT_ONCE);
    for (const site of sites()) {
      const work = limiter.execute(() => run(site));
      // A failure may come before the row's test begins. That test reports it.
      work.catch(() => undefined);
      done.set(site.row.title, work);
    }
  });
  const titles = rows.map(({ title }) => title);
  test.each(titles)(
    "%s",
    async (title) => {
      await done.get(title);
    },
    PATIENCE_MS,
  );
}
