import { seenWithin } from "../../provider/change/change";
import type { ApplianceKind, Command, RuleFields } from "../../provider/client";
import { ApplianceError, NotSentError } from "../../provider/errors/errors";
import { isCutSpellingOf } from "../../provider/values/spellings";
import { patience, type Box } from "./box";
import { ownGroups } from "./gateway-lives";
import { commandsOf } from "./replicator-lives";
import type { Measure } from "./verdict";

/** What is measured, and the way to its value. */
type Measurement = readonly [what: string, value: () => Promise<string | number | undefined>];

const USUAL_LAG_MS = 1_500;
const READINGS = 5;
const parallel = [1, 2, 4, 8];
const ruleCounts = [50, 250, 1_000, 2_500];
const lengths = [31, 64, 128, 255];

/** Measures an appliance. A request that it refuses is a result too. */
export async function measured(box: Box, about: ApplianceKind): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const [what, value] of about === "gateway" ? ofGateway(box) : ofReplicator(box)) {
    measures.push({ about, what, value: String((await value().catch(refused)) ?? "not shown") });
  }
  return measures;
}

function refused(error: unknown): string {
  if (error instanceof ApplianceError && !(error instanceof NotSentError)) return "refused";
  throw error;
}

function ofGateway(box: Box): Measurement[] {
  const { ipGroups } = box.gateway;
  const tree = () => ipGroups.loadTreeRootFast();
  const shownName = async (id: number) => (await tree()).find(({ fc_id }) => fc_id === id)?.fc_name;
  /** Creates a group, looks for something of it, and removes it. */
  const ofGroup = async <T>(suffix: string, added: RuleFields[], look: (id: number) => Promise<T | undefined>) => {
    const { fc_id } = await ipGroups.saveRule({ new_fc: box.name("group", suffix), added });
    const seen = await seenWithin(() => look(fc_id), patience);
    await ipGroups.delete([fc_id]);
    return seen;
  };
  return [
    ...readings(tree),
    [
      "rules of one request",
      () =>
        mostRules((rules) =>
          ofGroup(`r${rules.length}`, rules, async (fc_id) => {
            const { length } = await ipGroups.loadRules({ fc_id });
            return length === 0 ? undefined : length;
          }),
        ),
    ],
    ["delay of lists", () => Promise.resolve(`${box.lagMs.gateway} ms`)],
    ...names(box, (suffix) => ofGroup(suffix, [], shownName)),
  ];
}

/**
 * Measures how late the lists of an appliance show a new object, in milliseconds: 0 if their first reading shows it.
 * An appliance that refuses the object, or never shows it, gets the usual patience.
 */
export async function lagOf(box: Box, about: ApplianceKind): Promise<number> {
  try {
    return Math.ceil(await (about === "gateway" ? lagOfGroups(box) : lagOfProfiles(box)));
  } catch (error) {
    refused(error);
    return USUAL_LAG_MS;
  }
}

async function lagOfGroups(box: Box): Promise<number> {
  const { ipGroups } = box.gateway;
  const { fc_id } = await ipGroups.saveRule({ new_fc: box.name("group", "lag"), added: [] });
  const lag = await timeUntil(async () => (await ownGroups(box)).some((one) => one.fc_id === fc_id));
  await ipGroups.delete([fc_id]);
  return lag;
}

async function lagOfProfiles(box: Box): Promise<number> {
  const { profile } = box.replicator;
  const name = box.name("profile", "lag");
  // Ports that no life uses: lists may still show this profile when a life begins.
  await profile.add({ name, listeningPort: box.port(18), sendingPort: box.port(19) });
  await box.replicator.rebuild();
  const lag = await timeUntil(async () =>
    (await commandsOf(box.replicator)).some((one) => one.verb === "profile/add" && isCutSpellingOf(one.name, name)),
  );
  await profile.remove(name);
  await box.replicator.rebuild();
  return lag;
}

async function timeUntil(isShown: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  if (await isShown()) return 0;
  const seen = await seenWithin(async () => ((await isShown()) ? true : undefined), patience);
  return seen === true ? performance.now() - began : USUAL_LAG_MS;
}

/** The largest number of rules that one request may carry. */
async function mostRules(stored: (rules: RuleFields[]) => Promise<number | undefined>): Promise<string> {
  let most = 0;
  for (const count of ruleCounts) {
    const rules = Array.from({ length: count }, (_, index): RuleFields => ({
      type: "ip",
      address: `198.51.100.${String(index % 256)}`,
    }));
    const kept = await stored(rules).catch(refused);
    if (!(Number(kept) >= Math.min(count, 256))) return String(most);
    most = count;
  }
  return `at least ${most}`;
}

function ofReplicator(box: Box): Measurement[] {
  const { profile, collector, notate, show } = box.replicator;
  const name = box.name("profile", "m");
  const address = box.address(5);
  const add = (suffix: string) =>
    profile.add({ name: box.name("profile", suffix), listeningPort: box.port(0), sendingPort: box.port(1) });
  const command = async <V extends Command["verb"]>(verb: V) => {
    await box.replicator.rebuild();
    return (await commandsOf(box.replicator)).filter((one): one is Command & { verb: V } => one.verb === verb);
  };
  return [
    ...readings(() => show.config()),
    ["delay of lists", () => Promise.resolve(`${box.lagMs.replicator} ms`)],
    ["duration of a rebuild", async () => `${await timed(() => box.replicator.rebuild())} ms`],
    ...names(box, async (suffix) => {
      await add(suffix);
      const shown = (await command("profile/add")).find((one) => one.name.toLowerCase().startsWith(box.prefix));
      if (shown !== undefined) await profile.remove(shown.name);
      return shown?.name;
    }),
    ...[1_000_000, 2_000_000_000].map((threshold): Measurement => [
      `a threshold of ${threshold}`,
      async () => {
        await add("m").catch(refused);
        await collector.add({ address, profile: name }).catch(refused);
        await collector.threshold({ address, threshold });
        return (await command("collector/threshold")).find((one) => one.address === address)?.threshold;
      },
    ]),
    ...lengths.map((length): Measurement => [
      `a description of ${length} characters`,
      async () => {
        await notate.profile({ profile: name, description: "d".repeat(length) });
        const shown = (await command("notate/profile")).find((one) => one.profile === name)?.description;
        return shown === undefined ? undefined : `stored with ${shown.length} characters`;
      },
    ]),
  ];
}

function readings(read: () => Promise<unknown>): Measurement[] {
  return [
    [
      "latency of a reading",
      async () => {
        const times = [];
        for (let count = 0; count < READINGS; count += 1) times.push(await timed(read));
        return `${times.sort((one, other) => one - other)[READINGS >> 1]} ms`;
      },
    ],
    [
      "parallel readings without an error",
      async () => {
        let most = 0;
        for (const width of parallel) {
          const results = await Promise.allSettled(Array.from({ length: width * 2 }, read));
          if (results.some(({ status }) => status === "rejected")) break;
          most = width;
        }
        return most;
      },
    ],
  ];
}

/** How names are stored: long ones, and ones with characters that an appliance may change. */
function names({ prefix }: Box, stored: (suffix: string) => Promise<string | undefined>): Measurement[] {
  const suffixes = [
    ...lengths.map((length) => [`a name of ${length} characters`, "n".repeat(length - prefix.length - 1)] as const),
    ["a name with capitals", "ABC"] as const,
    ["a name with & and <", "a&b<c"] as const,
  ];
  return suffixes.map(([what, suffix]) => [
    what,
    async () => {
      const shown = await stored(suffix);
      if (shown === undefined || shown === `${prefix}-${suffix}`) return shown && "stored as sent";
      const end = shown.slice(prefix.length + 1);
      return suffix.startsWith(end) ? `stored with ${shown.length} characters` : `stored as ${end}`;
    },
  ]);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began);
}
