import { compiled } from "./compiled.ts";
import { code, table } from "./markdown.ts";
import { fieldsOf, type Schema, typeText } from "./schema.ts";

function fieldsOfAppliances(): { gateway: Record<string, Schema>; replicator: Record<string, Schema> } {
  const { gatewaySchema, replicatorSchema } = compiled("provider/config/schema");
  return { gateway: fieldsOf(gatewaySchema), replicator: fieldsOf(replicatorSchema) };
}

/** Table of the keys that both appliances have, or that only one of them has. */
export function keysTable(part: "connection" | "gateway" | "replicator") {
  const { gateway, replicator } = fieldsOfAppliances();
  const isShared = (key: string) => key in gateway && key in replicator;
  const fields = Object.entries(part === "connection" ? gateway : fieldsOfAppliances()[part]);
  const rows = fields
    .filter(([key]) => isShared(key) === (part === "connection"))
    .flatMap(([key, schema]) => rowsOf(key, schema));
  return table(["Key", "Type", "Meaning"], rows);
}

/** The rows of a key and of the keys below it. */
function rowsOf(key: string, schema: Schema): string[][] {
  const own = [code(key), code(typeText(schema)), schema.description ?? ""];
  if (typeText(schema) !== "object") return [own];
  const inner = Object.entries(fieldsOf(schema)).flatMap(([name, below]) => rowsOf(`${key}.${name}`, below));
  return [own, ...inner];
}

/** Table of the environment variables. */
export function variablesTable() {
  const rows = variables().map(({ appliance, key, general, isCredential }) => [
    code(general),
    code(`${appliance}.${key}`),
    isCredential ? "environment" : "configuration",
  ]);
  return table(["Variable", "Key", "If both are set, this wins"], rows);
}

function variables() {
  const { environmentKeys, credentialKeys, variableName } = compiled("provider/config/environment");
  const appliances = ["gateway", "replicator"] as const;
  return appliances.flatMap((appliance) =>
    Object.entries(environmentKeys[appliance] as Record<string, string>).map(([key, suffix]) => ({
      appliance,
      key,
      general: variableName(suffix, undefined) as string,
      isCredential: (credentialKeys as readonly string[]).includes(key),
    })),
  );
}
