import { expectSettled, oneStage } from "../engine/support";
import { linesWith } from "../kinds/holds";
import type { Operation } from "../kinds/program";
import { type Lines, linesOf } from "../support/held";
import { killedAt, type Victim } from "../support/kills";

// After a crash, a test runs the engine several times.
jest.setTimeout(300_000);

/** The size of the tree: the number of branches and the number of groups below each. The root comes on top. */
const BRANCHES = 19;
const BELOW = 10;

/** The moment of a crash: the n-th change of an operation, before or after the appliance carries it out. */
export interface Moment {
  readonly operation: Operation;
  readonly change: number;
  readonly applied: boolean;
  readonly victim: Victim;
}

interface Member {
  rules: { type: "ip"; address: string }[];
  children?: string[];
  formerNames?: string[];
}

/** A tree of 210 groups. In the second edition some groups, rules, names and parents are different. */
function treeOf(edition: "first" | "second"): Record<string, Member> {
  const second = edition === "second";
  const groups: Record<string, Member> = {};
  const branches: string[] = [];
  for (let branch = 0; branch < BRANCHES; branch++) {
    const below: string[] = [];
    for (let index = 0; index < BELOW; index++) {
      if (second && index === 7) continue;
      const isRenamed = second && index === 3;
      const name = `${isRenamed ? "moved" : "leaf"} ${branch}.${index}`;
      const last = second && index === 5 ? 99 : index;
      const former = isRenamed ? { formerNames: [`leaf ${branch}.${index}`] } : {};
      groups[name] = { rules: [{ type: "ip", address: `10.9.${branch}.${last}` }], ...former };
      below.push(name);
    }
    if (second) groups[`new ${branch}`] = { rules: [] };
    groups[`branch ${branch}`] = { rules: [], children: second ? [...below, `new ${branch}`] : below };
    branches.push(`branch ${branch}`);
  }
  return { ...groups, root: { rules: [], children: branches } };
}

const sourceOf = (edition: "first" | "second"): string => `
const { IpGroups } = require("pulumi-flowgate");
new IpGroups("site", { onExisting: "adoptIfEqual", groups: ${JSON.stringify(treeOf(edition))} });`;

/**
 * One test per moment. Everything crashes at that moment; the next runs must produce what is declared, with no
 * duplicates.
 */
export function testBulkCrashes(moments: readonly Moment[]): void {
  const stage = oneStage();
  let image: string;
  let before: Lines;
  const snapshot = (): string => stage.sim.snapshot({ withoutNotesAndPreferences: true });

  beforeAll(async () => {
    image = snapshot();
    before = linesOf(stage.sim);
  });

  test.each(moments)(
    "with $victim killed at change $change of a bulk $operation (carried out: $applied), the next runs lead to what is declared",
    async ({ operation, change, applied, victim }) => {
      const { sim, engine } = stage;
      await engine.program(sourceOf("first"));
      if (operation !== "create") await engine.up();
      if (operation === "update") await engine.program(sourceOf("second"));
      const match = /ipgroups\/(?:saveRule|update|delete)/u;
      const held = sim.faults.add({ match, skip: change - 1, times: 1, kind: "hang", apply: applied });
      expect(await killedAt(held, engine, [operation === "delete" ? "destroy" : "up"], victim)).toBeUndefined();
      if (operation !== "delete") {
        await engine.up();
        const edition = operation === "create" ? "first" : "second";
        const { exact } = linesWith(before, [["IpGroups", { groups: treeOf(edition) }]], (_, name) => String(name));
        expect(linesOf(sim).exact).toEqual(exact);
        await expectSettled(stage);
      }
      await engine.destroy();
      expect(snapshot()).toBe(image);
      expect(sim.traps.count()).toBe(0);
    },
  );
}
