import type { FlowFilter } from "./filters";
import { type Flow, type FlowSource, octetsUntil } from "./flows";
import type { Cell, Rows } from "./kinds";
import type { TimeFrame } from "./times";

/** Counts over some conversations. */
export interface Amount {
  readonly octets: number;
  readonly packets: number;
}

/** A row of a report. */
export interface Row extends Amount {
  readonly cells: readonly Cell[];
}

/** Selection of the conversations of a report. */
export interface ReportScope {
  readonly source: FlowSource;
  readonly frame: TimeFrame;
  readonly includes: FlowFilter;
  readonly rows: Rows;
}

/**
 * The rows of a report, by descending octets, stored as numbers only. Cells are created only for the rows of a
 * requested window, so a page of a report with 100,000 rows costs no more than one of a report with 100.
 */
export class ReportData {
  /** Row numbers by rank. */
  readonly #order: Uint32Array;
  readonly #octets: Float64Array;
  readonly #packets: Float64Array;
  /** One conversation of each row: its first. */
  readonly #examples: Uint32Array;
  /** Sum of all rows. */
  readonly total: Amount;

  constructor(private readonly scope: ReportScope) {
    const { octets, packets, examples } = count(scope);
    this.#octets = Float64Array.from(octets);
    this.#packets = Float64Array.from(packets);
    this.#examples = Uint32Array.from(examples);
    const descending = (a: number, b: number): number => at(this.#octets, b) - at(this.#octets, a) || a - b;
    this.#order = Uint32Array.from(octets.keys()).sort(descending);
    this.total = { octets: sum(octets), packets: sum(packets) };
  }

  /** Number of rows. */
  get size(): number {
    return this.#order.length;
  }

  /** The rows from a rank on; ranks count from 0. */
  window(offset: number, count: number): Row[] {
    return [...this.#order.subarray(offset, offset + count)].map((row) => ({
      octets: at(this.#octets, row),
      packets: at(this.#packets, row),
      cells: this.scope.rows.cells(this.scope.source.flow(at(this.#examples, row))),
    }));
  }

  /** The total without some rows. */
  without(rows: readonly Amount[]): Amount {
    return {
      octets: this.total.octets - sum(rows.map(({ octets }) => octets)),
      packets: this.total.packets - sum(rows.map(({ packets }) => packets)),
    };
  }

  /**
   * Octets in each interval, for each of the first rows and then for all others together. Their sum over the intervals
   * equals the octets of the row.
   */
  series(firstRows: number, borders: readonly number[]): number[][] {
    const { source, rows } = this.scope;
    const examples = [...this.#order.subarray(0, firstRows)].map((row) => source.flow(at(this.#examples, row)));
    const rank = new Map(examples.map((flow, index) => [rows.rowOf(flow), index]));
    const series = Array.from({ length: rank.size + 1 }, () => new Array<number>(borders.length - 1).fill(0));
    for (const flow of included(this.scope)) {
      const points = series[rank.get(rows.rowOf(flow)) ?? rank.size] as number[];
      const activity = source.activity(flow.index);
      let before = octetsUntil(at(borders, 0), activity);
      for (let i = 0; i < points.length; i++) {
        const now = octetsUntil(at(borders, i + 1), activity);
        points[i] = at(points, i) + now - before;
        before = now;
      }
    }
    return series;
  }
}

function* included({ source, includes }: ReportScope): Iterable<Flow> {
  for (let index = 0; index < source.size; index++) {
    const flow = source.flow(index);
    if (includes(flow)) yield flow;
  }
}

function count(scope: ReportScope): Record<"octets" | "packets" | "examples", number[]> {
  const { source, frame, rows } = scope;
  const numbers = new Map<number | string, number>();
  const found = { octets: [] as number[], packets: [] as number[], examples: [] as number[] };
  for (const flow of included(scope)) {
    const activity = source.activity(flow.index);
    const octets = octetsUntil(frame.end, activity) - octetsUntil(frame.start, activity);
    if (octets === 0) continue;
    const key = rows.rowOf(flow);
    const row = numbers.get(key) ?? found.octets.length;
    if (row === found.octets.length) {
      numbers.set(key, row);
      found.examples.push(flow.index);
    }
    found.octets[row] = (found.octets[row] ?? 0) + octets;
    found.packets[row] = (found.packets[row] ?? 0) + source.packets(flow.index, octets);
  }
  return found;
}

/** An element that is known to exist. */
function at(numbers: ArrayLike<number>, index: number): number {
  return numbers[index] as number;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
