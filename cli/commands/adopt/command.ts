import { counted } from "../../../provider/values/quoted";
import type { Command } from "commander";
import { line } from "../../../lib/output/view";
import type { AdoptionFinding } from "../../../lib/site/adoption";
import { titleOf } from "../../../lib/site/title";
import { work } from "../../lazy";
import type { Runner } from "../../run";

/** `adopt`: shows which objects of a program already exist on the appliances. */
export function addAdopt(program: Command, run: Runner): void {
  program
    .command("adopt")
    .helpGroup("Existing appliances:")
    .description("Show what pulumi up of the program in this folder would find, take over and change")
    .addHelpText(
      "after",
      "\nExits with 9 if pulumi up would refuse something. Only reads: pulumi up itself takes objects over, for\n" +
        'resources with onExisting: "adopt".',
    )
    .action(
      run(async (context) => {
        const findings = await work.adopt().findAdoptions(context);
        const count = (verdict: AdoptionFinding["verdict"]): number =>
          findings.filter((one) => one.verdict === verdict).length;
        const [unread, refused] = [count("unread"), count("refuse")];
        const end = [
          `${counted(count("adopt"), "exists", "exist")} and would be taken over`,
          counted(count("new"), "is new", "are new"),
          ...(unread === 0 ? [] : [`${String(unread)} cannot be looked up`]),
          ...(refused === 0 ? [] : [`${String(refused)} would be refused`]),
        ];
        return {
          data: findings,
          views: [
            ...findings.filter(({ verdict }) => verdict !== "new").map((one) => line(textOf(one))),
            line(`${end.join(", ")}. Nothing was sent to the appliances.`, refused === 0 ? "good" : "bad"),
          ],
          ending: refused === 0 ? "done" : "attention",
        };
      }),
    );
}

function textOf({ verdict, changes = "", why, ...object }: AdoptionFinding): string {
  const head = titleOf(object);
  const rest = why === undefined ? "" : ` ${why}`;
  const different = changes === "" ? "as declared" : changes;
  if (verdict === "adopt") return `${head}: would be taken over; ${different}.${rest}`;
  if (verdict === "unread") return `${head}:${rest}`;
  return object.id === undefined
    ? `${head}: refused:${rest}`
    : `${head}: exists, and pulumi up would refuse it; ${different}.${rest}`;
}
