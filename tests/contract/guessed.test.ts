import { isLong } from "../support/long";
import type { Properties } from "../support/provider-calls";
import { type FaultRow, faultRows } from "../faults/row";

/**
 * Answers that no document shows and that no plausible appliance gives. The provider may understand them or not: what
 * counts is that nothing is lost, that nothing of others changes, and that an error is one sentence. The checks of each
 * row (tests/support/invariants.ts) look at the stores and at the state.
 */
const { row } = faultRows();

/** Forms of an answer that is an object. All but the first only in the long run. */
const forms: Readonly<Record<string, (answer: unknown) => unknown>> = {
  "a text": () => "done",
  "a list": (answer) => [answer],
  "an envelope": (answer) => ({ data: answer }),
  "other keys": (answer) =>
    Object.fromEntries(Object.entries(answer as object).map(([key, value]) => [key.toUpperCase(), value as unknown])),
  null: () => null,
};

interface Case {
  readonly kind: string;
  readonly program: Properties;
  /** The actions that a creation, or the reading after it, sends. */
  readonly actions: readonly (string | RegExp)[];
}

const cases: readonly Case[] = [
  {
    kind: "IpGroup",
    program: { name: "guessed", rules: [{ type: "ip", address: "10.1.2.3" }] },
    actions: ["ipgroups/loadTreeRootFast", "ipgroups/saveRule", "ipgroups/loadRules"],
  },
  {
    kind: "UserGroup",
    program: { name: "guessed" },
    actions: ["user_api/createUsergroup"],
  },
  {
    kind: "ReplicatorProfile",
    program: { name: "guessed", listeningPort: 31_900, sendingPort: 31_901, enabled: false },
    actions: [/login/u, "show/config", "profile/add", "profile/disable", "rebuild"],
  },
  {
    kind: "Collector",
    program: { address: "10.77.0.1", profiles: ["legacy-netops"], threshold: 7 },
    actions: ["show/config", "collector/add", "collector/threshold"],
  },
  {
    kind: "Exporter",
    program: { address: "10.77.0.2", profiles: ["legacy-netops"] },
    actions: [/show\/exporters/u, "exporter/add"],
  },
  {
    kind: "Policy",
    program: { cidr: "10.78.0.0/16", profile: "legacy-netops", kind: "include" },
    actions: ["show/config", "policies/add"],
  },
];

/** One `up` whose outcome is not known before. Returns the error of one that failed. */
function attempt(row: FaultRow, up: Promise<unknown>): Promise<Error | undefined> {
  return up.then(
    () => undefined,
    () => row.failure(up),
  );
}

for (const { kind, program, actions } of cases) {
  for (const match of actions) {
    for (const [form, rewrite] of Object.entries(forms).slice(0, isLong ? undefined : 1)) {
      row(`${kind}: ${String(match)} answers ${form}: nothing is lost, and the next up completes it`, async (row) => {
        row.within({ requests: 200, milliseconds: 60_000 });
        await row.nextRun();
        const declared = row.declare(kind, program);
        const fault = row.fault({ match, kind: { rewrite } });
        await attempt(row, row.up(declared));
        await row.nextRun();
        if (declared.resource.exists) {
          await attempt(row, declared.resource.refresh());
          expect(declared.resource.exists).toBe(true);
        }
        expect(fault.hits).toBeGreaterThan(0);
        row.heal();
        await row.nextRun();
        const again = await attempt(row, row.up(declared));
        // What the appliance has made and the state does not hold must be adopted by the user's own line.
        if (again !== undefined) {
          expect(again.message).toContain('onExisting: "adopt"');
          await row.up(declared, { ...program, onExisting: "adopt" });
        }
      });
    }
  }
}
