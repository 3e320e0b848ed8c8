import type { Cell, Column } from "./columns";
import type { Flow } from "./flows";

/** Counts over some conversations. */
export interface Amount {
  readonly octets: number;
  readonly packets: number;
}

/** A row of a report. */
export interface Row extends Amount {
  readonly cells: readonly Cell[];
}

/** The rows of conversations that send for some seconds, by descending octets. */
export function rowsOf(flows: readonly Flow[], keys: readonly Column<Flow>[], seconds: number): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const flow of seconds === 0 ? [] : flows) {
    const amount = { octets: flow.octets * seconds, packets: flow.packets * seconds };
    const cells = keys.map(({ cellOf }) => cellOf(flow));
    const name = JSON.stringify(cells);
    rows.set(name, { cells, ...summed([amount, rows.get(name) ?? nothing]) });
  }
  return [...rows.values()].sort((a, b) => b.octets - a.octets);
}

const nothing: Amount = { octets: 0, packets: 0 };

export function summed(amounts: readonly Amount[]): Amount {
  return amounts.reduce(
    (sum, { octets, packets }) => ({ octets: sum.octets + octets, packets: sum.packets + packets }),
    nothing,
  );
}
