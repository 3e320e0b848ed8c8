import type { Lines } from "../support/held";
import type { Properties } from "../support/provider-calls";
import type { Before } from "./sample";
import { sampleOf } from "./samples";

/** A resource of a program: its kind and its inputs. */
export type Declaration = readonly [kind: string, inputs: Properties];

/**
 * What the appliances hold after a program was applied, derived from the API documents alone. `lasting` has only the
 * lines of the program.
 */
export function linesWith(before: Lines, program: readonly Declaration[], nameOf: Before["nameOf"]): Lines {
  const around = { lines: before.exact, nameOf };
  // What is declared twice in one resource exists once.
  const ours = program.flatMap(([kind, inputs]) => [...new Set(sampleOf(kind).holds(inputs, around))]);
  const set = program.flatMap(([kind, { name }]) => (kind === "Setting" ? [`setting ${String(name)} `] : []));
  const kept = before.exact.filter((line) => !set.some((prefix) => line.startsWith(prefix)));
  const isLasting = (line: string): boolean => /^(?:note of|preference) /u.test(line);
  return {
    exact: [...kept, ...ours.filter((line) => !isLasting(line))].sort(),
    lasting: ours.filter(isLasting).sort(),
  };
}
