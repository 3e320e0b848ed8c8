import { jobs } from "../jobs";
import type { Conditions, JobSample } from "../samples";
import { type Summary, summarise } from "../statistics";
import type { View } from "./view";

/** Distance of a contestant from the floor, the time below which no provider can be. */
export interface Distance {
  readonly contestant: "B5" | "B6";
  readonly job: JobSample["job"];
  readonly conditions: Conditions;
  /** Milliseconds. */
  readonly floor: Summary;
  /** Milliseconds above the floor. */
  readonly above: Summary;
}

const time = ({ milliseconds }: JobSample): number => milliseconds;

/**
 * The floor depends on the form. For one resource per object, it is the longer of two runs of the same round: the
 * engine alone, whose time no provider can reduce, and the best possible script, if it was measured. For all groups in
 * one resource, it is the same command with one group.
 */
export function distancesOf(view: View): Distance[] {
  return view.conditions.flatMap((conditions) =>
    jobs.flatMap((job) =>
      [ofEach(view, job, conditions), ofBulk(view, job, conditions)].filter((found) => found !== undefined),
    ),
  );
}

function ofEach(view: View, job: JobSample["job"], conditions: Conditions): Distance | undefined {
  const [engine, script] = [view.rounds("B0", job, conditions), view.rounds("B2", job, conditions)];
  const pairs = [...view.rounds("B5", job, conditions)].flatMap(([round, ours]) => {
    const [alone, best] = [engine.get(round), script.get(round)];
    if (alone === undefined) return [];
    const floor = Math.max(time(alone), best === undefined ? 0 : time(best));
    return [{ floor, above: time(ours) - floor }];
  });
  return distance("B5", job, conditions, pairs);
}

function ofBulk(view: View, job: JobSample["job"], conditions: Conditions): Distance | undefined {
  const one = view.summary("B6", job, { ...conditions, n: 1 });
  if (one === undefined || conditions.n === 1) return undefined;
  const floor = one.median;
  const pairs = [...view.rounds("B6", job, conditions).values()].map((ours) => ({ floor, above: time(ours) - floor }));
  return distance("B6", job, conditions, pairs);
}

function distance(
  contestant: Distance["contestant"],
  job: JobSample["job"],
  conditions: Conditions,
  pairs: readonly { floor: number; above: number }[],
): Distance | undefined {
  if (pairs.length === 0) return undefined;
  const [floor, above] = [summarise(pairs.map((pair) => pair.floor)), summarise(pairs.map((pair) => pair.above))];
  return { contestant, job, conditions, floor, above };
}
