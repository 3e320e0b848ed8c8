import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "./clone";
import { Journey } from "./journey";
import { install, pack } from "./packed";

/** Does the same as `npm install` of the tarball, without a registry, which may be unreachable. */
async function installTarball({ folder, commands }: Journey): Promise<void> {
  const filename = join("..", (await pack(dirname(folder))).filename);
  commands.push(`npm install ${filename} @pulumi/pulumi @types/node typescript@5`);
  await install(folder, filename);
  const modules = join(folder, "node_modules");
  for (const name of ["@pulumi/pulumi", "@grpc/grpc-js", "google-protobuf", "@types/node", "typescript"]) {
    await mkdir(join(modules, name, ".."), { recursive: true });
    await symlink(join(root, "node_modules", name), join(modules, name), "dir");
  }
  await chmod(join(modules, "pulumi-flowgate/dist/cli/main.js"), 0o755);
  await mkdir(join(modules, ".bin"));
  await symlink("../pulumi-flowgate/dist/cli/main.js", join(modules, ".bin", "flowgate"));
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ dependencies: { "pulumi-flowgate": `file:${filename}` } }),
  );
}

/** Ways in which a user's setup may differ. */
export interface Habits {
  /** Changes the files that init wrote, before anything runs. */
  readonly edit?: (folder: string) => Promise<void>;
  /** Folders of tools that come first in PATH. */
  readonly path?: readonly string[];
  /** The command that installs the tarball of this name. Default: the effect of `npm install`, without a registry. */
  readonly install?: (tarball: string) => string;
  /** The prefix that runs a command of the project. Default `npx`. */
  readonly run?: string;
}

/** Does what a new user does: from an empty folder to drift that is found and repaired, in at most 8 commands. */
export async function firstSteps(template: string, habits: Habits = {}): Promise<void> {
  const { edit, path = [], install: installed, run = "npx" } = habits;
  const journey = await Journey.begin(path);
  try {
    if (installed === undefined) await installTarball(journey);
    else {
      const tarball = join("..", (await pack(dirname(journey.folder))).filename);
      const ended = await journey.type(installed(tarball));
      expect([ended.code, ended.code === 0 ? "" : ended.output]).toEqual([0, ""]);
    }
    const begun = await journey.type(`${run} flowgate init --template ${template}`);
    expect([begun.code, begun.code === 0 ? "" : begun.output]).toEqual([0, ""]);
    await edit?.(journey.folder);
    await journey.simulate(`${run} flowgate simulate --file ../appliances.json`);
    expect(await journey.type("pulumi stack init dev")).toMatchObject({ code: 0 });
    const up = await journey.type("pulumi up --yes --non-interactive");
    expect([up.code, up.code === 0 ? "" : up.output]).toEqual([0, ""]);
    const made = await journey.held("../appliances.json");
    expect(made.ipGroups).toEqual(expect.arrayContaining(["Servers", "Offices"]));
    expect(made.setting("flowStopAlert")).toBe("45");

    expect(await journey.type(`${run} flowgate settings set flowStopAlert 90`)).toMatchObject({ code: 0 });
    const drift = await journey.type(`${run} flowgate drift`);
    expect([drift.code, drift.output]).toEqual([9, expect.stringContaining("flowStopAlert")]);
    const again = await journey.type("pulumi up --refresh --yes --non-interactive");
    expect([again.code, again.code === 0 ? "" : again.output]).toEqual([0, ""]);
    expect((await journey.held("../appliances.json")).setting("flowStopAlert")).toBe("45");
    expect(journey.commands.length).toBeLessThanOrEqual(8);
  } finally {
    await journey.end();
  }
}
