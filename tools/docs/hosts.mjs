import { compiled } from "./compiled.mjs";
import { table } from "./markdown.mjs";

/** The table of what decides between the two hosts. */
export function hostsTable() {
  /** @type {{ comparison: Record<"about" | "dynamic" | "plugin", string>[] }} */
  const { comparison } = compiled("cli/commands/init/templates");
  const rows = comparison.map(({ about, dynamic, plugin }) => [about, dynamic, plugin]);
  return table(["", "Dynamic resources (default)", "Provider plugin"], rows);
}
