import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type ts from "typescript";
import { root } from "../lib/paths.mjs";
import { exampleUsage } from "./examples.ts";
import { definitionOf, fieldsOfKind, kinds } from "./kinds.ts";
import { checker, exportsOf, fieldsOf, textOf, typeOfSchema } from "./sources.ts";
import { pascal, type Spec, Specs, token } from "./specs.ts";

const exported = exportsOf("sdk/index.ts");

const ofEveryKind: Record<string, Spec> = {
  appliance: { type: "string", description: "Base URL of the appliance that the object was created on." },
};

/** The schema of the provider plugin, from which SDKs for other languages are generated. */
export async function pluginSchema() {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const repository = String(manifest.repository.url).replace(/^git\+|[.]git$/gu, "");
  const specs = new Specs();
  const config = configuration(specs);
  const entries = await Promise.all(kinds().map(async (kind) => [token(kind), await resource(specs, kind)]));
  return JSON.stringify({
    name: "flowgate",
    displayName: "Flowgate",
    publisher: "pulumi-flowgate",
    version: manifest.version,
    description: manifest.description,
    keywords: ["pulumi", "flowgate", "category/network", "kind/native"],
    license: manifest.license,
    homepage: manifest.homepage,
    repository,
    // Generators download it, so it needs the real address, which comes with the first release.
    ...(manifest.private ? {} : { logoUrl: `${repository}/raw/v${manifest.version}/docs/images/logo.svg` }),
    config: { variables: config },
    resources: Object.fromEntries(entries),
    functions: functions(specs),
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

/** The configuration of a provider: all keys but the one that only programs read. */
function configuration(specs: Specs) {
  const type = typeOfSchema("provider/config/schema.ts", ["configurationSchema"], "input");
  const fields = fieldsOf([type]).filter(({ key }) => key !== "plugin");
  const entries = fields.map(({ key, types, text: description }) => {
    const spec = specs.of(types, key === "sites" ? "Site" : pascal(key), description);
    return [key, { ...spec, description, ...(["maxDeletes", "protect"].includes(key) ? {} : { secret: true }) }];
  });
  return Object.fromEntries(entries);
}

async function resource(specs: Specs, kind: string): Promise<Spec> {
  const { replaceOn, secrets = [] } = definitionOf(kind);
  const inputs = fieldsOfKind(kind, "inputs", "input");
  const outputs = fieldsOfKind(kind, "outputs", "output");
  const kept = fieldsOfKind(kind, "inputs", "output").filter(({ isRequired }) => isRequired);
  const made = specs.properties([...inputs, ...outputs], kind);
  for (const key of secrets) made[key] = { ...made[key], secret: true };
  const replaces = (key: string) => (replaceOn.includes(key) ? { willReplaceOnChanges: true } : {});
  const inputProperties = inputs.map(({ key }) => [key, { ...made[key], ...replaces(key) }]);
  const { onExisting: _, ...properties } = made;
  const required = [...kept, ...outputs.filter(({ isRequired }) => isRequired)];
  return {
    description: `${textOf(exported.get(kind) as ts.Symbol)}\n\n${await exampleUsage(kind)}`,
    inputProperties: Object.fromEntries(inputProperties),
    requiredInputs: inputs.filter(({ key, isRequired }) => key !== "name" && isRequired).map(({ key }) => key),
    properties: { ...properties, ...ofEveryKind },
    required: [...required.map(({ key }) => key), ...Object.keys(ofEveryKind)],
    aliases: [{ type: `pulumi-nodejs:dynamic/flowgate:${kind}` }],
  };
}

/** The functions that read objects. */
function functions(specs: Specs) {
  const entries = [...exported].filter(([name]) => /^get(?!.*Output$)/u.test(name));
  return Object.fromEntries(entries.map(([name, symbol]) => [token(name), functionOf(specs, symbol)]));
}

/** A function. A list as its result is wrapped in the field `items`. */
function functionOf(specs: Specs, symbol: ts.Symbol): Spec {
  const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
  const [args] = signature?.parameters ?? [];
  const result = signature === undefined ? undefined : checker.getAwaitedType(signature.getReturnType());
  if (args === undefined || result === undefined) throw new TypeError(`${symbol.name} is no function of arguments.`);
  const items = { key: "items", types: [result], text: "What was found.", remarks: "", isRequired: true };
  const name = pascal(symbol.name);
  return {
    description: textOf(symbol),
    inputs: specs.object(fieldsOf([checker.getTypeOfSymbol(args)]), name),
    outputs: specs.object(checker.isArrayType(result) ? [items] : fieldsOf([result]), name),
  };
}
