import { existsSync } from "node:fs";
import { join } from "node:path";
import { kinds } from "../../../provider/registry";
import { root } from "../../support/clone";

test.each(kinds)("%s has a lifecycle test", (kind) => {
  const name = kind.replace(/(?<=[a-z])[A-Z]/gu, "-$&").toLowerCase();
  expect(existsSync(join(root, "tests/lifecycle", `${name}.test.ts`))).toBe(true);
});
