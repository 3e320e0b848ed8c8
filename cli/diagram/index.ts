import { Refusal } from "../../provider/errors/refusal";
import type { Context } from "../context";
import { NotFoundError } from "../errors";
import { flowchart } from "../summary/diagram";
import { chartsOf, type Chart, type Choice } from "./chart";
import { itemsOf, type Source } from "./sources";
import { subjectsOf } from "./subject";
import { svgOf } from "./svg";

/** A finished drawing, with notes for the user. */
export interface Drawing {
  readonly charts: readonly Chart[];
  readonly notes: readonly string[];
}

/** Reads a source and selects the boxes. Throws NotFoundError if the named object does not exist. */
export async function drawingOf(context: Context, source: Source, choice: Choice): Promise<Drawing> {
  const { items, notes } = await itemsOf(context, source);
  try {
    return { charts: chartsOf(subjectsOf(items), choice), notes };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const text = error.message;
    throw new NotFoundError(`${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/u.test(text) ? "" : "."}`);
  }
}

/** A drawing as text in its format. */
export function textOf({ charts }: Drawing, format: "svg" | "mermaid"): string {
  if (format === "svg") return svgOf(charts, charts.map(({ title }) => title).join(", "));
  return flowchart({
    scenes: charts.map(({ title, cluster }) => ({ places: [title], clusters: [cluster] })),
    leftOut: 0,
  });
}

/** A drawing as data: numbered boxes, and arrows between them. */
export function dataOf({ charts, notes }: Drawing): object {
  return {
    charts: charts.map(({ title, cluster }) => {
      const nodes = cluster.columns.flat();
      return {
        title,
        boxes: nodes.map(({ lines, action, isMuted }, id) => ({
          id,
          lines,
          action: action ?? null,
          disabled: isMuted === true,
        })),
        arrows: cluster.arrows.map(({ from, to, dashed }) => ({
          from: nodes.indexOf(from),
          to: nodes.indexOf(to),
          dashed: dashed === true,
        })),
      };
    }),
    notes,
  };
}
