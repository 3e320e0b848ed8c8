import * as pulumi from "@pulumi/pulumi";
import { readFileSync } from "node:fs";

/** The name of the plugin, in types and in the configuration. */
export const PACKAGE = "flowgate";

/** The two types that resources of a kind may have: of Pulumi's dynamic provider, and of the plugin. */
export function typesOf(kind: string): { dynamic: string; plugin: string } {
  return { dynamic: `pulumi-nodejs:dynamic/${PACKAGE}:${kind}`, plugin: `${PACKAGE}:index:${kind}` };
}

/** The provider that a resource is given, by its options or by its parent. */
export function givenProvider(
  options: Pick<pulumi.CustomResourceOptions, "parent" | "provider"> | undefined,
): pulumi.ProviderResource | undefined {
  return options?.provider ?? options?.parent?.getProvider(typesOf("Any").plugin);
}

/** Whether the resources of this stack are handed to the plugin where they are given no provider. */
export function isPluginStack(): boolean {
  return new pulumi.Config(PACKAGE).getBoolean("plugin") === true;
}

let version: string | undefined;

/** Options with the version of the plugin that belongs to this package. */
export function pluginOptions<Options extends { version?: string }>(options: Options | undefined): Options {
  return { version: (version ??= packageVersion()), ...options } as Options;
}

function packageVersion(): string {
  const { version: own } = JSON.parse(readFileSync(require.resolve("pulumi-flowgate/package.json"), "utf8")) as {
    version: string;
  };
  return own;
}

/**
 * The aliases by which a resource that was of the other type is known: its own, and each that the program gives. One that
 * was renamed and moved at once needs name and type in one alias.
 */
export function aliasesOf(given: pulumi.ResourceOptions["aliases"], own: string, other: string): pulumi.Input<Known>[] {
  const list = pulumi.Output.isInstance(given) || given instanceof Promise ? [] : (given ?? []);
  const moved = list.flatMap((alias): Known[] => {
    if (typeof alias === "string") return [alias.replace(`${own}::`, `${other}::`)];
    if (pulumi.Output.isInstance(alias) || alias instanceof Promise) return [];
    return "type" in alias ? [] : [{ ...alias, type: other }];
  });
  return [...list, { type: other }, ...moved];
}

/** An alias that is no output. */
type Known = pulumi.URN | pulumi.Alias;
