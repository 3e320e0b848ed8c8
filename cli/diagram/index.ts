import { unknownWord } from "../../provider/values/quoted";
import type { Context } from "../context";
import { capitalised, NotFoundError } from "../errors";
import { parts, subjectsOf } from "../picture";
import { sizeOf } from "../picture/drawn";
import { flowchart } from "../picture/mermaid";
import type { Subject } from "../picture/subject";
import { svgOf, type Chart } from "../picture/svg";
import { placeNames } from "../summary/entries";
import { drawnFrom, type Source } from "./sources";

/** Subject and limits of a drawing. */
export interface Choice {
  readonly what: "all" | keyof typeof parts;
  /** Name of the group or profile to draw. Undefined: everything. */
  readonly group?: string;
  readonly profile?: string;
  /** Maximum number of boxes per drawing. */
  readonly most: number;
}

/** A finished drawing, with notes for the user. */
export interface Drawing {
  readonly charts: readonly Chart[];
  readonly notes: readonly string[];
}

/** Reads a source and selects the boxes. Throws NotFoundError if the named object does not exist. */
export async function drawingOf(context: Context, source: Source, choice: Choice): Promise<Drawing> {
  const { objects, notes } = await drawnFrom(context, source);
  return { charts: chartsOf(subjectsOf(objects, placeNames({ places: objects })), choice), notes };
}

/** The drawings of every place. */
function chartsOf(subjects: ReadonlyMap<string, Subject>, { what, group, profile, most }: Choice): Chart[] {
  const focus = { groups: group, flows: profile, access: undefined };
  const isPart = group !== undefined || profile !== undefined;
  assertKnown(
    "IP group",
    group,
    [...subjects.values()].flatMap(({ groups }) => groups),
  );
  assertKnown(
    "profile",
    profile,
    [...subjects.values()].flatMap(({ profiles }) => profiles),
  );
  const chosen = (Object.keys(parts) as (keyof typeof parts)[]).filter(
    (part) => (what === "all" || what === part) && (!isPart || focus[part] !== undefined),
  );
  return [...subjects].flatMap(([place, subject]) =>
    chosen.flatMap((part): Chart[] => {
      const names = part === "groups" ? subject.groups : subject.profiles;
      if (isPart && !names.some(({ name }) => name === focus[part])) return [];
      const cluster = parts[part].draw(subject, { most, focus: focus[part] });
      const title = `${place === "" ? "" : `${place}: `}${parts[part].title}`;
      return sizeOf(cluster) === 0 ? [] : [{ title, cluster }];
    }),
  );
}

function assertKnown(what: string, name: string | undefined, known: readonly { readonly name: string }[]): void {
  const names = known.map((one) => one.name);
  if (name === undefined || names.includes(name)) return;
  throw new NotFoundError(capitalised(unknownWord(what, name, names)));
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
