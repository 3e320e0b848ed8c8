import { ReplyError } from "../../../provider/errors/errors";
import type { ReportQuestion } from "../../../provider/gateway/report";
import { closeAll, fails } from "../http/support";
import { clientAnswered, clientOf, simulator } from "../gateway/support";
import { reportJson } from "../simulator/report-support";

afterEach(closeAll);

/** The minimal question according to the document, for all exporters. */
function question(change: Partial<ReportQuestion["rpt_json"]> = {}): ReportQuestion {
  const { selected } = change.reportDirections ?? { selected: "inbound" };
  return {
    rpt_json: { ...reportJson({ times: { dateRange: "LastHour" } }), ...change } as ReportQuestion["rpt_json"],
    data_requested: { [selected]: { graph: "all", table: { query_limit: { offset: 0, max_num_rows: 5 } } } },
  };
}

test.each([
  ["another", { outbound: { table: { query_limit: { offset: 0, max_num_rows: 1 } } } }],
  ["no", {}],
  [
    "a second",
    {
      inbound: { table: { query_limit: { offset: 0, max_num_rows: 1 } } },
      outbound: { table: { query_limit: { offset: 0, max_num_rows: 1 } } },
    },
  ],
])(
  "F102: report_api/get is refused without a request if data_requested has %s direction",
  async (_name, data_requested) => {
    const sim = await simulator();
    await fails(
      clientOf(sim).report.get({ ...question(), data_requested }),
      RangeError,
      "selects inbound: they must be the same.",
    );
    expect(sim.requests.count()).toBe(0);
  },
);

describe("the forms of a report answer", () => {
  test("a rank may have neither value nor element, texts may be empty, and further fields are kept or left out", async () => {
    const cells = [[{ label: 1 }, { rawValue: null, label: null }]];
    const table = {
      totalRowCount: "1",
      columns: [{ label: "#" }, { elementName: "", label: null }],
      rows: cells,
      more: 1,
    };
    const graph = { pie: { inbound: [1] }, gauge: { needle: 3 } };
    const client = await clientAnswered({ report: { table: { inbound: table }, graph, more: 1 } });
    const reply = await client.report.get(question());
    expect(reply).toEqual({
      request_id: undefined,
      table: {
        inbound: {
          totalRowCount: 1,
          columns: [
            { elementName: undefined, format: undefined, label: "#" },
            { elementName: undefined, format: undefined, label: "" },
          ],
          rows: [
            [
              { rawValue: null, label: "1" },
              { rawValue: null, label: "" },
            ],
          ],
          footer: [],
        },
      },
      time_details: {},
      exporter_details: {},
      graph: { pie: { inbound: [1] }, fields: new Map([["gauge", { needle: 3 }]]) },
    });
  });

  test.each([
    ["no report", {}],
    ["no table", { report: {} }],
    ["rows that are no lists", { report: { table: { inbound: { totalRowCount: 1, columns: [], rows: [{}] } } } }],
    ["an invalid cell", { report: { table: { inbound: { totalRowCount: 1, columns: [], rows: [[["x"]]] } } } }],
    ["a count below 0", { report: { table: { inbound: { totalRowCount: -1, columns: [], rows: [] } } } }],
    ["a count that is no number", { report: { table: { inbound: { totalRowCount: "many", columns: [], rows: [] } } } }],
    ["no columns", { report: { table: { inbound: { totalRowCount: 0, rows: [] } } } }],
  ])("F71: an answer with %s is a ReplyError with the place in the JSON", async (_name, reply) => {
    const { report } = await clientAnswered(reply);
    await fails(report.get(question()), ReplyError, /does not have the documented form: \$\.report/u);
  });
});
