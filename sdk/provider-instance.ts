import * as pulumi from "@pulumi/pulumi";
import type { ConfigurationKeys } from "../provider/config/schema";
import type { ObjectArgs } from "./inputs";
import { pluginOptions, PACKAGE } from "./plugin";

/** Arguments of {@link Provider}: the keys of the stack configuration, without the namespace. All but the path of a snapshot are secret. */
export type ProviderArgs = ObjectArgs<Pick<ConfigurationKeys, "gateway" | "replicator" | "sites" | "snapshot">>;

/**
 * A provider with a configuration of its own, for the resources that are given it, or whose parent is. They are handed to
 * the provider plugin, whatever `flowgate:plugin` says. Each one is a process and a session on its appliances: many sites
 * belong into `sites` of one configuration. Environment variables `FLOWGATE_*` count for it as for the stack.
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    // Arguments of providers travel as text.
    const given = Object.entries(args).map(([key, value]) => [
      key,
      key === "snapshot" ? value : pulumi.secret(pulumi.jsonStringify(value)),
    ]);
    super(PACKAGE, name, Object.fromEntries(given) as pulumi.Inputs, pluginOptions(options));
  }
}
