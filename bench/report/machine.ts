import { cpus, totalmem } from "node:os";

/** Description of the machine without identifying names, for comparisons. */
export function machineText(): string {
  const all = cpus();
  const model = all[0]?.model.trim() ?? "unknown processor";
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${process.platform} ${process.arch}, ${all.length} cores (${model}), ${memory} GB`;
}

/** A short name for it, e.g. `linux-x64-2-cores`. */
export function machineWord(): string {
  return `${process.platform}-${process.arch}-${cpus().length}-cores`;
}
