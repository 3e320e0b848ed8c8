import { readFileSync } from "node:fs";
import { join } from "node:path";
import { oneFleet } from "../support/fleet";

jest.setTimeout(300_000);

const program = `const { IpGroup, rule } = require("pulumi-flowgate");
  new IpGroup("servers", { name: "Servers", rules: [rule.ip("192.0.2.1")] });`;
const fleet = oneFleet({ sites: ["lyon", "paris", "rome"], program });

test("a fleet preview shows once what all sites have in common, as a comment and as a page", async () => {
  const { code, stdout } = await fleet.run(["preview"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("Every change: ")]);
  const read = (name: string): string => readFileSync(join(fleet.folder, ".fleet", name), "utf8");
  const comment = read("summary.md");
  expect(comment).toContain("### `lyon`, `paris`, `rome`: **3 new IP groups** · at 3 of 3 stacks · nothing is deleted");
  // No site is named, so the table has no column for it.
  expect(comment).toContain("| Stack | create |\n| --- | --: |\n| `lyon` | 1 |\n");
  expect(comment.match(/IP group `Servers`\*\* at 3 places \(`lyon`, `paris`, `rome`\)/gu)).toHaveLength(1);
  expect(read("summary.html")).toContain("Servers");
  for (const sim of fleet.sims.values()) expect(sim.requests.count()).toBe(0);
});
