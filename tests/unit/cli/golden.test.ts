import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { processIo } from "../../../cli/io";
import { makeProgram } from "../../../cli/program";
import { cases, fill, site } from "./golden-cases";
import type { Run } from "./support";

/**
 * What each command prints, as JSON too, with its exit code and the changes that it sent. A file for each case, which a
 * person has read. FLOWGATE_KEEP_GOLDEN writes the files anew.
 */
const folder = join(__dirname, "golden");

/** How a question moves the cursor, in terminals that have one. */
const cursor = new RegExp(`${String.fromCharCode(27)}\\[\\d*[GJ]`, "gu");

function shown({ code, stdout, stderr }: Run, sent: readonly string[]): string {
  const written = existsSync(site.path("site")) ? readdirSync(site.path("site")).sort() : [];
  const parts = [
    stdout,
    stderr === "" ? "" : `--- stderr\n${stderr}`,
    ...written.map((name) => `--- ${name}\n${site.text(`site/${name}`)}`),
    sent.length === 0 ? "" : `--- sent\n${sent.join("\n")}\n`,
  ];
  const { gateway, replicator } = site.sim;
  return `${parts.join("")}--- exit ${String(code)}\n`
    .replaceAll(cursor, "")
    .replaceAll(new URL(gateway.url).host, "gateway.example")
    .replaceAll(new URL(replicator.url).host, "replicator.example")
    .replaceAll(site.options.cwd, "<folder>")
    .replaceAll(/\b[0-9a-f]{32}\b/gu, "<id>")
    .replaceAll(/\b1[5-9]\d{8}\b/gu, "<seconds>")
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z| \d\d:\d\d:\d\d)?/gu, "<date>");
}

/** Compares what a run prints with the file of a case. */
async function compare(name: string, ending: string, run: () => Promise<Run>): Promise<void> {
  fill(site.sim);
  cases[name]?.prepare?.(site.sim);
  site.sim.requests.clear();
  const text = shown(await run(), site.sim.requests.verbs({ kind: "write" }));
  expect(site.sim.replicator.openSessions).toBe(0);
  expect(site.sim.requests.count({ action: "/logout" })).toBeLessThan(2);
  const file = join(folder, `${name}${ending}`);
  if (process.env["FLOWGATE_KEEP_GOLDEN"] !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(existsSync(file) ? readFileSync(file, "utf8") : "");
}

test.each(Object.entries(cases))("%s prints what a person has read and approved", async (name, { args, typed }) => {
  await compare(name, ".txt", () => site.run(args, { terminal: true, ...(typed === undefined ? {} : { typed }) }));
});

/** Reports of many objects are long: their comment says enough. */
const forScripts = Object.entries(cases).filter(
  ([name, { args, typed }]) =>
    typed === undefined &&
    !args.includes("--csv") &&
    name !== "help" &&
    (!/^summary-/u.test(name) || name === "summary-failed"),
);

test.each(forScripts)("%s prints the same for scripts with --json", async (name, { args }) => {
  await compare(name, ".json", () => site.run([...args, "--json"]));
});

/** A command with those below it, each with the words that name it. */
function pathsOf(command: Command, path: readonly string[] = []): (readonly [string, Command])[] {
  return [[path.join(" "), command], ...command.commands.flatMap((one) => pathsOf(one, [...path, one.name()]))];
}

const makeQuiet = (): Command => makeProgram(processIo(), { version: "0.0.0", ended: () => undefined, quiet: true });

test("there are 11 commands, and none has more than 12 options", () => {
  const program = makeQuiet();
  expect(program.commands).toHaveLength(11);
  expect(pathsOf(program).filter(([, { options }]) => options.length > 12)).toEqual([]);
});

test.each(pathsOf(makeQuiet()).map(([path]) => path))(
  "flowgate %s --help fits 40 lines of 80 columns, with two examples that the command takes",
  async (path) => {
    const { stdout } = await site.run([...path.split(" "), "--help"].filter(Boolean), { terminal: true });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter(({ length }) => length > 80)).toEqual([]);
    const taken: string[] = [];
    const program = makeQuiet();
    for (const [own, command] of pathsOf(program)) command.action(() => void taken.push(own));
    const given = lines.slice(lines.indexOf("Examples:") + 1).map((one) => one.replace(/^.*flowgate /u, ""));
    for (const one of given) await program.parseAsync(one.replaceAll("'", "").split(" "), { from: "user" });
    expect(taken).toEqual([expect.stringContaining(path), expect.stringContaining(path)]);
  },
);
