import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import * as sdk from "../../../sdk";
import { dateRanges, granularities, graphs, reportTypes, units } from "../../../provider/gateway/report-words";
import { checkedReport } from "../../../provider/report/arguments";
import { cleanEnvironment, makeProgramFolder, root } from "../../support/clone";
import { configFor } from "../../support/configuration";
import { simulator } from "../gateway/support";
import { closeAll } from "../http/support";

afterEach(closeAll);

const page = (): Promise<string> => readFile(join(root, "docs/reference/functions.md"), "utf8");

/** Everything that the package exports in lower case: functions and builders. */
const exported = Object.keys(sdk).filter((name) => /^[a-z]/u.test(name));
const twins = exported.filter((name) => name.endsWith("Output"));
/** Functions that do not query an appliance, or whose answer cannot be an output. */
const withoutTwin = ["filter", "loadModel", "reportCsv", "reportTable", "rule", "seccodes", "streamReport"];

describe("the functions of the package", () => {
  test("all have an Output variant, except those that need none", () => {
    const questions = exported.filter((name) => !twins.includes(name) && !withoutTwin.includes(name));
    expect(questions.map((name) => `${name}Output`).toSorted()).toEqual(twins.toSorted());
    expect(questions.length).toBe(17);
  });

  test("are all documented on their page, with every filter and every argument and value of a report", async () => {
    const text = await page();
    const questions = exported.filter(
      (name) => !twins.includes(name) && !["loadModel", "rule", "seccodes"].includes(name),
    );
    const filters = Object.keys(sdk.filter).map((name) => `filter.${name}(`);
    const values = [...granularities, ...graphs, ...units, ...reportTypes].map((word) => `\`${word}\``);
    const args = Object.keys(checkedReport({ dateRange: "Today" })).map((name) => `\`${name}\``);
    expect([...questions, ...filters, ...values, ...args].filter((word) => !text.includes(word))).toEqual([]);
    const ranges = [...text.matchAll(/`((?:Last|This|Today|Yesterday)\w*)`/gu)].map(([, range]) => range);
    expect(ranges.filter((range) => !dateRanges.some((known) => known === range))).toEqual([]);
  });

  test("write many rows to a file with the program that the page shows", async () => {
    const sim = await simulator();
    const program = /```js\n(?<code>[\s\S]*?)```/u.exec(await page())?.groups?.["code"] ?? "";
    const folder = await makeProgramFolder();
    try {
      await folder.write("index.js", program);
      const { gateway } = configFor(sim);
      const config = { "flowgate:gateway": JSON.stringify(gateway) };
      const env = cleanEnvironment({ PULUMI_CONFIG: JSON.stringify(config) });
      await promisify(execFile)(process.execPath, ["index.js"], { cwd: folder.path, env });
      const lines = (await readFile(join(folder.path, "yesterday.jsonl"), "utf8")).trimEnd().split("\n");
      expect(lines.length).toBeGreaterThan(100);
      expect(JSON.parse(lines[0] ?? "")).toEqual([
        expect.stringMatching(/^[\d.]+$/u),
        expect.stringMatching(/^\d+-\d+$/u),
        expect.stringMatching(/^[\d.]+$/u),
        expect.any(Number),
        expect.any(Number),
      ]);
    } finally {
      await folder.remove();
    }
  });
});
