import { existsSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { present } from "../../provider/values/collections";
import { CommandError } from "../errors";
import type { Fleet } from "./file";
import { commitOf, git } from "./report";

/** A program for the model of a site, which the configuration of its Stack object names. */
const INDEX = `const { Config } = require("@pulumi/pulumi");
const { loadModel, SiteTemplate } = require("pulumi-flowgate");
new SiteTemplate(new Config().require("site"), { model: loadModel(new Config().requireObject("layers")) });
`;

/**
 * The Pulumi operator's Stack objects of a fleet, all at the commit of its folder, with the number of their wave as
 * label. A fleet of models needs a program there: it is written once.
 */
export function stackObjects({ name, folder, waves }: Fleet): object {
  const isModel = waves.flat().some(({ layers }) => layers !== undefined);
  const index = join(folder, "index.js");
  if (isModel && !existsSync(index)) writeFileSync(index, INDEX, { flag: "wx" });
  const commit = commitOf(folder);
  const projectRepo = git(folder, "remote", "get-url", "origin")?.replace(/\/\/[^/@]*@/u, "//");
  if (commit === undefined || projectRepo === undefined || (isModel && git(folder, "ls-files", "index.js") === "")) {
    const reason = "A Stack object names a repository and a commit that it has";
    throw new CommandError(
      "attention",
      `${reason}: commit all files of the fleet${isModel ? ", and index.js" : ""}, and push to the remote origin.`,
    );
  }
  const repoDir = git(folder, "rev-parse", "--show-prefix") || undefined;
  const items = waves.flatMap((sites, wave) =>
    sites.map(({ name: site, stack, layers }) => {
      const files = layers?.map((file) => relative(folder, file).replaceAll(sep, "/"));
      const config = files && { [`${name}:site`]: site, [`${name}:layers`]: JSON.stringify(files) };
      return {
        apiVersion: "pulumi.com/v1",
        kind: "Stack",
        metadata: { name: `${name}-${site}`.toLowerCase().replaceAll("_", "-"), labels: { wave: String(wave) } },
        spec: { stack, projectRepo, commit, ...present({ repoDir, config }) },
      };
    }),
  );
  return { apiVersion: "v1", kind: "List", items };
}
