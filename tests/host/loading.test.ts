import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startSimulator } from "../../simulator";
import { kinds } from "../../provider/registry";
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

const samples = {
  IpGroup: { name: "servers", rules: [{ type: "all" }] },
  ReplicatorProfile: { name: "netflow", listeningPort: 2055, sendingPort: 2056 },
};

const folder = opened(makeProgramFolder);

/** What a program of the folder prints, as JSON. */
async function printed<T>(...args: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder.path });
  return JSON.parse(stdout) as T;
}

describe("a provider process loads only what it needs", () => {
  const sim = opened(() => startSimulator({ https: false }));
  beforeAll(() => folder.write("provider.js", script));

  async function loaded(kind: keyof typeof samples, create = false): Promise<string[]> {
    const gateway = { url: sim.gateway.url, token: sim.gateway.token, allowHttp: true };
    const task = JSON.stringify([kind, samples[kind], gateway, create]);
    return printed<string[]>("provider.js", task);
  }
  const of = (part: string, files: readonly string[]): string[] => files.filter((file) => file.includes(part));

  test.each([
    ["IpGroup", "ip-group"],
    ["ReplicatorProfile", "replicator-profile"],
  ] as const)("check and diff of a %s load only that kind, and nothing that sends a request", async (kind, own) => {
    const files = await loaded(kind);
    expect(kinds.length).toBeGreaterThan(1);
    expect(
      of("/dist/provider/kinds/", files).filter((file) => !/\/parts\/|\/(?:definition|adoption)\.js$/u.test(file)),
    ).toEqual([expect.stringMatching(new RegExp(`/${own}\\.js$`, "u"))]);
    for (const part of ["/undici/", "/p-limit/", "/dist/provider/gateway/client", "/dist/provider/replicator/client"])
      expect(of(part, files)).toEqual([]);
    expect(of("/dist/provider/report/", files)).toEqual([]);
    expect([of("/dist/zod.js", files).length, of("/node_modules/zod/", files).length]).toEqual([1, 0]);
  });

  test("creating an IP group loads the gateway's client, and not the replicator's", async () => {
    const files = await loaded("IpGroup", true);
    expect(of("/dist/provider/gateway/client", files)).toHaveLength(1);
    expect(of("/undici/", files)).not.toEqual([]);
    expect(of("/dist/provider/replicator/", files)).toEqual([]);
    expect(sim.requests.count({ action: "ipgroups/saveRule" })).toBe(1);
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
