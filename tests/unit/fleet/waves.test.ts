import * as fc from "fast-check";
import type { Fleet, Site, Size } from "../../../lib/fleet/fleet";
import { choose, planWaves } from "../../../lib/fleet/waves";

const site = (name: string, more: Partial<Site> = {}): Site => ({ name, stack: name, tags: [], ...more });
const sites = (count: number): Site[] => Array.from({ length: count }, (_, index) => site(`s${index}`));

function sizes(fleet: Pick<Fleet, "sites" | "canary" | "waves">): [string, number][] {
  return planWaves(fleet).map((wave) => [wave.title, wave.sites.length]);
}

test("without configured sizes, the waves after the canary start at 2 sites and double", () => {
  expect(sizes({ sites: sites(50), canary: ["s0"] })).toEqual([
    ["canary", 1],
    ["wave 1", 2],
    ["wave 2", 4],
    ["wave 3", 8],
    ["wave 4", 16],
    ["wave 5", 19],
  ]);
});

test("wave sizes are numbers or shares of all sites, and the remaining sites form one more wave", () => {
  const waves: Size[] = [3, "20%"];
  expect(sizes({ sites: sites(50), canary: ["s0", "s1"], waves }).map(([, size]) => size)).toEqual([2, 3, 10, 35]);
});

test("a site that names its wave is placed in it, and counts towards its size", () => {
  const pinned = [...sites(4), site("late", { wave: 3 }), site("early", { wave: 1 })];
  const names = planWaves({ sites: pinned, canary: ["s0"], waves: [2, 1] }).map((wave) =>
    wave.sites.map(({ name }) => name),
  );
  expect(names).toEqual([["s0"], ["early", "s1"], ["s2"], ["late", "s3"]]);
});

test("whatever the sizes, every site is in exactly one wave, and no wave is empty", () => {
  const size = fc.oneof(
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 100 }).map((part): Size => `${part}%`),
  );
  const fleets = fc.record({
    pins: fc.array(fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }), { minLength: 1, maxLength: 40 }),
    waves: fc.option(fc.array(size, { minLength: 1, maxLength: 5 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fleets, ({ pins, waves }) => {
      const all = pins.map((wave, index) => site(`s${index}`, wave === undefined ? {} : { wave }));
      const planned = planWaves({ sites: all, canary: ["s0"], ...(waves === undefined ? {} : { waves }) });
      expect(planned.flatMap((wave) => wave.sites.map(({ name }) => name)).sort()).toEqual(
        all.map(({ name }) => name).sort(),
      );
      expect(planned.every((wave) => wave.sites.length > 0)).toBe(true);
    }),
  );
});

test("sites are chosen by name or by tag, and none is chosen if nothing matches", () => {
  const all = [site("a", { tags: ["eu"] }), site("b"), site("c", { tags: ["eu", "big"] })];
  const names = (choice: Parameters<typeof choose>[1]): string[] => choose(all, choice).map(({ name }) => name);
  expect(names({})).toEqual(["a", "b", "c"]);
  expect(names({ names: ["b"], tags: ["big"] })).toEqual(["b", "c"]);
  expect(names({ tags: ["asia"] })).toEqual([]);
});
