import type { ReplicatorPath, Segments } from "./path";

const PREFIX = "/api/1/";

/** Parameters that select the operation. Another value means another path. */
const CHOOSING = new Set(["action", "entity"]);

/** The segments of a path below `/api/1/`, each decoded exactly once. */
export function splitPath(path: string): string[] | "elsewhere" | "malformed" {
  if (!path.startsWith(PREFIX)) return "elsewhere";
  try {
    return path
      .slice(PREFIX.length)
      .split("/")
      .map((one) => decodeURIComponent(one));
  } catch {
    return "malformed"; // decodeURIComponent throws only for a malformed escape.
  }
}

/** A request's path, matched to a row. */
export interface Route {
  readonly path: ReplicatorPath;
  readonly segments: Segments;
  /** E.g. `profile/remove`. */
  readonly verb: string;
  /** The other values, e.g. `benchmark-20`. */
  readonly detail: string;
}

/** The first row that matches. */
export function findRoute(paths: readonly ReplicatorPath[], given: readonly string[]): Route | undefined {
  for (const path of paths) {
    const route = fit(path, given);
    if (route !== undefined) return route;
  }
  return undefined;
}

function fit(path: ReplicatorPath, given: readonly string[]): Route | undefined {
  const wanted = path.template.slice(1).split("/");
  if (wanted.length !== given.length) return undefined;
  const segments = Object.create(null) as Record<string, string>;
  const verb: string[] = [];
  const detail: string[] = [];
  for (const [index, pattern] of wanted.entries()) {
    const value = given[index] ?? "";
    const name = /^\[(.*)\]$/u.exec(pattern)?.[1];
    if (name === undefined) {
      if (value !== pattern) return undefined;
      verb.push(pattern);
      continue;
    }
    if (value === "") return undefined;
    if (CHOOSING.has(name)) {
      if (path.segments.shape[name]?.safeParse(value).success !== true) return undefined;
      verb.push(value);
    } else {
      detail.push(value);
    }
    segments[name] = value;
  }
  return { path, segments, verb: verb.filter((word) => word !== "").join("/"), detail: detail.join(" ") };
}
