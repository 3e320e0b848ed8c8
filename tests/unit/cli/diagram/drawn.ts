import { flowgate, type Run, type Site } from "../support";

export interface Box {
  readonly id: number;
  readonly lines: readonly string[];
  readonly action: string | null;
  readonly disabled: boolean;
}
export interface Drawn {
  readonly charts: readonly {
    readonly title: string;
    readonly boxes: readonly Box[];
    readonly arrows: readonly { readonly from: number; readonly to: number; readonly dashed: boolean }[];
  }[];
  readonly notes: readonly string[];
}

const read = ({ stdout }: Run): Drawn => JSON.parse(stdout) as Drawn;

export function chartOf({ charts }: Drawn, title: string): Drawn["charts"][number] {
  const chart = charts.find((one) => one.title === title);
  if (chart === undefined) throw new Error(`There is no ${title}, only ${charts.map((one) => one.title).join(", ")}.`);
  return chart;
}

export const headsOf = (boxes: readonly Box[]): string[] => boxes.map(({ lines }) => lines[0] ?? "");

/** The arrows, described by the first lines of their boxes. */
export function waysIn({ boxes, arrows }: Drawn["charts"][number]): string[] {
  const heads = headsOf(boxes);
  return arrows.map(({ from, to, dashed }) => `${heads[from] ?? ""} ${dashed ? "-.->" : "-->"} ${heads[to] ?? ""}`);
}

export async function drawnOf(site: Site, ...args: readonly string[]): Promise<Drawn> {
  return read(await site.run(["diagram", ...args, "--json"]));
}

export async function previewed(text: string, ...args: readonly string[]): Promise<Drawn> {
  return read(await flowgate(["diagram", "--preview", "-", "--json", ...args], { piped: text }));
}
