import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { readYaml } from "../../sdk/model/read-yaml";
import { valueOf } from "../../sdk/model/tree";
import { packageManifest } from "../package";
import type { Fleet, Site } from "./file";
import { writeOwn } from "./own-files";
import type { Outcome } from "./stack";

/** What each site's last update depended on, in a file for each site: jobs may run at the same time. */
export class Bases {
  constructor(
    private readonly fleet: Pick<Fleet, "name" | "folder">,
    private readonly commit: string | undefined,
    /** Folder of the files. */
    private readonly folder: string,
  ) {}

  /** Whether the last update of a site succeeded, and depended on the same. */
  isKept(site: Site): boolean {
    const basis = this.#of(site);
    return basis !== undefined && textOf(this.#file(site)) === basis;
  }

  /** Runs an update of a site. Its basis is kept if it succeeds. */
  async around(site: Site, update: () => Promise<Outcome>): Promise<Outcome> {
    const basis = this.#of(site);
    rmSync(this.#file(site), { force: true });
    const outcome = await update();
    if (outcome.failure === undefined && basis !== undefined) writeOwn(this.#file(site), basis);
    return outcome;
  }

  #file({ name }: Site): string {
    return join(this.folder, `${name}.done`);
  }

  /**
   * A digest of package version, names, configuration files, and the layers of the site or the commit of its program.
   * Undefined for a program with changes that are in no commit. The environment and drift are not in it.
   */
  #of({ stack, layers }: Site): string | undefined {
    // Each byte counts, whatever the encoding.
    const declared = layers?.map((file) => textOf(file, "latin1")) ?? this.commit;
    if (declared === undefined) return undefined;
    const files = ["Pulumi.yaml", `Pulumi.${basename(stack)}.yaml`].map((name) => join(this.fleet.folder, name));
    const parts = [packageManifest().version, this.fleet.name, stack, files.map(configIn), declared];
    return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  }
}

/** The values of a configuration file. With the first update, the engine adds other keys. */
function configIn(file: string): unknown {
  return (valueOf(readYaml(file, textOf(file)).tree) as { readonly config?: unknown }).config ?? {};
}

function textOf(file: string, encoding: BufferEncoding = "utf8"): string {
  return existsSync(file) ? readFileSync(file, encoding) : "";
}
