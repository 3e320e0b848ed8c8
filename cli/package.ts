import { readFileSync } from "node:fs";

/** The part of this package's package.json that its parts use. */
interface Manifest {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export function packageManifest(): Manifest {
  return JSON.parse(readFileSync(require.resolve("pulumi-flowgate/package.json"), "utf8")) as Manifest;
}
