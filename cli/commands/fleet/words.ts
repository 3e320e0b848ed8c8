import { changesText, type Operation, type Outcome } from "../../../lib/fleet/outcome";

/** Outcome of one site, on one line. */
export function siteText(outcome: Outcome, operation: Operation): string {
  switch (outcome.kind) {
    case "done":
      return `${changesText(outcome.changes, operation)} (${outcome.seconds} s)`;
    case "already":
      return "already done";
    case "failed":
      return `failed: ${outcome.message}`;
    case "locked":
      return `not done, ${outcome.message}`;
    case "notStarted":
      return "not started";
  }
}
