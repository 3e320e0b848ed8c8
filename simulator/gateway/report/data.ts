import type { FlowFilter } from "./filters";
import { activeSeconds, type Flow, flowsOf, type TrafficModel } from "./flows";
import type { Cell, KeyColumn } from "./kinds";
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
  readonly traffic: TrafficModel;
  readonly frame: TimeFrame;
  readonly includes: FlowFilter;
  readonly keys: readonly KeyColumn[];
}

/** Counts per second of the conversations that share a row, and the first of them. */
interface Counted {
  octets: number;
  packets: number;
  readonly example: Flow;
}

/** The rows of a report, by descending octets. Cells are created only for the rows of a requested window. */
export class ReportData {
  readonly #rows: readonly Counted[];
  readonly #seconds: number;
  /** Sum of all rows. */
  readonly total: Amount;

  constructor(private readonly scope: ReportScope) {
    this.#seconds = activeSeconds(scope.frame.start, scope.frame.end);
    this.#rows = this.#seconds === 0 ? [] : counted(scope).sort((a, b) => b.octets - a.octets);
    this.total = this.#over(summed(this.#rows));
  }

  /** Number of rows. */
  get size(): number {
    return this.#rows.length;
  }

  /** The rows from a rank on; ranks count from 0. */
  window(offset: number, count: number): Row[] {
    return this.#rows
      .slice(offset, offset + count)
      .map((row) => ({ ...this.#over(row), cells: this.scope.keys.map(({ cellOf }) => cellOf(row.example)) }));
  }

  /** The total without some rows. */
  without(rows: readonly Amount[]): Amount {
    const { octets, packets } = summed(rows);
    return { octets: this.total.octets - octets, packets: this.total.packets - packets };
  }

  /** Octets in each interval, for each of the first rows and then for all others together. */
  series(firstRows: number, borders: readonly number[]): number[][] {
    const parts = [...this.#rows.slice(0, firstRows), summed(this.#rows.slice(firstRows))];
    const intervals = borders.slice(1).map((border, index) => activeSeconds(borders[index] ?? border, border));
    return parts.map(({ octets }) => intervals.map((seconds) => octets * seconds));
  }

  #over({ octets, packets }: Amount): Amount {
    return { octets: octets * this.#seconds, packets: packets * this.#seconds };
  }
}

function counted({ traffic, includes, keys }: ReportScope): Counted[] {
  const found = new Map<string, Counted>();
  for (const flow of flowsOf(traffic)) {
    if (!includes(flow)) continue;
    const key = keys.map(({ valueOf }) => valueOf(flow)).join(" ");
    const row = found.get(key);
    if (row === undefined) {
      found.set(key, { octets: flow.octets, packets: flow.packets, example: flow });
    } else {
      row.octets += flow.octets;
      row.packets += flow.packets;
    }
  }
  return [...found.values()];
}

function summed(rows: readonly Amount[]): Amount {
  return rows.reduce((sum, { octets, packets }) => ({ octets: sum.octets + octets, packets: sum.packets + packets }), {
    octets: 0,
    packets: 0,
  });
}
