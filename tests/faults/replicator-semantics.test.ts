import { profile } from "./replicator-samples";
import { faultRows } from "./row";

const { row } = faultRows();

row("F103: a listening port that another profile has is refused in the appliance's words", async (row) => {
  const first = row.declare("ReplicatorProfile", profile("F103 first"));
  await row.up(first);
  const second = row.declare("ReplicatorProfile", { ...first.program, name: "F103 second" });
  expect((await row.refused(second)).message).toMatch(/already used by profile F103 first/u);
});

row("F104: removing a profile that is gone is done; changing it is an error", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F104"));
  await row.up(netops);
  row.sim.mutate.removeProfile("F104");
  const disabled = { ...netops.program, enabled: false };
  expect((await row.refused(netops, disabled)).message).toMatch(/F104.*(?:does not exist|no longer)/u);
  await row.nextRun();
  await netops.resource.destroy();
  expect(row.changes()).toEqual([]);
});
