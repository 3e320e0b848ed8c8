import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startSimulator, type Simulator } from "../../../simulator";
import { type Ended, launch, makeProgramFolder, type ProgramFolder, root } from "../../support/clone";
import { engineEnvironment, findEngineFolder } from "../../support/engine";
import { page, section } from "./pages";

jest.setTimeout(300_000);

/** The command lines of a section of the README, in order. */
function commands(heading: string): string[] {
  const blocks = [...section(page("README.md"), heading).matchAll(/^```sh\n([\s\S]*?)^```$/gmu)];
  return blocks.flatMap(([, lines = ""]) => lines.trim().split("\n"));
}

let sim: Simulator;
let folder: ProgramFolder;
let env: Record<string, string>;
beforeAll(async () => {
  [sim, folder] = await Promise.all([startSimulator(), makeProgramFolder()]);
  const home = join(folder.path, "home");
  await mkdir(home);
  const command = "node_modules/.bin/flowgate";
  await folder.write(command, `#!/bin/sh\nexec node "${join(root, "dist/cli/main.js")}" "$@"\n`);
  await chmod(join(folder.path, command), 0o755);
  const { PULUMI_BACKEND_URL: _, ...engine } = engineEnvironment([await findEngineFolder()], "", home, {
    HOME: home,
    PULUMI_CONFIG_PASSPHRASE: "test",
    // What a user confirms at a terminal.
    PULUMI_SKIP_CONFIRMATIONS: "true",
    // What the lines that `flowgate simulate` prints set.
    FLOWGATE_GATEWAY_URL: sim.gateway.url,
    FLOWGATE_GATEWAY_TOKEN: sim.gateway.token,
    FLOWGATE_GATEWAY_CERT_FINGERPRINTS: sim.caFingerprint ?? "",
    FLOWGATE_REPLICATOR_URL: sim.replicator.url,
    FLOWGATE_REPLICATOR_USER: sim.replicator.user,
    FLOWGATE_REPLICATOR_PASSWORD: sim.replicator.password,
    FLOWGATE_REPLICATOR_CERT_FINGERPRINTS: sim.caFingerprint ?? "",
  });
  env = engine;
});
afterAll(async () => {
  await folder.remove();
  await sim.close();
});

async function run(line: string): Promise<Ended> {
  return launch("sh", ["-c", line], folder.path, env).ended;
}

test("the lines of the README lead from an empty folder to an update, a change by hand, and a comment", async () => {
  const [install, ...begin] = commands("Try it without an appliance").filter((line) => !line.includes(" simulate "));
  // The package is linked into the folder, in place of a registry.
  expect(install).toBe("npm install pulumi-flowgate @pulumi/pulumi @types/node typescript@5");
  expect(begin.at(-1)).toBe("pulumi up");
  for (const line of begin) expect([line, await run(line)]).toMatchObject([line, { code: 0 }]);
  expect(sim.gateway.store.ipGroupsNamed("Offices")).toHaveLength(1);

  const [change = "", drift = "", back = ""] = commands("Change something by hand");
  expect([change, (await run(change)).code]).toEqual([change, 0]);
  const found = await run(drift);
  expect([drift, found.code]).toEqual([drift, 9]);
  expect(found.stdout).toContain("9000");
  expect([back, (await run(back)).code]).toEqual([back, 0]);
  expect(sim.replicator.store.thresholds.get("10.20.0.10")).toBe(5000);

  for (const line of commands("In pull requests")) expect([line, (await run(line)).code]).toEqual([line, 0]);
  expect((await run("cat summary.md")).stdout).toContain("flowgate summary");
});
