import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/clone";

/** Names of the API documents, and those that each kind has for the same thing. */
const shared = new Set([
  ..."inputs Want Outputs AnyLive AnyProgress converge factsOf links Appliance".split(" "),
  ..."ipGroup ipGroups membership policy rule setting".split(" "),
]);

test("a name at top level means one thing in provider/", () => {
  const files = new Map<string, string[]>();
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "provider"], { cwd: root, encoding: "utf8" });
  for (const file of listed.trim().split("\n")) {
    for (const [, name = ""] of readFileSync(join(root, file), "utf8").matchAll(
      /^(?:export )?(?:async )?(?:function|const|class|interface|type) (\w+)/gmu,
    ))
      files.set(name, [...new Set([...(files.get(name) ?? []), file])]);
  }
  expect(files.size).toBeGreaterThan(800);
  expect([...files].filter(([name, at]) => at.length > 1 && !shared.has(name))).toEqual([]);
});
