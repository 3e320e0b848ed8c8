import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import { refuse } from "./errors";
import { typesOf } from "./plugin";

/** The kind that a resource type names, in the spelling of either host. Undefined for types of other packages. */
export function kindOf(type: string): string | undefined {
  const kind = type.split(":").at(-1)?.split("/").at(-1) ?? "";
  const { dynamic, plugin } = typesOf(kind);
  return kind !== "" && (type === dynamic || type === plugin) ? kind : undefined;
}

/**
 * Whether a value is a resource of this kind. Policies pass plain objects; these need only the matching `__pulumiType`.
 */
export function isOfKind(kind: string, value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("__pulumiType" in value)) return false;
  return typeof value.__pulumiType === "string" && kindOf(value.__pulumiType) === kind;
}

/**
 * Options that a host does not get, or that make the engine fail, with the alternative for each. The plugin has
 * deadlines per request to an appliance, but none for a whole operation. It would also find that a resource of the
 * program has the name of the object that `replaceOnChanges` removes, and keep it.
 */
const refusedOptions: Readonly<Partial<Record<keyof pulumi.CustomResourceOptions, string>>> = {
  import: 'set flowgate:plugin to true, or declare it with onExisting: "adopt".',
  customTimeouts: "set timeouts in the configuration of the appliance.",
  replaceOnChanges: "pulumi up --replace <its URN>",
};

/** Refuses options that would fail later or be ignored. Of these, `import` works for a resource of the plugin. */
export function refuseOptions(title: string, options: object | undefined, isOfPlugin: boolean): void {
  const given: Readonly<Record<string, unknown>> = { ...options };
  const host = isOfPlugin ? "resource of the plugin" : "dynamic resource";
  for (const [option, instead] of Object.entries(refusedOptions)) {
    if (given[option] === undefined || (isOfPlugin && option === "import")) continue;
    refuse(`${title}: the option ${option} does not work for a ${host}. Instead, ${instead}`);
  }
}

/**
 * Whether the engine started this process. Its working folder is then the folder that the engine loads the package
 * from.
 */
export function isRunByEngine(): boolean {
  return /[/\\]pulumi[/\\]cmd[/\\]run[/\\]/u.test(process.argv[1] ?? "");
}

let isReachable = false;

/**
 * Throws if the engine could not load this package. The engine loads it from the folder of the program, and a package
 * that only a library depends on may not resolve from there. A successful check is not repeated in the process.
 */
export function refuseUnreachable(folder: string): void {
  if (isReachable) return;
  try {
    createRequire(join(folder, "program.js")).resolve("pulumi-flowgate/provider");
    isReachable = true;
  } catch {
    const add = existsSync(join(folder, "pnpm-lock.yaml")) || process.env["npm_config_user_agent"]?.startsWith("pnpm");
    refuse(
      `pulumi-flowgate must be a dependency of the program itself, in ${folder}: ` +
        `${add ? "pnpm add" : "npm install"} pulumi-flowgate`,
    );
  }
}
