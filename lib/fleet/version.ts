import { readFileSync } from "node:fs";

/** The version of this package. */
export function versionOfPackage(): string {
  const text = readFileSync(require.resolve("pulumi-flowgate/package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
