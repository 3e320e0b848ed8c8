import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { compilers } from "../support/compilers";
import { cleanEnvironment, type ProgramFolder } from "../support/clone";
import { makePackedFolder } from "../support/packed";

const run = promisify(execFile);

jest.setTimeout(600_000);

const program = `
import { Collector, IpGroup, Permission, ReplicatorProfile, rule } from "pulumi-flowgate";
import { startSimulator } from "pulumi-flowgate/simulator";
import { GatewayClient } from "pulumi-flowgate/client";
const group = new IpGroup("branches", { rules: ["10.30.0.0/16"].map(rule.network) });
const flows = new ReplicatorProfile("flows", { listeningPort: 2055, sendingPort: 2056 });
new Collector("collector", { address: "10.20.0.10", profiles: [flows], threshold: 100 });
new Permission("p", { userGroupId: 4, permissionType: "app", seccode: "IPGroups" });
export const names: string[] = [startSimulator.name, GatewayClient.name];
export const groupId = group.groupId;
`;

describe("a program compiles without skipLibCheck with", () => {
  let folder: ProgramFolder;

  beforeAll(async () => {
    folder = await makePackedFolder();
    await folder.write("index.ts", program);
  });
  afterAll(() => folder.remove());

  test.each(compilers)("TypeScript %s", async (version) => {
    await folder.write("compiler/package.json", '{ "private": true }');
    const compiler = join(folder.path, "compiler");
    const npm = ["install", "--no-audit", "--no-fund", "--no-save", `typescript@${version}`];
    await run("npm", npm, { cwd: compiler, env: cleanEnvironment() });
    // Later versions no longer support the older module resolution.
    const resolution = Number.parseFloat(version) < 6 ? ["commonjs", "node"] : ["node16", "node16"];
    const options = [
      "--strict",
      "--noEmit",
      "--target",
      "es2020",
      "--lib",
      "es2020",
      "--types",
      "node",
      "--esModuleInterop",
    ];
    const tsc = join(compiler, "node_modules/typescript/bin/tsc");
    const args = [
      tsc,
      ...options,
      "--module",
      resolution[0],
      "--moduleResolution",
      resolution[1],
      "index.ts",
    ] as string[];
    const { stdout } = await run(process.execPath, args, { cwd: folder.path, env: cleanEnvironment() });
    expect(stdout).toBe("");
  });
});
