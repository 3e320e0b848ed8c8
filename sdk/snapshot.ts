import * as pulumi from "@pulumi/pulumi";
import type * as snapshotModule from "../provider/recorded/site-snapshot";
import { OfOneSite } from "../lib/of-one-site";
import { checked, withoutStack } from "./errors";
import { isPluginStack, PACKAGE } from "./plugin";

const KEY = `${PACKAGE}:snapshot`;
const VARIABLE = "FLOWGATE_SNAPSHOT";
const isSaid = new OfOneSite(() => false);

/**
 * For a stack that is previewed from a snapshot: refuses an update before any request, and warns once per preview how
 * old the snapshot is. With the plugin, the plugin itself prints this warning.
 */
export function previewsOnly(): void {
  const configured = new pulumi.Config(PACKAGE).get("snapshot");
  const path = configured ?? process.env[VARIABLE] ?? "";
  if (path === "") return;
  const source = configured === undefined ? `environment ${VARIABLE}` : KEY;
  const { onlyPreviewed, snapshotAt } = loaded();
  if (!pulumi.runtime.isDryRun()) throw fault(onlyPreviewed(source));
  if (isSaid.now) return;
  isSaid.now = true;
  try {
    const notice = snapshotAt(path).notice();
    if (!isPluginStack() && checked() === undefined) void pulumi.log.warn(notice);
  } catch (error) {
    throw fault(`${source}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function fault(words: string): pulumi.RunError {
  return withoutStack(new pulumi.RunError(words));
}

/** Loads the module on demand: programs without a snapshot never need it. */
function loaded(): typeof snapshotModule {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded at the time of the call
  return require("../provider/recorded/site-snapshot") as typeof snapshotModule;
}
