import type { Context } from "../../context";
import { line } from "../../../lib/output/view";
import type { Result } from "../../result";

interface DeleteAllOptions {
  readonly confirm?: string;
}

/** Maximum number of names to show before the deletion. */
const MOST_NAMES = 10;

/** `ip-groups delete-all`: management gateway, `deleteAll`. Requires the user to type the gateway's host name. */
export async function deleteAll(context: Context, options: DeleteAllOptions): Promise<Result> {
  await context.assertChanges();
  const client = await context.gateway();
  const read = () => client.ipGroups.loadTreeRootFast();
  const before = await context.progress.during("Reading the IP groups", read);
  const names = before.map(({ fc_name }) => `"${fc_name}"`);
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  const what =
    `This deletes all ${before.length} IP groups of ${client.host}, including those that it came with: ` +
    `${names.slice(0, MOST_NAMES).join(", ") || "none is listed"}${more}. It cannot be undone.`;
  await context.confirm(what, client.host, options.confirm);
  // The answer is not documented, so the result is read afterwards.
  const left = await context.progress.during("Deleting all IP groups", async () => {
    await client.ipGroups.deleteAll();
    return read();
  });
  const data = { deleted: before.length - left.length, left: left.length };
  if (left.length > 0) {
    const text = `${left.length} IP groups are still there on ${client.host}, ${data.deleted} are gone.`;
    return { data, views: [line(text, "bad")], ending: "attention" };
  }
  return { data, views: [line(`Deleted all ${before.length} IP groups of ${client.host}.`, "good")] };
}
