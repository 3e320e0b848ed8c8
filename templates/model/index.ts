import { readdirSync } from "node:fs";
import { loadModel, SiteTemplate } from "pulumi-flowgate";

// Each site is a file of its own on top of what holds everywhere. With one site, its appliances are those at the top
// level of the configuration; with several, give each template its `site`.
const sites = readdirSync("sites").map((file) => file.replace(/\.yaml$/, ""));
const templates = sites.map((site) => {
  return new SiteTemplate(site, { model: loadModel(["global.yaml", `sites/${site}.yaml`]) });
});

export const ipGroups = templates.map((template) => template.ipGroupIds);
