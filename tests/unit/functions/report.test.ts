import * as pulumi from "@pulumi/pulumi";
import { filter, runReport, runReportOutput, streamReport, type RunReportArgs } from "../../../sdk";
import type { Report } from "../../../provider/report/result";
import { closeAll, rejection } from "../http/support";
import { simulator } from "../gateway/support";
import { anHour } from "../report/support";
import { valueOf } from "../sdk/support";
import { ask } from "./support";

afterEach(closeAll);

const hour: RunReportArgs = anHour;

test("runReport accepts the filters of the builder", async () => {
  const sim = await simulator();
  ask(sim);
  const group = sim.mutate.gateway((store) => store.addIpGroup("empty", []));
  const filters = [
    filter.exporter("10.1.0.1"),
    filter.interface("10.2.0.1", 2, "hexIndex"),
    filter.deviceGroup(2),
    filter.port(443, "tcp"),
    filter.network("10.0.0.0/8", "source"),
    filter.raw("sdfIps_0", "in_10.1.0.1_both"),
    filter.host("10.1.0.2"),
    filter.ipGroup(group.id),
  ];
  expect((await runReport({ ...hour, filters })).totalRowCount).toBe(0);
  expect((await runReport({ ...hour, filters: [filter.allExporters()] })).totalRowCount).toBeGreaterThan(100);
});

test.each([
  ["a Date", new Date(anHour.start)],
  ["a text", anHour.start],
  ["an output of a text", pulumi.output(anHour.start)],
  ["a promise of a Date", Promise.resolve(new Date(anHour.start))],
])("runReportOutput accepts %s as a time, and outputs in filters and in the window", async (_name, start) => {
  ask(await simulator());
  const output = runReportOutput({
    dateRange: "Custom",
    start,
    end: new Date(anHour.end),
    filters: [filter.exporter(pulumi.output("10.1.0.1")), "in_GROUP_2"],
    window: { limit: pulumi.output(2) },
  });
  const report: Report = await valueOf(output);
  expect(report.rows).toHaveLength(2);
  expect(report.timeDetails).toMatchObject({
    start: Date.parse(anHour.start) / 1000,
    end: Date.parse(anHour.end) / 1000,
  });
});

test("streamReport reads pages while rows are consumed, and fails with one sentence if a later page fails", async () => {
  const sim = await simulator();
  ask(sim);
  const report = await streamReport({ ...hour, window: { limit: "all", pageSize: 50 } });
  expect(sim.requests.count()).toBe(1);
  sim.faults.add({ match: "report_api/get", skip: 1, kind: { refuse: "the report is gone" } });
  const seen: unknown[] = [];
  const error = await rejection(
    (async () => {
      for await (const row of report.rows()) seen.push(row);
    })(),
  );
  expect(seen).toHaveLength(100);
  expect((error as Error).message).toMatch(
    /^streamReport: reading the report on 127\.0\.0\.1:\d+ failed: the report is gone\.$/u,
  );
});
