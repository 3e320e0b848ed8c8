import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { makeProgramFolder, type ProgramFolder } from "../../support/clone";

/** Prints the paths of the modules that the program has loaded in its own process. */
const loaded =
  "console.log(JSON.stringify(Object.keys(require.cache).filter((file) => /\\/node_modules\\/(?!@pulumi)|\\/dist\\//.test(file))))";

describe("a program that imports the package", () => {
  let folder: ProgramFolder;

  beforeAll(async () => {
    folder = await makeProgramFolder();
  });
  afterAll(() => folder.remove());

  async function run(source: string): Promise<string[]> {
    await folder.write("index.js", `${source}\n${loaded}`);
    const { stdout } = await promisify(execFile)(process.execPath, ["index.js"], { cwd: folder.path });
    return JSON.parse(stdout) as string[];
  }

  test("loads neither zod nor undici nor a client, and no package that @pulumi/pulumi does not load anyway", async () => {
    const alone = await run('require("@pulumi/pulumi");');
    const files = await run('require("@pulumi/pulumi"); require("pulumi-flowgate");');
    const added = files.filter((file) => !alone.includes(file));
    expect(added.filter((file) => file.includes("/dist/sdk/"))).not.toEqual([]);
    // Files that import nothing.
    const small =
      /\/dist\/(?:sdk\/|lib\/of-one-site\.js|provider\/values\/(?:seccodes|identities|inherited-names)\.js)/u;
    expect(added.filter((file) => !small.test(file))).toEqual([]);
  });

  test("loads zod, undici and the functions with the first call of a function", async () => {
    const files = await run(`
const { getLicense } = require("pulumi-flowgate");
getLicense().catch(() => undefined);`);
    for (const name of ["/zod/", "/undici/", "/dist/provider/functions/functions.js"]) {
      expect(files.filter((file) => file.includes(name))).not.toEqual([]);
    }
  });

  test("loads zod and yaml with the first site model, and still no client", async () => {
    const files = await run(`
const { loadModel } = require("pulumi-flowgate");
loadModel([{ settings: { flowStopAlert: { value: 30 } } }]);`);
    for (const name of ["/zod/", "/yaml/", "/dist/lib/model/resolve.js"]) {
      expect(files.filter((file) => file.includes(name))).not.toEqual([]);
    }
    expect(files.filter((file) => file.includes("/undici/") || file.includes("/dist/provider/http/"))).toEqual([]);
  });
});
