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

/** Number of objects in one resource above which the hint of {@link hintAtPlugin} appears. */
const MANY = 50;

/** The programs that got the hint. A process may run several (the Automation API does). */
const hinted = new WeakSet<pulumi.Resource>();

/**
 * Says once in a preview of dynamic resources which setting shows less: a change of one object of a large resource
 * shows all of them. `flowgate:plugin`, set to false, states that this is intended.
 */
export function hintAtPlugin(title: string, objects: unknown): void {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || !pulumi.runtime.isDryRun()) return;
  if (new pulumi.Config(PACKAGE).getBoolean("plugin") === false) return;
  pulumi.output(objects as pulumi.Input<object | undefined>).apply((known) => {
    const count = Object.keys(known ?? {}).length;
    if (count <= MANY || hinted.has(stack)) return;
    hinted.add(stack);
    void pulumi.log.info(
      `${title} has ${count} objects, and \`pulumi preview --diff\` shows all of them if one changes. The provider ` +
        "plugin shows only that one: pulumi config set --path flowgate:plugin true (see docs/guides/plugin.md; with " +
        "false, this line does not appear).",
    );
  });
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

/**
 * Aliases that identify a resource that had the other type before: one for the type itself, and one for each alias that
 * the program gives. If a resource was renamed and moved at once, one alias must hold both name and type.
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

/** An alias that is not an output. */
type Known = pulumi.URN | pulumi.Alias;
