import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startSimulator } from "../../simulator";
import { makeProgramFolder } from "../support/clone";
import { opened } from "../support/opened";

/** Prints the modules that each step has loaded in addition, those of `@pulumi/pulumi` left out. */
const importing = `
const known = new Set();
const added = () => Object.keys(require.cache).filter((file) =>
  /\\/node_modules\\/(?!@pulumi)|\\/dist\\//.test(file) && !known.has(file) && known.add(file));
require("@pulumi/pulumi");
added();
const { loadModel } = require("pulumi-flowgate");
const steps = [added()];
loadModel([{ settings: { flowStopAlert: { value: 30 } } }]);
console.log(JSON.stringify([...steps, added()]));`;

/** Does what a provider process does for one resource: checks it, and creates it if `create` says so. */
const script = `
if (process.argv[3] === "moved") {
  const { _resolveFilename: resolve } = module.constructor;
  module.constructor._resolveFilename = (name, ...more) =>
    resolve(name.replace(/^undici\\/lib/, "undici/moved"), ...more);
}
const [kind, inputs, gateway, create] = JSON.parse(process.argv[2]);
const provider = require("pulumi-flowgate/provider").kind(kind);
const rawConfig = { "flowgate:gateway": JSON.stringify(gateway) };
(async () => {
  await provider.configure({ config: { rawConfig, get: (key) => rawConfig[key] } });
  const { failures } = await provider.check({}, inputs);
  if (failures.length > 0) throw new Error(failures[0].reason);
  await provider.diff("1", { ...inputs, groupId: 1, ruleCount: 1 }, inputs);
  if (create) await provider.create(inputs);
  console.log(JSON.stringify(Object.keys(require.cache)));
  process.exit();
})();`;

const sample = { name: "servers", rules: [{ type: "all" }] };

const folder = opened(makeProgramFolder);

/** What a program of the folder prints, as JSON. */
async function printed<T>(...args: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder.path });
  return JSON.parse(stdout) as T;
}

describe("a provider process loads only what it needs", () => {
  const sim = opened(() => startSimulator({ https: false }));
  beforeAll(() => folder.write("provider.js", script));

  async function loaded(create: boolean, undici = ""): Promise<string[]> {
    const gateway = { url: sim.gateway.url, token: sim.gateway.token, allowHttp: true };
    const task = JSON.stringify(["IpGroup", sample, gateway, create]);
    return printed<string[]>("provider.js", task, undici);
  }
  const of = (part: string, files: readonly string[]): string[] => files.filter((file) => file.includes(part));

  test("check and diff load only the kind, and nothing that sends a request", async () => {
    const files = await loaded(false);
    expect(
      of("/dist/provider/kinds/", files).filter((file) => !/\/parts\/|\/(?:definition|adoption)\.js$/u.test(file)),
    ).toEqual([expect.stringMatching(/\/ip-group\.js$/u)]);
    for (const part of ["/undici/", "/p-limit/", "/dist/provider/gateway/client", "/dist/provider/replicator/client"])
      expect(of(part, files)).toEqual([]);
    expect(of("/dist/provider/report/", files)).toEqual([]);
    expect([of("/dist/zod.js", files).length, of("/node_modules/zod/", files).length]).toEqual([1, 0]);
  });

  test.each([false, true])("a creation loads of undici what sends, unless its files moved: %s", async (isMoved) => {
    const files = await loaded(true, isMoved ? "moved" : "");
    expect(of("/dist/provider/gateway/client", files)).toHaveLength(1);
    expect(of("/undici/lib/", files)).not.toEqual([]);
    expect(of("/undici/lib/web/fetch/index", files)).toHaveLength(isMoved ? 1 : 0);
    expect(of("/dist/provider/replicator/", files)).toEqual([]);
    const made = sim.gateway.store.ipGroupsNamed("servers");
    expect(made).toHaveLength(1);
    for (const { id } of made) sim.gateway.store.ipGroups.delete(id);
  });
});

describe("a program that imports the package", () => {
  let imported: string[];
  let model: string[];
  beforeAll(async () => {
    await folder.write("index.js", importing);
    [imported = [], model = []] = await printed<string[][]>("index.js");
  });
  const without = (files: readonly string[], names: readonly string[]): string[] =>
    names.filter((name) => !files.some((file) => file.includes(name)));

  test("loads neither zod nor undici nor a client, and hardly a file that @pulumi/pulumi does not load anyway", () => {
    expect(without(imported, ["/dist/sdk/"])).toEqual([]);
    // Values that import nothing but a library of one small file.
    const small = /\/dist\/(?:sdk|provider\/values)\/|\/fastest-levenshtein\//u;
    expect(imported.filter((file) => !small.test(file))).toEqual([]);
  });

  test("loads zod and yaml with the first site model, and still no client", () => {
    expect(without(model, ["/dist/zod.js", "/yaml/", "/dist/sdk/model/resolve.js"])).toEqual([]);
    expect(model.filter((file) => file.includes("/undici/") || file.includes("/dist/provider/http/transport"))).toEqual(
      [],
    );
  });
});
