import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { limiterOf } from "../../provider/appliance/client-layer";
import type { ApplianceKind } from "../../provider/client";
import { defaultSwitches, seededRandom, type Switches, switchSpace, unservedPositions } from "../../simulator";
import { gatewaySwitchSpace } from "../../simulator/gateway/switches";
import { replicatorSwitchSpace } from "../../simulator/replicator/switches";
import { wireSwitchSpace } from "../../simulator/wire-switches";
import { cleanEnvironment, root } from "../support/clone";
import { certified, type Certified, failingKinds, linesOf } from "../unit/cli/certify/support";
import { closeAll, startSite } from "../unit/cli/support";
import { settingsFor } from "../support/switch-arrays";
import { record } from "./record";

const KILLS = Number(process.env["FLOWGATE_KILLS"] ?? 100);
const COMBINATIONS = Number(process.env["FLOWGATE_COMBINATIONS"] ?? 200);
/** The rows of a part, several of them run at the same time: each of them mostly waits. */
const IN_A_PART = 48;
const AT_ONCE = 12;

type Row = Partial<Switches>;

/** Every other position of these switches, one at a time. */
function alone(names: readonly string[]): Row[] {
  const space = Object.entries(switchSpace).filter(([name]) => names.includes(name));
  return space.flatMap(([name, positions]) => positions.slice(1).map((position): Row => ({ [name]: position })));
}

/** Two to four switches of all in positions by chance: the same for the same seed. */
function combinations(count: number, seed: number): Row[] {
  const random = seededRandom(seed);
  const all = alone(Object.keys(switchSpace));
  return Array.from(
    { length: count },
    () =>
      Object.assign(
        {},
        ...Array.from({ length: 2 + Math.floor(random() * 3) }, () => all[Math.floor(random() * all.length)]),
      ) as Row,
  );
}

const parts: readonly [name: string, rows: readonly Row[], about: ApplianceKind | undefined][] = [
  ["gateway", alone(Object.keys(gatewaySwitchSpace)), "gateway"],
  ["replicator", alone(Object.keys(replicatorSwitchSpace)), "replicator"],
  ["wire", alone([...Object.keys(wireSwitchSpace), "listOrder", "storedText"]), undefined],
  ["random", combinations(COMBINATIONS, 34), undefined],
];

/** Whether settings make everything work on this box: the report must name them. */
function isSettable(row: Row): boolean {
  const isServed = Object.entries(row).every(([name, one]) => unservedPositions[name as keyof Switches] !== one);
  return isServed && !isDeepStrictEqual(settingsFor({ ...defaultSwitches, ...row }), settingsFor(defaultSwitches));
}

/** How often a user pastes: a setting may reveal that another one is necessary. */
const MOST_PASTES = 4;

/** Certifies a box with these switches, pastes the settings, and certifies what did not work again. */
async function certifiedTwice(row: Row, about: ApplianceKind | undefined): Promise<Certified[]> {
  const wanted = about === undefined ? {} : { about };
  const runs = [await certified(row, wanted)];
  let known: readonly string[] = [];
  for (let paste = 0; paste < MOST_PASTES; paste += 1) {
    const { certificate } = runs.at(-1) as Certified;
    const kinds = failingKinds(certificate);
    const found = linesOf(certificate).filter((line) => !known.includes(line));
    if (kinds.length === 0 || found.length === 0) return runs;
    // A user tries one of several lines for a key after the other.
    for (const lines of alternatives(found)) {
      const next = await certified(row, { ...wanted, kinds, pasted: [...known, ...lines] });
      runs.push(next);
      if (
        failingKinds(next.certificate).length < kinds.length ||
        isDeepStrictEqual(lines, alternatives(found).at(-1))
      ) {
        known = [...known, ...lines];
        break;
      }
    }
  }
  return runs;
}

/** The lines to paste; once for each line if there are several for one key. */
function alternatives(lines: readonly string[]): (readonly string[])[] {
  const keyOf = (line: string): string | undefined => /flowgate:[^\s'"]+/u.exec(line)?.[0];
  const doubled = lines.filter((line) => lines.filter((other) => keyOf(other) === keyOf(line)).length > 1);
  const single = lines.filter((line) => !doubled.includes(line));
  return doubled.length === 0 ? [single] : doubled.map((line) => [...single, line]);
}

/** What the results say about the boxes of a part. */
async function figuresOf(done: ReadonlyMap<Row, Promise<Certified[]>>): Promise<Record<string, number | string>> {
  const runs: Certified[] = [];
  const red: string[] = [];
  let afterPasting = 0;
  for (const [row, work] of done) {
    const [first, ...others] = await work.catch(() => []);
    if (first === undefined) continue;
    runs.push(first, ...others);
    const last = others.at(-1) ?? first;
    const failing = failingKinds(last.certificate);
    if (others.length > 0 && failing.length === 0) afterPasting += 1;
    if (failing.length > 0) red.push(`${JSON.stringify(row)}: ${failing.join(", ")}`);
  }
  const sum = (of: (one: Certified) => number): number => runs.reduce((total, one) => total + of(one), 0);
  return {
    boxes: done.size,
    runs: runs.length,
    requests: sum(({ certificate }) => certificate.requests),
    steps: sum(({ certificate }) => certificate.outcomes.length),
    "steps that are falsely green": sum(({ falselyGreen }) => falselyGreen.length),
    "foreign objects changed": sum(({ before, after }) => (before === after ? 0 : 1)),
    "boxes on which every kind works": done.size - red.length,
    "of these after pasting settings": afterPasting,
    "kinds that do not work": red.join("; "),
  };
}

describe.each(parts)("%s", (name, all, about) => {
  const slices = Array.from({ length: Math.ceil(all.length / IN_A_PART) }, (_, index) => index);
  describe.each(slices)("part %s", (slice) => {
    const rows = all.slice(slice * IN_A_PART, (slice + 1) * IN_A_PART);
    const done = new Map<Row, Promise<Certified[]>>();
    beforeAll(() => {
      const limiter = limiterOf(AT_ONCE);
      for (const row of rows) {
        const work = limiter.execute(() => certifiedTwice(row, about));
        // The test of the row reports it.
        work.catch(() => undefined);
        done.set(row, work);
      }
    });
    afterAll(async () => {
      await record(`certify-${name}-${slice}`, await figuresOf(done));
      await closeAll();
    });
    test.each(rows.map((row) => [JSON.stringify(row), row] as const))(
      "with %s, the verdicts are what the stores show, and nothing is left",
      async (_title, row) => {
        const runs = (await done.get(row)) ?? [];
        for (const { certificate, falselyGreen, before, after } of runs) {
          expect([falselyGreen, certificate.foreign, certificate.left]).toEqual([[], [], []]);
          expect(after).toBe(before);
        }
        if (!isSettable(row)) return;
        const last = runs.at(-1);
        expect(last && failingKinds(last.certificate)).toEqual([]);
      },
      600_000,
    );
  });
});

test("after kills and Ctrl-C at random moments, --clean removes everything of the run and nothing else", async () => {
  const script = join(root, "dist/cli/main.js");
  const limiter = limiterOf(4);
  const random = seededRandom(100);
  let writes = 0;
  const killed = async (most: number, signal: "SIGKILL" | "SIGINT"): Promise<void> => {
    const site = await startSite();
    const before = site.sim.snapshot();
    const hosts = [site.sim.gateway.url, site.sim.replicator.url].map((url) => new URL(url).host);
    const child = spawn(process.execPath, [script, "certify", "--yes", ...hosts], {
      cwd: site.options.cwd,
      env: cleanEnvironment(site.options.env),
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    while (site.sim.requests.count({ kind: "write" }) < most && child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    child.kill(signal);
    await ended;
    writes += site.sim.requests.count({ kind: "write" });
    const { code, stderr } = await site.run(["certify", "--clean"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(site.sim.snapshot()).toBe(before);
    expect(existsSync(join(site.options.cwd, "flowgate-certify.journal"))).toBe(false);
  };
  await Promise.all(
    Array.from({ length: KILLS }, (_, index) =>
      limiter.execute(() => killed(1 + Math.floor(random() * 500), index % 4 === 0 ? "SIGINT" : "SIGKILL")),
    ),
  );
  await closeAll();
  await record("certify-kills", { kills: KILLS, "changes before the kills": writes, "objects left after --clean": 0 });
}, 1_800_000);

test("at 20 ms a request, all kinds take less than two minutes of waiting", async () => {
  const began = performance.now();
  const { certificate } = await certified({}, { before: (sim) => sim.setLatency(20) });
  const seconds = Math.round((performance.now() - began) / 1_000);
  // Clocks are for benches: the requests of a run, one after the other, bound its time.
  expect(certificate.requests * 20).toBeLessThan(120_000);
  await record("certify-requests", { requests: certificate.requests, seconds });
}, 600_000);
