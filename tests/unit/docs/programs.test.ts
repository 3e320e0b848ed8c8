import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { makeProgramFolder, root } from "../../support/clone";
import { opened } from "../../support/opened";
import { typeMistakes } from "../../support/type-mistakes";
import { blocks, type Block } from "./pages";

interface Declared {
  readonly title: string;
  readonly resources: number;
  readonly error?: string;
}

const programs = blocks("ts");
const ofPulumi = programs.filter(({ code }) => code.includes('from "pulumi-flowgate"'));

describe("the programs of the documentation", () => {
  const folder = opened(makeProgramFolder);
  /** The JavaScript of each program, by title. */
  const compiled = new Map<string, string>();
  let faults: string[];

  beforeAll(async () => {
    await Promise.all(programs.map((block) => folder.write(fileOf(block), block.code)));
    faults = typeMistakes(folder.path, programs.map(fileOf), (file, code) => {
      const block = programs.find((one) => file === join(folder.path, fileOf(one)).replace(/ts$/u, "js"));
      if (block !== undefined) compiled.set(block.title, code);
    });
  });

  test("include at least 6 on the pages of resource kinds, and the README's has at most 20 lines", () => {
    const ofKinds = ofPulumi.filter(({ title }) => title.startsWith("docs/reference/resources/"));
    expect(ofKinds.length).toBeGreaterThanOrEqual(6);
    const [first] = ofPulumi.filter(({ title }) => title.startsWith("README.md"));
    expect(first?.code.trimEnd().split("\n").length).toBeLessThanOrEqual(20);
  });

  test("compile like a user's program, with strict types", () => {
    expect(faults).toEqual([]);
  });

  test("that declare resources run, and everything that they declare passes the check", async () => {
    const declared = await run(ofPulumi.map(({ title }) => ({ title, code: compiled.get(title) ?? "" })));
    expect(declared.map(({ title, error }) => ({ title, error }))).toEqual(
      ofPulumi.map(({ title }) => ({ title, error: undefined })),
    );
    expect(declared.filter(({ resources }) => resources === 0)).toEqual([]);
  });

  test.each(programs.filter((block) => !ofPulumi.includes(block)).map(({ title }) => title))(
    "%s runs",
    async (title) => {
      await folder.write("plain.js", compiled.get(title) ?? "");
      const ended = promisify(execFile)(process.execPath, ["plain.js"], { cwd: folder.path });
      await expect(ended).resolves.toMatchObject({ stderr: "" });
    },
  );
});

function fileOf({ title }: Block): string {
  return `${title.replace(/\W/gu, "-")}.ts`;
}

async function run(sources: readonly { title: string; code: string }[]): Promise<Declared[]> {
  const child = spawn(process.execPath, [join(root, "tools/docs/run-programs.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(sources));
  return JSON.parse(await text(child.stdout)) as Declared[];
}
