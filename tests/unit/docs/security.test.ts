import { definitionOf, kinds } from "../../../provider/registry";
import { page, section } from "./pages";

test("SECURITY.md says where names and descriptions are seen", () => {
  expect(section(page("SECURITY.md"), "Connections")).toMatch(/descriptions .* travel in URLs.* access logs/u);
});

test("SECURITY.md says why the timing of comparisons does not matter", () => {
  expect(section(page("SECURITY.md"), "Connections")).toMatch(/timing reveals nothing/u);
});

test("README.md says for every kind which right its token needs", () => {
  const rights = section(page("README.md"), "Least privilege");
  const missing = kinds.filter((kind) => definitionOf(kind).appliance === "gateway" && !rights.includes(`\`${kind}\``));
  expect(missing).toEqual([]);
  expect(rights).toContain("replicator resources");
});
