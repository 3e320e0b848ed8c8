import * as pulumi from "@pulumi/pulumi";
import { readFileSync } from "node:fs";

/** The name of the plugin, in resource types and in the configuration. */
export const PACKAGE = "flowgate";

/** The two types that resources of a kind may have: that of Pulumi's dynamic provider, and that of the plugin. */
export function typesOf(kind: string): { dynamic: string; plugin: string } {
  return { dynamic: `pulumi-nodejs:dynamic/${PACKAGE}:${kind}`, plugin: `${PACKAGE}:index:${kind}` };
}

/** The explicit provider of a resource, from its options or from its parent. */
export function givenProvider(
  options: Pick<pulumi.CustomResourceOptions, "parent" | "provider"> | undefined,
): pulumi.ProviderResource | undefined {
  return options?.provider ?? options?.parent?.getProvider(typesOf("Any").plugin);
}

/** Whether the plugin handles the resources of this stack that have no explicit provider. */
export function isPluginStack(): boolean {
  return new pulumi.Config(PACKAGE).getBoolean("plugin") === true;
}

let version: string | undefined;

/** Options with the version of the plugin that matches this package. */
export function pluginOptions<Options extends { version?: string }>(options: Options | undefined): Options {
  return { version: (version ??= packageVersion()), ...options } as Options;
}

function packageVersion(): string {
  const { version: own } = JSON.parse(readFileSync(require.resolve("pulumi-flowgate/package.json"), "utf8")) as {
    version: string;
  };
  return own;
}
