import { BusyError, RefusedError, TooLargeError } from "../../provider/errors/errors";
import type { Box } from "./box";
import { commandsOf } from "./replicator-lives";
import type { Measure } from "./verdict";

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began);
}

const READINGS = 5;
/** How often a list is read until it shows something new. */
const MOST_TRIES = 50;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));
const parallel = [1, 2, 4, 8];
const ruleCounts = [50, 250, 1_000, 2_500];
const lengths = [31, 64, 128, 255];

/** The medians of readings, and the largest number of parallel readings that all succeed. */
async function readings(about: Measure["about"], read: () => Promise<unknown>): Promise<Measure[]> {
  const times = [];
  for (let count = 0; count < READINGS; count += 1) times.push(await timed(read));
  let most = 0;
  for (const width of parallel) {
    const results = await Promise.allSettled(Array.from({ length: width * 2 }, read));
    if (results.some(({ status }) => status === "rejected")) break;
    most = width;
  }
  return [
    { about, what: "latency of a reading", value: `${median(times)} ms` },
    { about, what: "parallel readings without an error", value: String(most) },
  ];
}

/** What the gateway takes: latency, parallel requests, rules of one request, names as stored, lag of lists. */
export async function measureGateway(box: Box): Promise<Measure[]> {
  const { ipGroups } = box.gateway;
  const about = "gateway" as const;
  const measures = await readings(about, () => ipGroups.loadTreeRootFast());
  let most = 0;
  for (const count of ruleCounts) {
    const name = box.name("group", `r${String(count)}`);
    const added = Array.from({ length: count }, (_, index) => ({
      type: "ip" as const,
      address: `198.51.100.${String(index % 256)}`,
    }));
    const saved = await unless(() => ipGroups.saveRule({ new_fc: name, added }));
    if (saved === undefined) break;
    const stored = await shownRules(box, saved.fc_id);
    await ipGroups.delete([saved.fc_id]);
    if (stored < Math.min(count, 256)) break;
    most = count;
  }
  measures.push({
    about,
    what: "rules of one request",
    value: most === ruleCounts.at(-1) ? `at least ${most}` : String(most),
  });
  measures.push({ about, what: "delay of lists", value: `${await delay(box)} ms` });
  for (const length of lengths) {
    const name = box.name("group", "n".repeat(length - box.prefix.length - 1));
    measures.push({ about, what: `a name of ${length} characters`, value: await storedName(box, name) });
  }
  return measures;
}

/** The number of rules that a new group shows, as soon as the gateway shows any. */
async function shownRules({ gateway: { ipGroups } }: Box, fc_id: number): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const count = (await unless(() => ipGroups.loadRules({ fc_id })))?.length ?? 0;
    if (count > 0) return count;
    await pause();
  }
  return 0;
}

/** How long a list takes to show a new group. */
async function delay(box: Box): Promise<number> {
  const { ipGroups } = box.gateway;
  const saved = await ipGroups.saveRule({ new_fc: box.name("group", "delay"), added: [] });
  const took = await timed(async () => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if ((await ipGroups.loadTreeRootFast()).some(({ fc_id }) => fc_id === saved.fc_id)) return;
      await pause();
    }
  });
  await ipGroups.delete([saved.fc_id]);
  return took;
}

async function storedName({ gateway: { ipGroups } }: Box, name: string): Promise<string> {
  const saved = await unless(() => ipGroups.saveRule({ new_fc: name, added: [] }));
  if (saved === undefined) return "refused";
  let stored: string | undefined;
  for (let tries = 0; stored === undefined && tries < MOST_TRIES; tries += 1) {
    if (tries > 0) await pause();
    stored = (await ipGroups.loadTreeRootFast()).find(({ fc_id }) => fc_id === saved.fc_id)?.fc_name;
  }
  await ipGroups.delete([saved.fc_id]);
  if (stored === undefined) return "not shown";
  return stored === name ? "stored as sent" : `stored with ${stored.length} characters`;
}

/** What the replicator takes: latency, parallel requests, duration of a rebuild, descriptions and thresholds. */
export async function measureReplicator(box: Box): Promise<Measure[]> {
  const { profile, collector, notate, show } = box.replicator;
  const about = "replicator" as const;
  const measures = await readings(about, () => show.config());
  measures.push({ about, what: "duration of a rebuild", value: `${await timed(() => box.replicator.rebuild())} ms` });
  const name = box.name("profile", "m");
  await profile.add({ name, listeningPort: box.port(0), sendingPort: box.port(1) });
  const address = box.address(5);
  await collector.add({ address, profile: name });
  for (const threshold of [1_000_000, 2_000_000_000]) {
    const isTaken = (await unless(() => collector.threshold({ address, threshold }))) !== undefined;
    await box.replicator.rebuild();
    const shown = (await commandsOf(box.replicator)).find(
      (one) => one.verb === "collector/threshold" && one.address === address,
    );
    const value = !isTaken ? "refused" : shown?.verb === "collector/threshold" ? String(shown.threshold) : "not shown";
    measures.push({ about, what: `a threshold of ${threshold}`, value });
  }
  for (const length of lengths) {
    const description = "d".repeat(length);
    const isTaken = (await unless(() => notate.profile({ profile: name, description }))) !== undefined;
    await box.replicator.rebuild();
    const shown = (await commandsOf(box.replicator)).find(
      (one) => one.verb === "notate/profile" && one.profile === name,
    );
    const stored =
      shown?.verb === "notate/profile" ? `stored with ${shown.description.length} characters` : "not shown";
    measures.push({ about, what: `a description of ${length} characters`, value: isTaken ? stored : "refused" });
  }
  await collector.threshold({ address, threshold: 0 });
  await collector.remove({ address, profile: name });
  await profile.remove(name);
  await box.replicator.rebuild();
  return measures;
}

/** The result of a change, or undefined if the appliance refused it. */
async function unless<T>(change: () => Promise<T>): Promise<T | undefined> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof BusyError) throw error;
    if (error instanceof TooLargeError || error instanceof RefusedError) return undefined;
    throw error;
  }
}
