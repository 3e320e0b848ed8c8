import type { SiteObject } from "./object";
import type { WrittenResource } from "./program";

/** Name of the file beside an exported program, for `pulumi import --file`. */
export const IMPORT_FILE = "import.json";

/** The type of the component that declares a model. */
const TEMPLATE = "flowgate:index:SiteTemplate";

/**
 * The engine's import file: a line for each resource that is in no state. Its plugin reads the objects; a stack of
 * dynamic resources takes them over with its next update.
 *
 * @param template name of the component that declares them; undefined for a program without one
 */
export function importFileText(resources: readonly WrittenResource[], template: string | undefined): string {
  const parent = template === undefined ? {} : { parent: template };
  const component = template === undefined ? [] : [JSON.stringify({ type: TEMPLATE, name: template, component: true })];
  const lines = resources.map(({ name, object }) =>
    JSON.stringify({ type: `flowgate:index:${object.kind}`, name, id: referenceTo(object), ...parent }),
  );
  return `{"resources":[\n${[...component, ...lines].join(",\n")}\n]}\n`;
}

/** How an import names an object: an object of a site with its site. */
function referenceTo({ id, inputs }: SiteObject): string {
  const { site } = inputs;
  return typeof site === "string" ? `site=${site}/${id}` : id;
}
