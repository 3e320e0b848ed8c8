import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../support/clone";

/**
 * Runs a program in a separate process. It may use `withoutGarbage`, `large` and `used`. Returns the numbers that it
 * prints.
 */
async function figures(program: string): Promise<number[]> {
  const source = `
    const { withoutGarbage } = require(${JSON.stringify(join(root, "dist/provider/dynamic/garbage.js"))});
    const { getHeapStatistics } = require("node:v8");
    const { setTimeout: pause } = require("node:timers/promises");
    const large = () => Array.from({ length: 1_500_000 }, (_, index) => ({ index, name: "group-" + index }));
    const used = () => Math.round(getHeapStatistics().used_heap_size / 2 ** 20);
    (async () => { ${program} })();
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", source]);
  return JSON.parse(stdout) as number[];
}

// The process does nothing else in the meantime, so only the package itself can free the memory.
describe("the garbage of a large call", () => {
  test("is freed when the call ends, before its answer is converted to a message", async () => {
    const [within = 0, after = 0] = await figures(`
      let within;
      await withoutGarbage(() => {
        let values = large();
        within = used();
        values = undefined;
        return "answer";
      });
      console.log(JSON.stringify([within, used()]));
    `);
    expect(within).toBeGreaterThan(120);
    expect(after).toBeLessThan(30);
  });

  test("is freed some time after the call if the answer is still needed for a while", async () => {
    const [within = 0, after = 0] = await figures(`
      let answer = await withoutGarbage(() => large());
      const within = used();
      // The host makes the message, and the engine reads it.
      for (const end = Date.now() + 300; Date.now() < end; );
      await pause(300);
      answer = undefined;
      await pause(1500);
      console.log(JSON.stringify([within, used()]));
    `);
    expect(within).toBeGreaterThan(120);
    expect(after).toBeLessThan(30);
  });

  test("does not hide the error of a call that fails", async () => {
    const [isSame] = await figures(`
      const error = await withoutGarbage(() => { large(); throw new Error("no") }).catch((fault) => fault);
      console.log(JSON.stringify([error.message === "no" ? 1 : 0]));
    `);
    expect(isSame).toBe(1);
  });
});
