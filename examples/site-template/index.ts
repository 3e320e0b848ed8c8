/** Two sites from one model in three layers: what holds everywhere, in a region, and what is a site's own. */
import { loadModel, SiteTemplate } from "pulumi-flowgate";

/** The sites of this program with their regions. A further site is one line here and one file. */
const sites = { paris: "europe", boston: "america" };

const templates = Object.entries(sites).map(([site, region]) => {
  const model = loadModel(["layers/global.yaml", `layers/${region}.yaml`, `sites/${site}.yaml`]);
  return [site, new SiteTemplate(site, { site, model })] as const;
});

// Every child resource can be reached by its name in the model.
export const ipGroups = Object.fromEntries(
  templates.map(([site, template]) => {
    const ids = Object.entries(template.ipGroups).map(([name, { groupId }]) => [name, groupId] as const);
    return [site, Object.fromEntries(ids)];
  }),
);
export const collectors = Object.fromEntries(
  templates.map(([site, template]) => [site, Object.keys(template.collectors)]),
);
