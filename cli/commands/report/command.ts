import type { Command } from "commander";
import { reportTypes } from "../../../provider/gateway/report-words";
import { RefusedError } from "../../../provider/errors/errors";
import { Refusal } from "../../../provider/errors/refusal";
import type { ReportArguments } from "../../../provider/report/arguments";
import type { ReportStream } from "../../../provider/report/stream";
import { nearWord } from "../../../provider/values/quoted";
import type { Context } from "../../context";
import { CommandError } from "../../errors";
import { amountText } from "../../../lib/output/text";
import { line } from "../../../lib/output/view";
import { lazy } from "../../lazy";
import type { Runner } from "../../run";
import { argumentsOf, groupFilters, addReportOptions, type ReportOptions } from "./options";
import { csvFormat, jsonFormat, tableFormat, type Format } from "./formats";

/** `report`: management gateway, `rm=report_api`. */
export function addReport(program: Command, run: Runner): void {
  const command = program
    .command("report")
    .helpGroup("Gateway:")
    .description("Run a flow report and print its rows as a table, as CSV or as JSON")
    .argument("[type]", "Key of the report, as --types lists them; an appliance may have others", "conversations");
  command.option("--types", "List the documented types of reports; an appliance may have others");
  addReportOptions(command).action(
    run(async (context, type: string, options: ReportOptions & { readonly types?: true }) => {
      if (options.types === true) return { data: reportTypes, views: reportTypes.map((one) => line(one)) };
      await report(context, type, argumentsOf(type, { ...context.options, ...options }), options);
      return undefined;
    }),
  );
}

async function report(context: Context, type: string, args: ReportArguments, options: ReportOptions): Promise<void> {
  const client = await context.gateway();
  const stream = await context.progress.during("Running the report", async () => {
    const filters = [...(args.filters ?? []), ...(await groupFilters(client, options))];
    return inWords(type, () => lazy.reportStream().openReport(client, { ...args, filters }));
  });
  const format = formatOf(context, stream, options);
  // Rows printed on the terminal show the progress already, and nothing may be drawn between them.
  const isSeen = context.terminal.isSeen && context.terminal.isLive;
  const print = (): Promise<number> => printRows(context, stream, format);
  const printed = isSeen ? await print() : await context.progress.during("Reading the rows", print);
  const skipped = Math.min(options.offset, stream.totalRowCount);
  if (printed + skipped >= stream.totalRowCount) return;
  context.terminal.note(
    `${amountText(printed)} of ${amountText(stream.totalRowCount)} rows; --limit all reads them all.`,
  );
}

function formatOf(context: Context, stream: ReportStream, { csv, labels }: ReportOptions): Format {
  if (context.isJson) return jsonFormat(context, stream);
  if (csv === true) return csvFormat(context, stream, labels === true ? "label" : "raw");
  return tableFormat(context, stream);
}

async function printRows(context: Context, stream: ReportStream, format: Format): Promise<number> {
  let printed = 0;
  await format.begin();
  for await (const row of stream.rows()) {
    await format.row(row);
    printed += 1;
    context.progress.update(`Reading the rows: ${amountText(printed)} of ${amountText(stream.totalRowCount)}`);
  }
  await format.end();
  return printed;
}

/**
 * The arguments are valid at this point, so a refusal depends on what the appliance supports. It may have other types
 * than the documented ones: only a refusal makes such a type a mistake.
 */
async function inWords<T>(type: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof RefusedError && !reportTypes.some((known) => known === type)) {
      const near = nearWord(type, reportTypes);
      const hint =
        near === undefined ? "flowgate report --types lists the documented types." : `Did you mean "${near}"?`;
      throw new CommandError("refused", `${error.message} ${hint}`, { cause: error });
    }
    if (error instanceof Refusal) throw new CommandError("attention", error.message, { cause: error });
    throw error;
  }
}
