/** Median and spread of some figures. */
export interface Summary {
  readonly median: number;
  /** First quartile: a quarter of the figures is below. */
  readonly low: number;
  /** Third quartile: a quarter of the figures is above. */
  readonly high: number;
  readonly count: number;
}

/** Median and quartiles, interpolated. Throws a RangeError if there are no figures. */
export function summarise(values: readonly number[]): Summary {
  if (values.length === 0) throw new RangeError("There are no figures to summarise.");
  const sorted = [...values].sort((one, other) => one - other);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    count: sorted.length,
  };
}

function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place - Math.floor(place));
}

/** The straight line through the first and the last point, and the largest distance of the others from it. */
export interface Line {
  readonly slope: number;
  readonly intercept: number;
  readonly largestError: number;
}

/** Throws a RangeError for fewer than two points. */
export function lineThrough(points: readonly (readonly [x: number, y: number])[]): Line {
  const sorted = [...points].sort(([one], [other]) => one - other);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || first[0] === last[0])
    throw new RangeError("A line needs two points.");
  const slope = (last[1] - first[1]) / (last[0] - first[0]);
  const intercept = first[1] - slope * first[0];
  const errors = sorted.map(([x, y]) => Math.abs(y - (intercept + slope * x)));
  return { slope, intercept, largestError: Math.max(...errors) };
}
