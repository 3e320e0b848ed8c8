import { z } from "zod";
import { jsonField } from "../form";
import { filtersSchema } from "./filters";
import { reportTypes } from "./columns";
import { timesSchema } from "./times";

const selected = <const Values extends readonly string[]>(values: Values) =>
  z.strictObject({ selected: z.enum(values) });

/** `rpt_json`. The API document calls its keys a minimum set: each is required, and additional keys are refused. */
const reportSchema = z.strictObject({
  reportTypeLang: z.enum(reportTypes, { error: "is not a known report" }),
  filters: filtersSchema,
  reportDirections: selected(["inbound", "outbound"]),
  times: timesSchema,
  dataMode: selected(["saf", "traditional"]),
  rateTotal: selected(["rate", "total"]),
  // The valid names depend on a switch; `intervalSeconds` parses them.
  dataGranularity: z.strictObject({ selected: z.string() }),
  bbp: selected(["bits", "bytes", "percent"]),
});

/** Parts of the answer that a request selects for one direction; `none` is the documented default of `graph`. */
const partSchema = z.strictObject({
  graph: z.enum(["all", "pie", "timeseries", "none"]).default("none"),
  table: z.strictObject({
    query_limit: z.strictObject({ offset: z.int().nonnegative(), max_num_rows: z.int().positive() }),
  }),
});

const dataRequestedSchema = z.strictObject({ inbound: partSchema.optional(), outbound: partSchema.optional() });

/** The form fields of `rm=report_api`, `action=get`. */
export const reportFields = z
  .strictObject({ rpt_json: jsonField(reportSchema), data_requested: jsonField(dataRequestedSchema) })
  .superRefine(({ rpt_json, data_requested }, context) => {
    const direction = rpt_json.reportDirections.selected;
    const other = direction === "inbound" ? "outbound" : "inbound";
    const fault = (message: string): void => context.addIssue({ code: "custom", path: ["data_requested"], message });
    if (data_requested[other] !== undefined) fault(`${other} is not the direction of the report`);
    else if (data_requested[direction] === undefined) fault(`${direction} is missing`);
  });

export type ReportRequest = z.output<typeof reportSchema>;
export type RequestedPart = z.output<typeof partSchema>;
