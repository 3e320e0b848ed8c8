import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { processIo } from "../../../cli/io";
import { makeProgram } from "../../../cli/program";
import { readFleet } from "../../../lib/fleet/file";
import { fleetSchema } from "../../../lib/fleet/fleet";
import { planWaves } from "../../../lib/fleet/waves";
import { root } from "../../support/clone";
import { closeAll, temporaryFolder } from "../cli/support";

const page = readFileSync(join(root, "docs/guides/fleet.md"), "utf8");
const examples = join(root, "examples/fleet");
const files = readdirSync(examples, { recursive: true, encoding: "utf8" }).filter((name) => /\.ya?ml$/u.test(name));
const texts = [page, ...files.map((name) => readFileSync(join(examples, name), "utf8"))];

afterEach(closeAll);

test("the example fleet has a canary and two waves", () => {
  const folder = temporaryFolder();
  copyFileSync(join(examples, "fleet.yaml"), join(folder, "fleet.yaml"));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: branches\nruntime: nodejs\n");
  const titles = planWaves(readFleet("fleet.yaml", folder)).map(({ title, sites }) => [
    title,
    sites.map(({ name }) => name),
  ]);
  expect(titles).toEqual([
    ["canary", ["paris"]],
    ["wave 1", ["lyon", "nice", "lille"]],
    ["wave 2", ["airport"]],
  ]);
});

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
