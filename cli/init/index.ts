import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { projectFile } from "../engine/run";
import { UsageError } from "../errors";
import { manifestIn, missingPackages, projectFiles, type ProjectChoice } from "./project";
import { programFiles } from "./templates";
import { assertEmpty, writeProject } from "./write";

export { assertEmpty } from "./write";

/** The written files, and the packages that are still missing. */
export interface Initialised {
  readonly files: readonly string[];
  readonly missing: readonly string[];
}

/** Writes a project into an empty folder. Files that an installation has left there are allowed. */
export async function initialise(folder: string, choice: ProjectChoice): Promise<Initialised> {
  await assertEmpty(folder);
  if (projectFile(folder) !== undefined) {
    throw new UsageError(`${folder} is already inside a Pulumi project. Nothing was written.`);
  }
  const manifest = await manifestIn(folder);
  const all = [...projectFiles(choice, manifest, resolve(folder, "package.json")), ...programFiles[choice.template]];
  // A .gitignore that is there already belongs to its author.
  const files = all.filter(({ path }) => path !== ".gitignore" || !existsSync(resolve(folder, path)));
  await writeProject(folder, files, new Map(manifest === undefined ? [] : [["package.json", manifest]]));
  const written = files.find(({ path }) => path === "package.json")?.text ?? "{}";
  return { files: files.map(({ path }) => path), missing: missingPackages(folder, written) };
}
