import type * as pulumi from "@pulumi/pulumi";
import {
  filter,
  getIpGroup,
  getIpGroupOutput,
  getIpGroups,
  getLicense,
  getProfilesOutput,
  IpGroup,
  resolveName,
  runReport,
  runReportOutput,
  type Report,
} from "../../../sdk";

/** Compiled, but never run. The compiler must report each mistake below and accept everything else. */
export async function compiles(text: pulumi.Output<string>, id: pulumi.Output<number>, group: IpGroup): Promise<void> {
  await getIpGroup({ name: "Paris" });
  await getIpGroup({ id: 12, site: "lyon" });
  // @ts-expect-error -- neither name nor id
  await getIpGroup({});
  // @ts-expect-error -- both name and id
  await getIpGroup({ name: "Paris", id: 12 });
  // @ts-expect-error -- an output needs the twin
  await getIpGroup({ name: text });
  getIpGroupOutput({ name: text, site: text });
  getIpGroupOutput({ id: group.id });
  getIpGroupOutput({ id });
  // @ts-expect-error -- a misspelt key
  await getIpGroups({ matches: "Paris" });
  // @ts-expect-error -- the license takes no filter
  await getLicense({ filter: "x" });
  // @ts-expect-error -- the address is required
  await resolveName({});
  getProfilesOutput({ filter: text });

  // A resource accepts the result of a function.
  const found = await getIpGroup({ name: "Paris" });
  new IpGroup("copy", { rules: found.rules });
  new IpGroup("copy-output", { rules: getIpGroupOutput({ name: text }).rules });

  await runReport({ dateRange: "LastHour" });
  await runReport({ dateRange: "Custom", start: new Date(), end: "2026-01-31T08:00:00Z", reportType: "anyOther" });
  // @ts-expect-error -- Custom without start and end
  await runReport({ dateRange: "Custom" });
  // @ts-expect-error -- start without Custom
  await runReport({ dateRange: "Today", start: new Date() });
  // @ts-expect-error -- no such range
  await runReport({ dateRange: "LastHours" });
  // @ts-expect-error -- no such unit
  await runReport({ dateRange: "Today", unit: "bit" });
  // @ts-expect-error -- no such limit
  await runReport({ dateRange: "Today", window: { limit: "most" } });
  // @ts-expect-error -- no such type of filter
  await runReport({ dateRange: "Today", filters: [{ type: "hosts", address: "10.0.0.1" }] });
  await runReport({
    dateRange: "Today",
    filters: ["in_GROUP_ALL", filter.host("10.0.0.1"), { type: "port", port: 53 }],
  });
  // @ts-expect-error -- an output needs the twin
  await runReport({ dateRange: "Today", filters: [filter.host(text)] });
  const report: pulumi.Output<Report> = runReportOutput({
    dateRange: "Custom",
    start: text,
    end: new Date(),
    filters: [filter.host(text), filter.ipGroup(group, "source"), filter.interface("10.0.0.1", id), text],
    window: { limit: id },
  });
  // @ts-expect-error -- a cell is not a number
  report.apply(({ rows }) => rows.map((row): number => row["sum_octetdeltacount"]));
}

test("the argument types of the functions accept valid arguments and refuse mistakes", () => {
  expect(compiles).toEqual(expect.any(Function));
});
