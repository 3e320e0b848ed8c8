import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageManifest } from "../lib/package";
import { IMPORT_FILE } from "../lib/site/import-file";

/** Compiler options for programs in TypeScript. */
export const compilerOptions = {
  strict: true,
  target: "es2022",
  module: "node16",
  moduleResolution: "node16",
  skipLibCheck: true,
  types: ["node"],
};

/** Dependencies of a program: this package and its peer dependencies. */
export function programDependencies(): Record<string, string> {
  const { version, peerDependencies } = packageManifest();
  return { ...peerDependencies, "pulumi-flowgate": `^${version}` };
}

/** Development dependencies of a program in TypeScript. Pulumi 3.270 cannot load TypeScript 7. */
export const developmentDependencies = { "@types/node": "^20", typescript: "^5" } as const;

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

/** The commands that take an exported project into a new stack, in its folder. */
export function firstSteps(folder: string): string[] {
  const { install, run } = packageManagerOf(folder);
  return [install, "pulumi stack init dev", `${run} flowgate import ${IMPORT_FILE}`];
}

const readmeOf = (folder: string): string => `# What the appliances hold, as a Pulumi program

\`flowgate export\` wrote this folder. The commands below take the objects into the state of a new stack. They change
nothing on the appliances:

\`\`\`sh
${firstSteps(folder).join("\n")}
\`\`\`

The stack needs the URLs and credentials of the appliances, from variables such as FLOWGATE_GATEWAY_URL or from its
configuration. \`pulumi preview\` then shows no changes. Keep ${IMPORT_FILE} until the import is done.
`;

/** The files that turn a folder outside of any project into a Pulumi project. */
export function projectFiles(name: string, folder: string): { path: string; text: string }[] {
  const project = {
    name: name.replace(/[^\w.-]+/gu, "-"),
    runtime: "nodejs",
    description: "Written by flowgate export",
  };
  const dependencies = programDependencies();
  const devDependencies = developmentDependencies;
  return [
    { path: "Pulumi.yaml", text: jsonFile(project) },
    { path: "package.json", text: jsonFile({ name: project.name, private: true, dependencies, devDependencies }) },
    { path: "tsconfig.json", text: jsonFile({ compilerOptions, files: ["index.ts"] }) },
    { path: "README.md", text: readmeOf(folder) },
  ];
}

/** Text of a project file. JSON is valid YAML too. */
export function jsonFile(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
