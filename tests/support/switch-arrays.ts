import { defaultSwitches, seededRandom, type Switches, switchSpace, unservedPositions } from "../../simulator";

/** Positions of all switches for one run of a suite. */
export interface SwitchRow {
  /** Used in the name of the run, e.g. `idType=string`. */
  readonly title: string;
  /** Every switch of the space. */
  readonly switches: Readonly<Switches>;
}

export interface SpaceOptions {
  /** The switches that vary; the others stay in their default position. Default: all. */
  readonly of?: readonly SwitchName[];
  /**
   * Whether to include positions in which the appliance serves no documented client, for tests of the resulting errors.
   * Default false.
   */
  readonly unserved?: boolean;
}

export type SwitchName = keyof Switches;
type Position = Switches[SwitchName];
/** A switch with the positions to try. */
type Factor = readonly [name: SwitchName, positions: readonly Position[]];

/** One row with the default positions, then one row for each other position of each switch. */
export function oneAtATime(options: SpaceOptions = {}): SwitchRow[] {
  const others = factors(options).flatMap(([name, positions]) =>
    positions.filter((position) => position !== defaultSwitches[name]).map((position) => ({ [name]: position })),
  );
  return [{ title: "default", switches: defaultSwitches }, ...others.map((change) => row(change))];
}

/** Rows that cover every position of each switch. There are as many rows as the largest switch has positions. */
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
 * A covering array: in its rows, every position of each switch is combined at least once with every position of each
 * other switch. The result is always the same for the same space. Each row begins with a missing pair. Then, switch by
 * switch, the row takes the position that covers most of the missing pairs.
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
 * Appliances as users may have them: each switch is in a random position. The result is the same for the same seed and
 * space. A position that only a special test can serve is left out.
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

/** The stack configuration that a user sets for appliances with these switch positions, per appliance. */
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

/** A choice of one position, encoded from the numbers of switch and position. */
type Choice = number;
/** Two choices, encoded as one number. */
type Pair = number;

const MOST_POSITIONS = 16;
const MOST_CHOICES = 2 ** 16;

function choiceOf(factor: number, position: number): Choice {
  return factor * MOST_POSITIONS + position;
}

/**
 * Returns the same number for two choices in either order. It avoids `Math`, since jest resolves each global slowly.
 */
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
 * The positions of a row that contains the given pair and as many other missing pairs as possible. Removes all of them
 * from `missing`.
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
