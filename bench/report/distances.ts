import { type Job, jobs } from "../jobs";
import type { Conditions } from "../samples";
import type { Summary } from "../statistics";
import { summaryOf, type View } from "./view";

/** Distance of a contestant from the floor, the time below which no provider can be. */
export interface Distance {
  readonly contestant: "B5" | "B6";
  readonly job: Job;
  readonly conditions: Conditions;
  /** Milliseconds. */
  readonly floor: Summary;
  /** Milliseconds above the floor. */
  readonly above: Summary;
}

/**
 * The floor depends on the form. For one resource per object, it is the longer of two runs of the same round: the
 * engine alone, whose time no provider can reduce, and the best possible script, if it was measured. For all groups in
 * one resource, it is the same command with one group.
 */
export function distancesOf(view: View): Distance[] {
  return view.conditions.flatMap((conditions) =>
    jobs.flatMap((job) => {
      const scripts = view.rounds("B2", job, conditions);
      const ofEach = view.paired(["B5", "B0"], job, conditions).map(({ B5, B0 }) => {
        const floor = Math.max(B0.milliseconds, scripts.get(B5.round)?.milliseconds ?? 0);
        return { floor, above: B5.milliseconds - floor };
      });
      const one = conditions.n === 1 ? undefined : view.summary("B6", job, { ...conditions, n: 1 })?.median;
      const ofBulk = [...view.rounds("B6", job, conditions).values()].flatMap(({ milliseconds }) =>
        one === undefined ? [] : [{ floor: one, above: milliseconds - one }],
      );
      return Object.entries({ B5: ofEach, B6: ofBulk }).flatMap(([contestant, pairs]) => {
        const [floor, above] = [summaryOf(pairs.map((pair) => pair.floor)), summaryOf(pairs.map((pair) => pair.above))];
        if (floor === undefined || above === undefined) return [];
        return [{ contestant: contestant as Distance["contestant"], job, conditions, floor, above }];
      });
    }),
  );
}
