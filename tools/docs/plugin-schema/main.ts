import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../lib/paths.mjs";
import { Described, exportedComments } from "../comments.ts";
import { compiled } from "../compiled.ts";
import { exampleUsage } from "../examples.ts";
import { commentsOf, definitionOf, fileNameOf, kinds } from "../kinds.ts";
import { fieldsOf, type Schema } from "../schema.ts";
import { Results } from "./results.ts";
import { isRequired, type Spec, token, TypeSpecs, withText } from "./types.ts";

/** Outputs of every kind. */
const ofEveryKind: Record<string, Spec> = {
  appliance: { type: "string", description: "Base URL of the appliance that the object was created on." },
};

/** The schema of the provider plugin, from which SDKs for other languages are generated. */
export async function pluginSchema() {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const repository = String(manifest.repository.url).replace(/^git\+|[.]git$/gu, "");
  const specs = new TypeSpecs();
  const config = configuration(specs);
  const entries = await Promise.all(kinds().map(async (kind) => [token(kind), await resource(specs, kind)]));
  return JSON.stringify({
    name: "flowgate",
    displayName: "Flowgate",
    version: manifest.version,
    description: manifest.description,
    keywords: ["pulumi", "flowgate", "category/network", "kind/native"],
    license: manifest.license,
    homepage: manifest.homepage,
    repository,
    config: { variables: config },
    resources: Object.fromEntries(entries),
    functions: await functions(specs),
    provider: { description: "Appliances of one or several sites.", inputProperties: config },
    types: Object.fromEntries(Object.entries(specs.types).sort(([one], [other]) => (one < other ? -1 : 1))),
    language: languages(repository, manifest),
  });
}

/** What the generator of each language needs. The names of packages follow from the address of the repository. */
function languages(repository: string, { name }: { name: string }) {
  const readme =
    "The resources of pulumi-flowgate for this language. They need the provider plugin `flowgate`. " +
    `Installation and configuration: ${repository}`;
  const path = `${repository.replace(/^https:\/\//u, "")}/sdk/go/flowgate`;
  return {
    csharp: { packageReferences: { Pulumi: "3.*" }, respectSchemaVersion: true },
    go: { importBasePath: path, rootPackageName: "flowgate", respectSchemaVersion: true },
    java: { buildFiles: "gradle" },
    nodejs: { packageName: name, readme, respectSchemaVersion: true },
    python: { pyproject: { enabled: true }, readme, respectSchemaVersion: true },
  };
}

function configuration(specs: TypeSpecs) {
  const { configurationSchema } = compiled("provider/config/schema");
  const texts = {
    gateway: "The management gateway.",
    replicator: "The replication service.",
    sites: "Appliances by site. For a key that is not set, the top-level value applies.",
    maxDeletes: "Maximum number of objects that one command deletes. Also `FLOWGATE_MAX_DELETES`, which wins.",
    protect: "Names of objects that are never deleted. `*` matches any text.",
  };
  const fields = fieldsOf(configurationSchema);
  const comments = Described.bySchema("provider/config/schema.ts", "configurationSchema");
  return Object.fromEntries(
    Object.entries(texts).map(([key, description]) => {
      const field = fields[key] as Schema;
      const spec = specs.of(field, "", key, comments.at(key), description);
      return [key, { ...spec, description, ...(["maxDeletes", "protect"].includes(key) ? {} : { secret: true }) }];
    }),
  );
}

async function resource(specs: TypeSpecs, kind: string): Promise<Spec> {
  const { inputs, outputs, replaceOn, secrets = [] } = definitionOf(kind);
  const comments = commentsOf(kind);
  const given = Object.entries(fieldsOf(inputs)).map(([key, schema]) => {
    const spec = specs.property(schema, kind, key, comments.inputs);
    const marks = {
      ...(secrets.includes(key) ? { secret: true } : {}),
      ...(replaceOn.includes(key) ? { willReplaceOnChanges: true } : {}),
    };
    return { key, schema, spec: { ...spec, ...marks } };
  });
  const made = Object.entries(fieldsOf(outputs)).map(([key, schema]) => {
    return { key, schema, spec: specs.property(schema, kind, key, comments.outputs) };
  });
  const shown = given.filter(({ key }) => key !== "onExisting");
  const isThere = ({ key, schema }: { key: string; schema: Schema }) =>
    key === "name" || schema.safeParse(undefined).data !== undefined || isRequired(schema);
  return {
    description: `${exportedComments(`sdk/${fileNameOf(kind)}.ts`).get(kind)?.text ?? ""}\n\n${await exampleUsage(kind)}`,
    inputProperties: Object.fromEntries(given.map(({ key, spec }) => [key, spec])),
    requiredInputs: given.filter(({ key, schema }) => key !== "name" && isRequired(schema)).map(({ key }) => key),
    properties: {
      ...Object.fromEntries(shown.map(({ key, spec }) => [key, without(spec, "willReplaceOnChanges")])),
      ...Object.fromEntries(made.map(({ key, spec }) => [key, spec])),
      ...ofEveryKind,
    },
    required: [...shown.filter(isThere), ...made.filter(({ schema }) => isRequired(schema))]
      .map(({ key }) => key)
      .concat("appliance"),
    aliases: [{ type: `pulumi-nodejs:dynamic/flowgate:${kind}` }],
  };
}

async function functions(specs: TypeSpecs) {
  const results = new Results(specs.types);
  const comments = new Map(
    ["replicator", "ip-groups"].flatMap((file) => [...exportedComments(`sdk/functions/${file}.ts`)]),
  );
  const schemas = compiled("provider/functions/arguments");
  const texts = new Map([
    ["site", "Site whose appliance is queried. Default: the top-level appliance."],
    ["filter", "Keyword that the appliance filters by; everything by default."],
    ["name", "Exact name."],
    ["id", "Id, instead of the name."],
    ["match", "Text that the name contains."],
    ["notMatch", "Text that the name does not contain."],
    ["address", "The address."],
  ]);
  // A function whose arguments have no schema, such as a report, is only for TypeScript.
  const entries = results.functions().flatMap(({ name, argument }) => {
    const schema = argument.charAt(0).toLowerCase() + argument.slice(1);
    return schema in schemas ? [[token(name), made(schema, name)] as const] : [];
  });
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));

  function made(schema: string, name: string) {
    const fields = Object.entries(fieldsOf(schemas[schema]));
    const properties = fields.map(([key, field]) => {
      const text = texts.get(key) ?? "";
      return [key, withText(specs.of(field, name, key, new Described([]), text), text, `${name}.${key}`)];
    });
    const required = fields.filter(([, field]) => isRequired(field)).map(([key]) => key);
    const inputs = { type: "object", properties: Object.fromEntries(properties), required };
    return { description: comments.get(name)?.text, inputs, outputs: results.of(name) };
  }
}

function without(spec: Spec, key: string) {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => name !== key));
}
