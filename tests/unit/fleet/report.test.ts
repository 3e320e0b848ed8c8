import { type Site, fleetSchema } from "../../../lib/fleet/fleet";
import type { Outcome } from "../../../lib/fleet/outcome";
import { advice, markdownOf, outcomeText, type Report, reportOf, totalsText } from "../../../lib/fleet/report";
import type { RunResult, Stop } from "../../../lib/fleet/run";
import { mkdirSync, writeFileSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Digests } from "../../../lib/fleet/digest";
import { parse, parseAllDocuments } from "yaml";
import { processIo } from "../../../cli/io";
import { makeProgram } from "../../../cli/program";
import { root } from "../../support/clone";
import { closeAll, temporaryFolder } from "../cli/support";

describe("a report", () => {
  const site = (name: string): Site => ({ name, stack: `acme/${name}`, tags: [] });
  const done: Outcome = { kind: "done", changes: { create: 2, same: 5 }, seconds: 3.2 };

  function reported(outcomes: Record<string, Outcome>, stopped?: Stop): Report {
    const sites = Object.entries(outcomes).map(([name, outcome]) => ({ site: site(name), outcome }));
    const result: RunResult = { waves: [{ title: "canary", sites }], ...(stopped === undefined ? {} : { stopped }) };
    const head = { fleet: "test", operation: "up", run: "r1", startedAt: "then", endedAt: "later" } as const;
    return reportOf(result, { ...head, logOf: (name) => `/logs/${name}.log` });
  }

  test("a report contains each site with its outcome, and the logs of those that ran", () => {
    const report = reported({ a: done, b: { kind: "already" }, c: { kind: "notStarted" } });
    expect(report.waves[0]?.sites).toEqual([
      {
        site: "a",
        stack: "acme/a",
        outcome: "done",
        changes: { create: 2, same: 5 },
        seconds: 3.2,
        log: "/logs/a.log",
      },
      { site: "b", stack: "acme/b", outcome: "already" },
      { site: "c", stack: "acme/c", outcome: "notStarted" },
    ]);
    expect(totalsText(report)).toBe("1 done, 1 already done, 1 not started");
  });

  test("a report advises what to do next only if the run did not end well", () => {
    expect(advice(reported({ a: done }))).toBeUndefined();
    expect(advice(reported({ a: { kind: "failed", message: "x", seconds: 1 } }))).toContain(
      "update the sites that are not done",
    );
    const preview = { ...reported({ a: { kind: "failed", message: "x", seconds: 1 } }), operation: "preview" } as const;
    expect(advice(preview)).toBe("What would change at the sites without a preview is not known.");
    const stopped = reported(
      { a: { kind: "failed", message: "x", seconds: 1 }, b: { kind: "notStarted" } },
      "failures",
    );
    expect(advice(stopped)).toContain("The other sites were not touched.");
    // The last site was the one too many: nothing was left to stop.
    expect(advice(reported({ a: { kind: "failed", message: "x", seconds: 1 } }, "failures"))).toContain(
      "again to update the sites",
    );
    expect(advice(reported({ a: done }, "interrupted"))).toContain("again to continue");
  });

  test("a row of the table has the beginning of a long message, and the report all of it", () => {
    const message = `IpGroup "Offices" on gateway.brest.example.net: ${"no such host; ".repeat(40)}`;
    const [site] = reported({ a: { kind: "failed", message, seconds: 1 } }).waves[0]?.sites ?? [];
    expect(site?.message).toBe(message);
    const text = site === undefined ? "" : outcomeText(site, "up");
    expect(text).toMatch(/^failed: IpGroup "Offices" on gateway\.brest.*…$/u);
    expect(text.length).toBeLessThan(100);
  });

  test("the Markdown report lists failures first, and no message can end its table cell", () => {
    const text = markdownOf(reported({ a: done, b: { kind: "failed", message: "no | @team\nway", seconds: 1 } }));
    expect(text.indexOf("### Failed")).toBeLessThan(text.indexOf("### canary"));
    expect(text).toContain("| `b` | failed | failed: <code>no &#124; &#64;team&#92;u000away</code> | 1 s |");
    expect(text).toContain("| `a` | done | 2 created | 3.2 s |");
  });

  test("the Markdown report of 10,000 sites fits into a comment, and counts the lines that it left out", () => {
    const outcomes = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`site-${index}`, done] as const));
    const text = markdownOf(reported(outcomes));
    expect(text.length).toBeLessThan(65_000);
    expect(text).toMatch(/\d+ more lines are in report\.json\./u);
  });
});

describe("a digest", () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    write("app/Pulumi.yaml", "name: app");
    write("app/index.ts", "one");
    write("models/paris.yaml", "a: 1");
    write("app/Pulumi.paris.yaml", "encryptionsalt: v1:x\nconfig:\n  flowgate:site: paris\n");
  });

  function write(name: string, text: string): void {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }

  function digests(version = "1"): [string, string] {
    const fleet = {
      program: join(folder, "app"),
      inputs: [join(folder, "models")],
      file: join(folder, "app/fleet.yaml"),
    };
    const of = new Digests(fleet, version, join(folder, "app/.fleet"));
    return [of.of("paris"), of.of("acme/lyon")];
  }

  test.each([
    ["a file of the program", "app/index.ts"],
    ["a new file in a folder of the program", "app/lib/more.ts"],
    ["an input outside of the program", "models/paris.yaml"],
  ])("%s changes the digest of every stack", (_what, name) => {
    const [paris, lyon] = digests();
    write(name, "another");
    expect(digests()[0]).not.toBe(paris);
    expect(digests()[1]).not.toBe(lyon);
  });

  test("the configuration of a stack changes only the digest of that stack", () => {
    const [paris, lyon] = digests();
    write("app/Pulumi.paris.yaml", "encryptionsalt: v1:x\nconfig:\n  flowgate:site: other\n");
    expect(digests()).toEqual([expect.not.stringContaining(paris), lyon]);
  });

  test("the version of this package changes the digest", () => {
    expect(digests("2")[1]).not.toBe(digests("1")[1]);
  });

  test.each([
    [
      "the encryption salt next to the configuration",
      "app/Pulumi.paris.yaml",
      "encryptionsalt: v1:y\nconfig:\n  flowgate:site: paris\n",
    ],
    ["the fleet file", "app/fleet.yaml", "sites: [paris]"],
    ["logs and reports", "app/.fleet/logs/paris.log", "text"],
    ["a package in node_modules", "app/node_modules/x/index.js", "text"],
  ])("%s does not change the digest", (_what, name, text) => {
    const before = digests();
    write(name, text);
    expect(digests()).toEqual(before);
  });
});

describe("documents", () => {
  const page = readFileSync(join(root, "docs/guides/fleet.md"), "utf8");
  const examples = join(root, "examples/fleet");
  const files = readdirSync(examples, { recursive: true, encoding: "utf8" }).filter((name) => /\.ya?ml$/u.test(name));
  const texts = [page, ...files.map((name) => readFileSync(join(examples, name), "utf8"))];

  afterEach(closeAll);

  test("the fleet page explains every key of a fleet file, and its example is valid", () => {
    const explained = [...page.matchAll(/^\| `(\w+)` +\|/gmu)].map(([, key]) => key);
    expect(explained.sort()).toEqual(Object.keys(fleetSchema.shape).sort());
    const [, text = ""] = /```yaml\n([\s\S]*?)```/u.exec(page) ?? [];
    expect(fleetSchema.safeParse(parse(text)).error).toBeUndefined();
  });

  test.each(files)("examples/fleet/%s is YAML without a mistake", (name) => {
    const documents = parseAllDocuments(readFileSync(join(examples, name), "utf8"));
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  });

  test("every fleet command in the page and the example files uses options that exist", () => {
    const program = makeProgram(processIo(), { version: "0.0.0", ended: () => undefined, quiet: false });
    const fleet = program.commands.find((command) => command.name() === "fleet");
    const lines = texts.flatMap((text) => [...text.matchAll(/npx flowgate fleet (?<operation>\w+)(?<options>.*)/gu)]);
    expect(lines.length).toBeGreaterThan(5);
    for (const { groups = {} } of lines) {
      const command = fleet?.commands.find((one) => one.name() === groups["operation"]);
      const known = [...(command?.options ?? []), ...program.options].map(({ long }) => long);
      expect(known).toEqual(expect.arrayContaining(groups["options"]?.match(/--[\w-]+/gu) ?? []));
    }
  });
});
