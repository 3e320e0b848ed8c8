import type { ReplicatorSettings } from "../../config/configuration";
import type { Send } from "../../http/request";
import { ReplicatorClient } from "../../replicator/client";
import { asProcessWarning, type Inside, layerFor, type Warn } from "../client-layer";

/** The client of a replicator, for resources, functions and the command, like the one of a gateway. */
export function replicatorClient(
  settings: ReplicatorSettings,
  warn: Warn = asProcessWarning,
  around: (inner: Send) => Send = (inner) => inner,
  inside: Inside = (inner) => inner,
): ReplicatorClient {
  const layer = layerFor("replicator", settings, warn);
  return new ReplicatorClient({ ...settings, wrap: (inner) => around(layer(inside(inner, "replicator"))), warn });
}
