import { defaultSwitches, seededRandom, type Switches, switchSpace, unservedPositions } from "../../simulator";

/** Positions of all switches for one run of a suite. */
export interface SwitchRow {
  /** For the name of the run, e.g. `idType=string`. */
  readonly title: string;
  /** Every switch of the space. */
  readonly switches: Readonly<Switches>;
}

export interface SpaceOptions {
  /** The switches that vary; the others stay in their default position. Default: all. */
  readonly of?: readonly SwitchName[];
  /** Also positions in which no documented client is served, for tests of how it says so. Default false. */
  readonly unserved?: boolean;
}

export type SwitchName = keyof Switches;
type Position = Switches[SwitchName];
/** A switch with the positions that are tried. */
type Factor = readonly [name: SwitchName, positions: readonly Position[]];

/** The default positions, then one row for each other position of each switch. */
export function oneAtATime(options: SpaceOptions = {}): SwitchRow[] {
  const others = factors(options).flatMap(([name, positions]) =>
    positions.filter((position) => position !== defaultSwitches[name]).map((position) => ({ [name]: position })),
  );
  return [{ title: "default", switches: defaultSwitches }, ...others.map((change) => row(change))];
}

/** Every position of each switch, in as few rows as the switch with most positions needs. */
export function allAtOnce(options: SpaceOptions = {}): SwitchRow[] {
  const space = factors(options);
  const rows = Math.max(...space.map(([, positions]) => positions.length));
  return Array.from({ length: rows }, (_, index) => {
    const positions = space.map(([name, values]) => [name, values[index % values.length]] as const);
    const title = `all positions ${index + 1} of ${rows}`;
    return { title, switches: { ...defaultSwitches, ...Object.fromEntries(positions) } };
  });
}

/**
 * A covering array: in its rows together, every position of each switch meets every position of each other one. The same
 * for the same space. Each row begins with a pair that is still missing and takes, switch by switch, the position that
 * covers most of the missing pairs.
 */
export function pairwise(options: SpaceOptions = {}): SwitchRow[] {
  const space = factors(options);
  const missing = new Set(allPairs(space));
  const rows: number[][] = [];
  for (const [pair] of missing.entries()) {
    if (missing.has(pair)) rows.push(cover(pair, space, missing));
  }
  return rows.map((choices, index) => {
    const positions = space.map(([name, values], factor) => [name, values[choices[factor] ?? 0]] as const);
    const title = `pairs ${index + 1} of ${rows.length}`;
    return { title, switches: { ...defaultSwitches, ...Object.fromEntries(positions) } };
  });
}

/**
 * Boxes as users may own them: each switch in a position that is drawn by chance. The same for the same seed and
 * space. A position that only a test of its own can serve is left out.
 */
export function personas(count: number, seed: number, options: SpaceOptions = {}): SwitchRow[] {
  const random = seededRandom(seed);
  const space = factors(options);
  return Array.from({ length: count }, (_, index) => {
    const positions = space.map(([name, values]) => [name, values[Math.floor(random() * values.length)]] as const);
    const title = `persona ${index + 1} of ${count}, seed ${seed}`;
    return { title, switches: { ...defaultSwitches, ...Object.fromEntries(positions) } };
  });
}

/** The stack configuration that a user sets for an appliance in such positions, by appliance. */
export function settingsFor(switches: Readonly<Switches>): Record<"gateway" | "replicator", Record<string, unknown>> {
  const { scriptPath, staticPermissionType, passwordEncoding, commandMethod, expiredAnswer } = switches;
  const methods = { GET: "GET", POST: "POST", either: "GET", byKind: "GET/POST" };
  const sessionEnded = expiredAnswer === "otherWords" ? { sessionEnded: ["^access not granted"] } : {};
  return {
    gateway: { scriptPath, staticPermissionType },
    replicator: { passwordEncoding, commandMethod: methods[commandMethod], ...sessionEnded },
  };
}

function factors({ of, unserved = false }: SpaceOptions): Factor[] {
  const names = of ?? (Object.keys(switchSpace) as SwitchName[]);
  return names.map((name) => {
    const positions: readonly Position[] = switchSpace[name];
    return [name, positions.filter((position) => unserved || position !== unservedPositions[name])];
  });
}

function row(change: Partial<Switches>): SwitchRow {
  const title = Object.entries(change)
    .map(([name, position]) => `${name}=${String(position)}`)
    .join(" ");
  return { title, switches: { ...defaultSwitches, ...change } };
}

/** A choice of one position, by the numbers of switch and position. */
type Choice = number;
/** Two choices as one number. */
type Pair = number;

const MOST_POSITIONS = 16;
const MOST_CHOICES = 2 ** 16;

function choiceOf(factor: number, position: number): Choice {
  return factor * MOST_POSITIONS + position;
}

/** The same for two choices in either order. Without `Math`: jest looks for each global in a slow way. */
function pairOf(one: Choice, other: Choice): Pair {
  return one < other ? one * MOST_CHOICES + other : other * MOST_CHOICES + one;
}

function allPairs(space: readonly Factor[]): Pair[] {
  const choices = space.map(([, positions], factor) => positions.map((_, position) => choiceOf(factor, position)));
  return choices.flatMap((mine, index) =>
    choices.slice(index + 1).flatMap((theirs) => mine.flatMap((one) => theirs.map((other) => pairOf(one, other)))),
  );
}

/**
 * The positions of a row that holds the given pair and as many of the missing ones as it takes in passing; none of them
 * is missing then.
 */
function cover(pair: Pair, space: readonly Factor[], missing: Set<Pair>): number[] {
  const chosen = new Map<number, Choice>();
  for (const choice of [Math.floor(pair / MOST_CHOICES), pair % MOST_CHOICES]) {
    chosen.set(Math.floor(choice / MOST_POSITIONS), choice);
  }
  for (const [factor, [, positions]] of space.entries()) {
    if (chosen.has(factor)) continue;
    const others = [...chosen.values()];
    const gains = positions.map((_, position) => {
      const choice = choiceOf(factor, position);
      return others.filter((other) => missing.has(pairOf(choice, other))).length;
    });
    chosen.set(factor, choiceOf(factor, gains.indexOf(Math.max(...gains))));
  }
  const held = [...chosen.values()];
  for (const [index, one] of held.entries()) {
    for (const other of held.slice(index + 1)) missing.delete(pairOf(one, other));
  }
  return space.map((_, factor) => (chosen.get(factor) ?? 0) % MOST_POSITIONS);
}
