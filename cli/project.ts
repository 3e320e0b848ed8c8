import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { packageManifest } from "./package";

/** Development dependencies of a program in TypeScript. Pulumi 3.270 cannot load TypeScript 7. */
const developmentDependencies = { "@types/node": "^20", typescript: "^5" } as const;

/** The command that installs the packages of a folder, by the lock file in the folder or above it. */
export function installCommand(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (["pnpm-lock.yaml", "pnpm-workspace.yaml"].some((name) => existsSync(join(at, name)))) return "pnpm install";
    if (existsSync(join(at, "yarn.lock"))) return "yarn install";
    if (existsSync(join(at, "package-lock.json")) || dirname(at) === at) return "npm install";
  }
}

/** The lines of a project file that let the engine find the provider plugin, which reads what is imported. */
export const pluginLines = { providers: [{ name: "flowgate", path: "node_modules/pulumi-flowgate/plugin" }] };

/** The files that turn a folder outside of any project into a Pulumi project. */
export function projectFiles(name: string): { path: string; text: string }[] {
  const project = {
    name: name.replace(/[^\w.-]+/gu, "-"),
    runtime: "nodejs",
    description: "Written by flowgate export",
    plugins: pluginLines,
    // What the plugin has imported is no difference for the plugin.
    config: { "flowgate:plugin": { value: true } },
  };
  const { version, peerDependencies } = packageManifest();
  const dependencies = { ...peerDependencies, "pulumi-flowgate": `^${version}` };
  const manifest = { name: project.name, private: true, dependencies, devDependencies: developmentDependencies };
  const folder = dirname(require.resolve("pulumi-flowgate/package.json"));
  return [
    { path: "Pulumi.yaml", text: stringify(project) },
    { path: "package.json", text: `${JSON.stringify(manifest, undefined, 2)}\n` },
    { path: "tsconfig.json", text: readFileSync(join(folder, "templates/typescript/tsconfig.json"), "utf8") },
  ];
}
