// Loaded into every Node.js process of a run (`--require`): the provider's process records its peak memory. The engine
// ends that process with a signal, so it writes the record repeatedly.
import { writeFileSync } from "node:fs";
import { resourceUsage } from "node:process";

const EVERY_MS = 100;
const file = process.env["BENCH_MEMORY_FILE"];

const isProvider = /dynamic-provider|pulumi-resource-flowgate/u.test(process.argv[1] ?? "");

if (file !== undefined && isProvider) {
  setInterval(() => writeFileSync(file, String(resourceUsage().maxRSS)), EVERY_MS).unref();
}
