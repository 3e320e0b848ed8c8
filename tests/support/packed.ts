import { execFile } from "node:child_process";
import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { cleanEnvironment, makeProgramFolder, type ProgramFolder, root } from "./clone";

const run = promisify(execFile);

/** Packs the clone into a folder, as publishing does. Returns the name of the tarball. */
async function pack(folder: string): Promise<string> {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await run("npm", args, { cwd: root, env: cleanEnvironment() });
  return (JSON.parse(stdout) as [{ filename: string }])[0].filename;
}

/** Unpacks the tarball into node_modules and links its dependencies from the clone: a registry may be unreachable. */
async function install(folder: string, filename: string): Promise<void> {
  const modules = join(folder, "node_modules");
  const target = join(modules, "pulumi-flowgate");
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await run("tar", ["-xzf", join(folder, filename), "-C", target, "--strip-components=1"]);
  // Node.js looks for what a linked package needs beside the link.
  const names = new Set(await dependenciesOf(target));
  for (const name of names) {
    for (const below of await dependenciesOf(join(root, "node_modules", name))) names.add(below);
    const link = join(modules, name);
    await mkdir(dirname(link), { recursive: true });
    await rm(link, { recursive: true, force: true });
    await symlink(join(root, "node_modules", name), link, "dir");
  }
}

async function dependenciesOf(folder: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { dependencies?: object };
  return Object.keys(manifest.dependencies ?? {});
}

/** Creates a program folder with the package as it is in its tarball. */
export async function makePackedFolder(): Promise<ProgramFolder> {
  const folder = await makeProgramFolder();
  await install(folder.path, await pack(folder.path));
  return folder;
}
