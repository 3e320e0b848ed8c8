import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { makeProgramFolder } from "../../support/clone";

/** Prints the modules that each step has loaded in addition, those of `@pulumi/pulumi` left out. */
const program = `
const known = new Set();
const added = () => Object.keys(require.cache).filter((file) =>
  /\\/node_modules\\/(?!@pulumi)|\\/dist\\//.test(file) && !known.has(file) && known.add(file));
require("@pulumi/pulumi");
added();
const { getLicense, loadModel } = require("pulumi-flowgate");
const steps = [added()];
loadModel([{ settings: { flowStopAlert: { value: 30 } } }]);
steps.push(added());
getLicense().catch(() => console.log(JSON.stringify([...steps, added()])));`;

describe("a program that imports the package", () => {
  let imported: string[];
  let model: string[];
  let functions: string[];
  beforeAll(async () => {
    const folder = await makeProgramFolder();
    await folder.write("index.js", program);
    const { stdout } = await promisify(execFile)(process.execPath, ["index.js"], { cwd: folder.path });
    await folder.remove();
    [imported = [], model = [], functions = []] = JSON.parse(stdout) as string[][];
  });
  const without = (files: readonly string[], names: readonly string[]): string[] =>
    names.filter((name) => !files.some((file) => file.includes(name)));

  test("loads neither zod nor undici nor a client, and no package that @pulumi/pulumi does not load anyway", () => {
    expect(without(imported, ["/dist/sdk/"])).toEqual([]);
    // Files that import nothing.
    const small =
      /\/dist\/(?:sdk\/|lib\/of-one-site\.js|provider\/values\/(?:seccodes|identities|inherited-names)\.js)/u;
    expect(imported.filter((file) => !small.test(file))).toEqual([]);
  });

  test("loads zod and yaml with the first site model, and still no client", () => {
    expect(without(model, ["/zod/", "/yaml/", "/dist/lib/model/resolve.js"])).toEqual([]);
    expect(model.filter((file) => file.includes("/undici/") || file.includes("/dist/provider/http/"))).toEqual([]);
  });

  test("loads undici and the functions with the first call of a function", () => {
    expect(without(functions, ["/undici/", "/dist/provider/functions/functions.js"])).toEqual([]);
  });
});
