import type { SiteReading } from "../lib/site/object";
import { readSite } from "../lib/site/read";
import type { Context } from "./context";
import { refusals } from "./export/choice";

/** Reads everything from the appliances of the chosen site, and shows the progress in the terminal. */
export async function siteReading(context: Context, { all }: { all: boolean }): Promise<SiteReading> {
  const { configuration, site } = await context.configured();
  const { progress } = context;
  return refusals(() =>
    progress.during("Reading the appliances", () =>
      readSite(configuration, {
        site,
        all,
        tell: (done, count) => progress.update(`Reading the appliances: ${String(done)} of ${String(count)} IP groups`),
      }),
    ),
  );
}
