import type { dynamic } from "@pulumi/pulumi";
import { endWithEngine } from "./dynamic/engine-watch";
import { dynamicProvider } from "./dynamic/host";
import { definitionOf } from "./registry";

/**
 * The provider of a kind: the one entry point that every state refers to, as
 * `require("pulumi-flowgate/provider").kind("IpGroup")`. Path and signature never change.
 */
export function kind(name: string): dynamic.ResourceProvider {
  endWithEngine();
  return dynamicProvider(definitionOf(name));
}
