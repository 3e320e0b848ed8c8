import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { atLeast } from "../lib/versions.mjs";
import { findExecutable, languageHostWorks, pathFolders, versionOf } from "./check.ts";
import type { Way } from "./engine.ts";

/** An engine that the user installed: `pulumi` on PATH, with its language host beside it or on PATH too. */
export const fromPath: Way = {
  name: "path",
  async find({ wanted }) {
    const pulumi = await findExecutable("pulumi", pathFolders());
    if (pulumi === undefined) return { missing: "there is no `pulumi` on PATH" };
    const version = await versionOf(pulumi);
    if (version === undefined) return { missing: `${pulumi} does not run` };
    if (!atLeast(version, wanted.engine)) {
      return { missing: `${pulumi} is version ${version}; ${wanted.engine} is the oldest that is tested` };
    }
    const folders = [dirname(await realpath(pulumi)), dirname(pulumi), ...pathFolders()];
    const host = await findExecutable("pulumi-language-nodejs", folders);
    if (host === undefined) return { missing: `${pulumi} has no language host for Node.js beside it or on PATH` };
    if (!(await languageHostWorks(host))) return { missing: `${host} does not start` };
    if ((await findExecutable("pulumi-resource-pulumi-nodejs", folders)) === undefined) {
      return { missing: `${pulumi} has no host for dynamic providers beside it or on PATH` };
    }
    return { folder: dirname(pulumi), version, origin: `from PATH, ${pulumi}` };
  },
};
