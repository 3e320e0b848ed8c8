import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Simulator, startSimulator } from "../../simulator";
import { kinds } from "../../provider/registry";
import { makeProgramFolder, type ProgramFolder } from "../support/clone";

/** Does what a provider process does for one resource: checks it, and creates it if `create` says so. */
const script = `
const [kind, inputs, gateway, create] = JSON.parse(process.argv[2]);
const provider = require("pulumi-flowgate/provider").kind(kind);
const rawConfig = { "flowgate:gateway": JSON.stringify(gateway) };
(async () => {
  await provider.configure({ config: { rawConfig, get: (key) => rawConfig[key] } });
  const { failures } = await provider.check({}, inputs);
  if (failures.length > 0) throw new Error(failures[0].reason);
  await provider.diff("1", inputs, inputs);
  if (create) await provider.create(inputs);
  console.log(JSON.stringify(Object.keys(require.cache)));
  process.exit();
})();`;

const samples = {
  IpGroup: { name: "servers", rules: [{ type: "all" }] },
  ReplicatorProfile: { name: "netflow", listeningPort: 2055, sendingPort: 2056 },
};

describe("a provider process loads only what it needs", () => {
  let folder: ProgramFolder;
  let sim: Simulator;

  beforeAll(async () => {
    [folder, sim] = await Promise.all([makeProgramFolder(), startSimulator({ https: false })]);
    await folder.write("provider.js", script);
  });
  afterAll(() => Promise.all([folder.remove(), sim.close()]));

  async function loaded(kind: keyof typeof samples, create = false): Promise<string[]> {
    const gateway = { url: sim.gateway.url, token: sim.gateway.token, allowHttp: true };
    const task = JSON.stringify([kind, samples[kind], gateway, create]);
    const { stdout } = await promisify(execFile)(process.execPath, ["provider.js", task], { cwd: folder.path });
    return JSON.parse(stdout) as string[];
  }
  const of = (part: string, files: readonly string[]): string[] => files.filter((file) => file.includes(part));

  test.each([
    ["IpGroup", "ip-group"],
    ["ReplicatorProfile", "replicator-profile"],
  ] as const)("check and diff of a %s load only that kind, and nothing that sends a request", async (kind, own) => {
    const files = await loaded(kind);
    expect(kinds.length).toBeGreaterThan(1);
    expect(of("/dist/provider/resources/", files).filter((file) => !file.includes("/parts/"))).toEqual([
      expect.stringMatching(new RegExp(`/${own}\\.js$`, "u")),
    ]);
    for (const part of ["/undici/", "/cockatiel/", "/dist/provider/gateway/client", "/dist/provider/replicator/client"])
      expect(of(part, files)).toEqual([]);
    expect(of("/dist/provider/report/", files)).toEqual([]);
  });

  test("creating an IP group loads the gateway's client, and not the replicator's", async () => {
    const files = await loaded("IpGroup", true);
    expect(of("/dist/provider/gateway/client", files)).toHaveLength(1);
    expect(of("/undici/", files)).not.toEqual([]);
    expect(of("/dist/provider/replicator/", files)).toEqual([]);
    expect(of("/dist/provider/appliance/replicator/", files)).toEqual([]);
    expect(sim.requests.count({ action: "ipgroups/saveRule" })).toBe(1);
  });
});
