/** Two sites from one model with three layers: one for all sites, one per region, and one per site. */
import { loadModel, SiteTemplate } from "pulumi-flowgate";

/** The sites of this program and their regions. To add a site, add one line here and one file in `sites`. */
const sites = { paris: "europe", boston: "america" };

const templates = Object.entries(sites).map(([site, region]) => {
  const model = loadModel(["layers/global.yaml", `layers/${region}.yaml`, `sites/${site}.yaml`]);
  return [site, new SiteTemplate(site, { site, model })] as const;
});

// You can reach every child resource by its name in the model.
export const ipGroups = Object.fromEntries(
  templates.map(([site, template]) => {
    const ids = Object.entries(template.ipGroups).map(([name, { groupId }]) => [name, groupId] as const);
    return [site, Object.fromEntries(ids)];
  }),
);
export const collectors = Object.fromEntries(
  templates.map(([site, template]) => [site, Object.keys(template.collectors)]),
);
