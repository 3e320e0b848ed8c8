// B1 and B2: does one job on the appliances and prints the milliseconds of the calls. The time to start Node.js and to
// load this file does not count, which favours the script.
import type { Kind } from "../declared";
import type { Job } from "../jobs";
import { gatewayScript } from "./gateway";
import { given } from "./pool";
import { replicatorScript } from "./replicator";

async function main(): Promise<void> {
  const [kind, job] = [given("BENCH_KIND") as Kind, given("BENCH_JOB") as Job];
  const [n, width] = [Number(given("BENCH_N")), Number(given("BENCH_WIDTH"))];
  const gateway = gatewayScript(width);
  const replicator = replicatorScript(width, Number(given("BENCH_PARALLEL")));
  const script = { IpGroup: gateway.ipGroups, User: gateway.users, ReplicatorProfile: replicator.profiles }[kind];
  const run = script[job];
  if (run === undefined) throw new Error(`There is no script for ${job} of ${kind}.`);
  const startedAt = performance.now();
  await run(n);
  const milliseconds = performance.now() - startedAt;
  await Promise.all([gateway.close(), replicator.close()]);
  console.log(JSON.stringify({ milliseconds }));
}

void main();
