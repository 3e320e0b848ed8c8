import type { GatewayCaller } from "./caller";
import { reportReply, type ReportReply } from "./report-reply";
import {
  type DataMode,
  type DateRange,
  type Direction,
  type Granularity,
  type GraphChoice,
  type RateTotal,
  type ReportType,
  type Unit,
} from "./report-words";

/** `rpt_json`: which data to prepare. The document calls its keys a minimum: others are sent unchanged. */
export interface ReportDefinition {
  reportTypeLang: ReportType | (string & {});
  /** `sdfDips_0` and others, see docs/reference/functions.md. */
  filters: Readonly<Record<string, string>>;
  reportDirections: { selected: Direction };
  times: {
    dateRange: DateRange;
    /** Name of a time zone, e.g. `Europe/Paris`: it defines days and how dates are shown. */
    clientTimezone?: string | undefined;
    /** Epoch seconds, for `Custom` only. */
    start?: number | undefined;
    end?: number | undefined;
  };
  dataMode: { selected: DataMode };
  rateTotal: { selected: RateTotal };
  dataGranularity: { selected: Granularity };
  bbp: { selected: Unit };
  readonly [key: string]: unknown;
}

/** `data_requested` of one direction: which part of the result to return. */
export interface ReportPart {
  /** Default `none`. */
  graph?: GraphChoice | undefined;
  table: { query_limit: { offset: number; max_num_rows: number } };
}

/** Request of `report_api/get`. */
export interface ReportQuestion {
  rpt_json: ReportDefinition;
  /** By direction: only the one that `reportDirections` selects. */
  data_requested: Readonly<Partial<Record<Direction, ReportPart>>>;
}

/** The action of `rm=report_api`. Management gateway, "Endpoints", `rm=report_api`. */
export class ReportApi {
  constructor(private readonly caller: GatewayCaller) {}

  /**
   * Runs a flow report and returns the requested part of it. Throws RangeError, and sends nothing, if the directions of
   * both fields differ.
   */
  async get(question: ReportQuestion): Promise<ReportReply> {
    assertOneDirection(question);
    const { report } = await this.caller.call("report_api/get", { ...question }, reportReply);
    return report;
  }
}

function assertOneDirection({ rpt_json, data_requested }: ReportQuestion): void {
  const { selected } = rpt_json.reportDirections;
  const asked = Object.keys(data_requested);
  if (asked.length === 1 && asked[0] === selected) return;
  throw new RangeError(
    `data_requested is about ${asked.length === 0 ? "no direction" : asked.join(" and ")}, but reportDirections ` +
      `selects ${selected}: they must be the same.`,
  );
}
