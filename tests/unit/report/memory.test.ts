import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startSimulator } from "../../../simulator";
import { makeProgramFolder } from "../../support/clone";

jest.setTimeout(180_000);

const ROWS = 30_000;
/** More memory than a page of 1000 rows needs, but far less than all rows would need. */
const MOST_GROWTH_BYTES = 8 * 1024 * 1024;

/** Reads a large report and measures the heap of the process meanwhile. */
const program = `
const { filter, streamReport } = require("pulumi-flowgate");
const pulumi = require("@pulumi/pulumi");
(async () => {
  const { url, token } = JSON.parse(process.argv[2]);
  pulumi.runtime.setAllConfig({ "flowgate:gateway": JSON.stringify({ url, token, allowHttp: true }) });
  const report = await streamReport({ dateRange: "Custom", start: "2026-01-31T08:00:00Z", end: "2026-01-31T09:00:00Z",
    window: { limit: "all" } });
  const heaps = [];
  let rows = 0;
  let bytes = 0;
  for await (const row of report.rows()) {
    rows += 1;
    bytes += Number(row.sum_octetdeltacount.raw);
    if (rows % 3000 === 0) { global.gc(); heaps.push(process.memoryUsage().heapUsed); }
  }
  const { total, others } = { total: report.total, others: report.others() };
  console.log(JSON.stringify({ rows, totalRowCount: report.totalRowCount, bytes, heaps,
    total: total.sum_octetdeltacount.raw, others: others.sum_octetdeltacount.raw }));
})();`;

test("F102: 30,000 rows are read page by page in bounded memory", async () => {
  const [sim, folder] = await Promise.all([startSimulator({ https: false }), makeProgramFolder()]);
  try {
    sim.mutate.setTraffic({ conversations: ROWS });
    await folder.write("index.js", program);
    const access = JSON.stringify({ url: sim.gateway.url, token: sim.gateway.token });
    const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", "index.js", access], {
      cwd: folder.path,
    });
    const seen = JSON.parse(stdout) as Record<"rows" | "totalRowCount" | "bytes" | "total" | "others", number> & {
      heaps: number[];
    };
    expect(seen).toMatchObject({ rows: ROWS, totalRowCount: ROWS });
    expect(seen.bytes / seen.total).toBeCloseTo(1, 6);
    expect(seen.others / seen.total).toBeCloseTo(0, 6);
    expect(sim.requests.count({ action: "report_api/get" })).toBe(ROWS / 1000);
    const [first = 0, ...later] = seen.heaps;
    expect(Math.max(...later) - first).toBeLessThan(MOST_GROWTH_BYTES);
  } finally {
    await Promise.all([sim.close(), folder.remove()]);
  }
});
