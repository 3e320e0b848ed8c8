import { limiterOf } from "../../provider/appliance/client-layer";
import { startSimulator } from "../../simulator";
import { answersOf, givenBy } from "./answers";
import { Fleet, type FleetRow, type Site } from "./fleet";
import { Scenario } from "./scenario";

/** The number of sites that are served at the same time: each of them mostly waits. */
const AT_ONCE = 6;
/**
 * The sites per fleet if there are hundreds, since each call of the provider carries the configuration of all of them.
 */
const IN_A_PART = 30;
/** All rows of a phase run together, so the first test may wait long for its own row. */
const PATIENCE_MS = 300_000;

/** Runs the functions that read under each row of positions. They must return the same as in the default positions. */
export function testFunctionsUnder(rows: readonly FleetRow[]): void {
  describe("every function that reads returns the same as in the default switch positions", () => {
    const fleet = fleetOf(rows);
    let byDefault: unknown;
    beforeAll(async () => {
      const sim = await startSimulator({ https: false });
      byDefault = await answersOf({
        name: "default",
        row: { title: "default", switches: sim.switches },
        sim,
        settings: {},
      });
      await sim.close();
    });
    eachRow(rows, fleet, async (site) => {
      const { switches } = site.row;
      expect(givenBy(await answersOf(site), switches)).toEqual(givenBy(byDefault, switches));
    });
  });
}

/** Runs every kind of resource through its whole life under each row of positions. */
export function testResourcesUnder(rows: readonly FleetRow[]): void {
  describe("every kind of resource", () => {
    const fleet = fleetOf(rows);
    const scenarios = new Map<Site, Scenario>();
    beforeAll(async () => {
      await fleet().nextRun();
      for (const site of fleet().sites) scenarios.set(site, new Scenario(fleet(), site));
    });
    const phase = (run: (scenario: Scenario) => Promise<void>): void => {
      eachRow(rows, fleet, async (site) => {
        const scenario = scenarios.get(site);
        if (scenario === undefined) throw new Error("it failed in an earlier phase");
        // If the phase fails, the scenario is not put back, so there is no next phase.
        scenarios.delete(site);
        await run(scenario);
        scenarios.set(site, scenario);
      });
    };
    describe("F92, F164: is created, and a second up finds no difference and sends nothing", () => {
      phase((scenario) => scenario.create());
    });
    describe("F172, F174: is read back by the next run as it was written", () => {
      beforeAll(() => fleet().nextRun());
      phase((scenario) => scenario.readBack());
    });
    describe("shows manual changes, and is then updated to what the program declares", () => {
      beforeAll(() => fleet().nextRun());
      phase((scenario) => scenario.update());
    });
    describe("is destroyed, and the appliances hold what they held before", () => {
      phase((scenario) => scenario.destroy());
    });
  });
}

/** Runs both suites, one fleet after the other. */
export function testInParts(rows: readonly FleetRow[]): void {
  for (let first = 0; first < rows.length; first += IN_A_PART) {
    const part = rows.slice(first, first + IN_A_PART);
    describe(`positions ${first + 1} to ${first + part.length} of ${rows.length}`, () => {
      testFunctionsUnder(part);
      testResourcesUnder(part);
    });
  }
}

function fleetOf(rows: readonly FleetRow[]): () => Fleet {
  let fleet: Fleet | undefined;
  beforeAll(async () => {
    fleet = await Fleet.start(rows);
  }, PATIENCE_MS);
  afterAll(() => fleet?.close());
  return () => {
    if (fleet === undefined) throw new Error("the fleet has not started");
    return fleet;
  };
}

/** One test per row. The first test starts the work of all rows, several at the same time. */
function eachRow(rows: readonly FleetRow[], fleet: () => Fleet, run: (site: Site) => Promise<void>): void {
  const done = new Map<string, Promise<void>>();
  beforeAll(() => {
    const limiter = limiterOf(AT_ONCE);
    for (const site of fleet().sites) {
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
