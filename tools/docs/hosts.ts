import { compiled } from "./compiled.ts";
import { table } from "./markdown.ts";

/** The table of what decides between the two hosts. */
export function hostsTable() {
  const { comparison }: { comparison: Record<"about" | "dynamic" | "plugin", string>[] } =
    compiled("cli/commands/init/templates");
  const rows = comparison.map(({ about, dynamic, plugin }) => [about, dynamic, plugin]);
  return table(["", "Dynamic resources (default)", "Provider plugin"], rows);
}
