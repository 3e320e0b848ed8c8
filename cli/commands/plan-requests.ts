import type { Command } from "commander";
import { line, type View } from "../../lib/output/view";
import { alike } from "../../provider/values/alike";
import { work } from "../lazy";
import type { PlannedRequest } from "../rehearsal";
import type { Runner } from "../run";
import { someOf } from "../../provider/values/quoted";
import { present } from "../../provider/values/collections";

/** `plan-requests`: lists the requests that an update would send. */
export function addPlanRequests(program: Command, run: Runner): void {
  program
    .command("plan-requests")
    .helpGroup("Existing appliances:")
    .description("List the requests that an update would send to each appliance, in order")
    .argument("[file]", "What pulumi preview --show-sames --json printed, - for stdin; by default it is run here")
    .addHelpText(
      "after",
      "\nReads the appliances, and rehearses the update on simulated copies of them: nothing is changed. " +
        "Exits with 9 if the update would stop.",
    )
    .action(
      run(async (context, file: string | undefined) => {
        const { requests, unplanned } = await work.rehearsal().planRequests(context, file);
        const counts = countsOf(requests);
        return {
          data: { requests, counts: counts.map(([place, count]) => ({ ...place, ...count })), unplanned },
          views: [
            tableOf(requests),
            ...counts.map(([place, count]) => line(countText(place, count))),
            ...unplanned.map(({ kind, name, why }) => line(`${kind} "${name}": ${why}`, "bad")),
          ],
          ending: unplanned.length === 0 ? "done" : "attention",
        };
      }),
    );
}

interface ApplianceOfSite {
  readonly appliance: PlannedRequest["appliance"];
  readonly site?: string;
}
interface Count {
  readonly changes: number;
  readonly reads: number;
  readonly sessions: number;
}

function countsOf(requests: readonly PlannedRequest[]): [ApplianceOfSite, Count][] {
  return alike(requests, ({ site, appliance }) => [site, appliance]).map((own) => {
    const [{ site, appliance }] = own;
    const place = { ...present({ site }), appliance };
    const count = (kind: PlannedRequest["kind"]): number => own.filter((one) => one.kind === kind).length;
    return [place, { changes: count("write"), reads: count("read"), sessions: count("session") }];
  });
}

function countText({ appliance, site }: ApplianceOfSite, { changes, reads, sessions }: Count): string {
  const of = site === undefined ? "" : ` of site ${site}`;
  const rest = sessions === 0 ? "" : `, ${String(sessions)} for the session`;
  return `${appliance}${of}: ${String(changes)} that change, ${String(reads)} that read${rest}.`;
}

/** Maximum number of objects in a row. */
const MOST_NAMED = 12;

function tableOf(requests: readonly PlannedRequest[]): View {
  const isOfSites = requests.some(({ site }) => site !== undefined);
  return {
    kind: "table",
    columns: ["No.", ...(isOfSites ? ["Site"] : []), "Appliance", "Request", "About"],
    rows: requests.map(({ site, appliance, action, about }, index) => [
      index + 1,
      ...(isOfSites ? [site] : []),
      appliance,
      action,
      someOf(about.split(", "), MOST_NAMED),
    ]),
    isOrdered: true,
    empty: "The update would send nothing.",
  };
}
