import * as pulumi from "@pulumi/pulumi";
import type { ConfigurationKeys } from "../provider/config/schema";
import type { ObjectArgs } from "./inputs";
import { pluginOptions, PACKAGE } from "./plugin";

/**
 * Arguments of {@link Provider}: the keys of the stack configuration, without the namespace. All are secret except
 * what limits deletions, which is that of the stack by default.
 */
export type ProviderArgs = ObjectArgs<Omit<ConfigurationKeys, "plugin">>;

/** Arguments that are no secret. Without them, those of the stack apply: a limit of deletions is meant for all. */
const open = ["maxDeletes", "protect"];

/**
 * A provider with its own configuration, for the resources that name it as their provider, or whose parent does. The
 * provider plugin handles them, whatever `flowgate:plugin` says. Each provider is a process of its own with its own
 * session on the appliances: configure many sites with `sites` of one configuration instead. Environment variables
 * `FLOWGATE_*` apply to it as they apply to the stack.
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    // Pulumi sends the arguments of providers as text. The configuration of the stack is text already.
    const stack = new pulumi.Config(PACKAGE);
    const all: pulumi.Inputs = Object.fromEntries(open.map((key) => [key, stack.get(key)]));
    for (const [key, value] of Object.entries(args)) {
      const text = pulumi.jsonStringify(value);
      if (value !== undefined) all[key] = open.includes(key) ? text : pulumi.secret(text);
    }
    super(PACKAGE, name, all, pluginOptions(options));
  }
}
