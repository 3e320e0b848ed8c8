// Preloaded (`--require`) into provider processes: a creation fails by a mistake of the provider's own.
const { join } = require("node:path");

if (process.argv[1]?.match(/dynamic-provider|pulumi-resource-flowgate/u)) {
  const adoption = require(join(__dirname, "../../dist/provider/kinds/adoption.js"));
  const { createOrAdopt } = adoption;
  adoption.createOrAdopt = (creation) => createOrAdopt({ ...creation, box: undefined });
}
