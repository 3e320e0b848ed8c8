import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** The two Go modules for building the engine; change the versions in their go.mod files. */
export const modules = {
  engine: {
    folder: join(here, "engine"),
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    requires: "github.com/pulumi/pulumi/pkg/v3",
  },
  language: {
    folder: join(here, "language"),
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    requires: "github.com/pulumi/pulumi/sdk/v3",
  },
};

/** The variable of Go that holds the version of the engine and of its language hosts. */
export const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/** The three files of an engine, all in one folder. */
export const engineFiles = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

/**
 * The versions that are built, downloaded and tested, without the leading `v`. The engine's version is also the oldest
 * that is accepted from PATH: tests run with it, and older ones are untested.
 */
export async function wantedVersions(): Promise<{ engine: string; language: string }> {
  return { engine: await requiredVersion(modules.engine), language: await requiredVersion(modules.language) };
}

async function requiredVersion({ folder, requires }: { folder: string; requires: string }) {
  const text = await readFile(join(folder, "go.mod"), "utf8");
  const line = text
    .split("\n")
    .find((candidate) => candidate.replace("require", "").trim().startsWith(`${requires} v`));
  const version = line === undefined ? undefined : / v(\S+)/u.exec(line)?.[1];
  if (version === undefined) throw new Error(`${folder}/go.mod does not require ${requires}`);
  return version;
}
