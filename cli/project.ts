import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageManifest } from "./package";

/** Compiler options for programs in TypeScript. */
const compilerOptions = {
  strict: true,
  target: "es2022",
  module: "node16",
  moduleResolution: "node16",
  skipLibCheck: true,
  types: ["node"],
};

/** Dependencies of a program: this package and its peer dependencies. */
function programDependencies(): Record<string, string> {
  const { version, peerDependencies } = packageManifest();
  return { ...peerDependencies, "pulumi-flowgate": `^${version}` };
}

/** Development dependencies of a program in TypeScript. Pulumi 3.270 cannot load TypeScript 7. */
const developmentDependencies = { "@types/node": "^20", typescript: "^5" } as const;

const packageManagers = {
  pnpm: { install: "pnpm install", run: "pnpm exec" },
  yarn: { install: "yarn install", run: "yarn" },
  npm: { install: "npm install", run: "npx" },
} as const;

/** The commands of a folder's package manager, by its lock file in the folder or above it. */
export function packageManagerOf(folder: string): { readonly install: string; readonly run: string } {
  for (let at = folder; ; at = dirname(at)) {
    if (["pnpm-lock.yaml", "pnpm-workspace.yaml"].some((name) => existsSync(join(at, name))))
      return packageManagers.pnpm;
    if (existsSync(join(at, "yarn.lock"))) return packageManagers.yarn;
    if (existsSync(join(at, "package-lock.json")) || dirname(at) === at) return packageManagers.npm;
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
  };
  const dependencies = programDependencies();
  const devDependencies = developmentDependencies;
  return [
    { path: "Pulumi.yaml", text: jsonFile(project) },
    { path: "package.json", text: jsonFile({ name: project.name, private: true, dependencies, devDependencies }) },
    { path: "tsconfig.json", text: jsonFile({ compilerOptions, files: ["index.ts"] }) },
  ];
}

/** Text of a project file. JSON is valid YAML too. */
function jsonFile(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
