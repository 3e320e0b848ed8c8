import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { join } from "node:path";
import { root } from "../../support/clone";

const run = promisify(execFile);

describe("F155: the guards that are removed one by one", () => {
  test("stand where the list says, have a test each that exists, and are all in docs/guards.md", async () => {
    const check = run(process.execPath, [join(root, "tools/guards.mjs"), "--check"]);
    await expect(check).resolves.toMatchObject({ stderr: "" });
  }, 60_000);

  test("that have moved are told, by what they guard and where", async () => {
    const script = `
      const { without } = await import(${JSON.stringify(join(root, "tools/guards/guard.mjs"))});
      const guard = { guard: "a door", file: "house.ts", edits: [{ find: "locked", replace: "open" }] };
      const told = ["locked", "unlocked and locked", "gone"].map((source) => {
        try { return without(guard, source); } catch (error) { return error.message.split("\\n")[0]; }
      });
      console.log(JSON.stringify(told));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script]);
    const moved = (times: number): string =>
      `Guard moved: "a door" is to be once in house.ts, and is there ${times} times:`;
    expect(JSON.parse(stdout)).toEqual(["open", moved(2), moved(0)]);
  });
});
