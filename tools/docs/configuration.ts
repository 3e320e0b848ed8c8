import { compiled } from "./compiled.ts";
import { code, table } from "./markdown.ts";
import { type Field, fieldsOf, typeOfSchema, typeText } from "./sources.ts";

const file = "provider/config/schema.ts";

/** Table of the keys that both appliances have, or that only one of them has. */
export function keysTable(part: "connection" | "gateway" | "replicator") {
  const [gateway, replicator] = ["gatewaySchema", "replicatorSchema"].map((name) =>
    fieldsOf([typeOfSchema(file, [name], "input")]),
  );
  const [one = [], other = []] = part === "replicator" ? [replicator, gateway] : [gateway, replicator];
  const fields = one.filter(({ key }) => other.some((shared) => shared.key === key) === (part === "connection"));
  return table(["Key", "Type", "Meaning"], fields.flatMap(rowsOf));
}

/** The rows of a key and of the keys below it. */
function rowsOf({ key, types, text }: Field): string[][] {
  const own = [code(key), code(typeText(types)), text];
  if (typeText(types) !== "object") return [own];
  return [own, ...fieldsOf(types).flatMap((below) => rowsOf({ ...below, key: `${key}.${below.key}` }))];
}

/** Table of the environment variables. */
export function variablesTable() {
  const { environmentKeys, credentialKeys, variableName } = compiled("provider/config/environment");
  const rows = ["gateway", "replicator"].flatMap((appliance) =>
    Object.entries(environmentKeys[appliance]).map(([key, suffix]) => {
      const wins = credentialKeys.includes(key) ? "environment" : "configuration";
      return [code(variableName(suffix, undefined)), code(`${appliance}.${key}`), wins];
    }),
  );
  return table(["Variable", "Key", "If both are set, this wins"], rows);
}
