import { readFileSync } from "node:fs";

/** What makes a Pulumi project of a folder that is in none. */
export function projectFiles(name: string): { path: string; text: string }[] {
  const project = {
    name: name.replace(/[^\w.-]+/gu, "-"),
    runtime: "nodejs",
    description: "Written by flowgate export",
  };
  const { version, peerDependencies } = JSON.parse(
    readFileSync(require.resolve("pulumi-flowgate/package.json"), "utf8"),
  ) as { version: string; peerDependencies: Readonly<Record<string, string>> };
  const dependencies = { ...peerDependencies, "pulumi-flowgate": `^${version}` };
  const compilerOptions = {
    strict: true,
    target: "es2022",
    module: "node16",
    moduleResolution: "node16",
    skipLibCheck: true,
    types: ["node"],
  };
  const devDependencies = { "@types/node": "^20", typescript: "^5" };
  return [
    { path: "Pulumi.yaml", text: jsonText(project) },
    { path: "package.json", text: jsonText({ name: project.name, private: true, dependencies, devDependencies }) },
    { path: "tsconfig.json", text: jsonText({ compilerOptions, files: ["index.ts"] }) },
  ];
}

/** JSON is YAML too. */
function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
