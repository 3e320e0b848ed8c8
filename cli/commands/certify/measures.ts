import type { ApplianceKind, Command, RuleFields } from "../../../provider/client";
import { ApplianceError, NotSentError } from "../../../provider/errors/errors";
import type { Box } from "./box";
import { runOf } from "./journal";
import { ownGroups } from "./gateway-lives";
import { commandsOf } from "./replicator-lives";
import { answeredOnly, unclearOnly, type Measure } from "./verdict";

/** What is measured, and the way to its value. */
type Measurement = readonly [what: string, value: () => Promise<string | number | undefined>];

const USUAL_LAG_MS = 1_500;
const READINGS = 5;
const parallel = [1, 2, 4, 8];
const ruleCounts = [50, 250, 1_000, 2_500];
const lengths = [31, 64, 128, 255];
const thresholds = [1_000_000, 2_000_000_000];

/** Measures an appliance. A request that it refuses is a result too. */
export async function measured(box: Box, about: ApplianceKind): Promise<Measure[]> {
  const measures: Measure[] = [];
  const delay: Measurement = ["delay of lists", () => Promise.resolve(`${box.lagMs[about]} ms`)];
  for (const [what, value] of [delay, ...(about === "gateway" ? ofGateway(box) : ofReplicator(box))]) {
    measures.push({ about, what, value: String((await value().catch(refused)) ?? "not shown") });
  }
  return measures;
}

/**
 * Measures how late the lists of an appliance show a new object, in milliseconds: 0 if their first reading shows it.
 * An appliance that refuses the object, or never shows it, gets the usual patience.
 */
export async function lagOf(box: Box, about: ApplianceKind): Promise<number> {
  let [first, last] = [0, 0];
  const timedLook = <T>(value: T | undefined): T | undefined => {
    last = performance.now();
    first ||= last;
    return value;
  };
  const looked =
    about === "gateway"
      ? withGroup(box, "lag", [], async (id) => timedLook((await ownGroups(box)).find(({ fc_id }) => fc_id === id)))
      : withProfile(box, "lag", (commands) => timedLook(profileOf(box, commands)));
  const shown = await looked.catch((error: unknown) => void refused(error));
  return shown === undefined ? USUAL_LAG_MS : Math.ceil(last - first);
}

function refused(error: unknown): string {
  if (error instanceof ApplianceError && !(error instanceof NotSentError)) return "refused";
  throw error;
}

/** Creates a group, looks for something of it, and removes it. */
async function withGroup<T>(
  box: Box,
  suffix: string,
  added: RuleFields[],
  look: (id: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { ipGroups } = box.gateway;
  const { fc_id } = await ipGroups.saveRule({ new_fc: box.name("group", suffix), added });
  const found = await box.seen("gateway", "groups", () => look(fc_id));
  await ipGroups.delete([fc_id]).catch(answeredOnly);
  return found;
}

/** Adds a profile, looks for something in the configuration, and removes it. No life uses its ports. */
async function withProfile<T>(
  box: Box,
  suffix: string,
  look: (commands: readonly Command[]) => T | undefined,
  change: (name: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<T | undefined> {
  const { profile } = box.replicator;
  const name = box.name("profile", suffix);
  await profile.add({ name, listeningPort: box.port(18), sendingPort: box.port(19) }).catch(unclearOnly);
  await change(name);
  await box.replicator.rebuild().catch(unclearOnly);
  let shown: string | undefined;
  const found = await box.seen("replicator", "profiles", async () => {
    const commands = await commandsOf(box.replicator);
    shown = profileOf(box, commands);
    return look(commands);
  });
  for (const one of new Set([name, shown ?? name])) await profile.remove(one).catch(answeredOnly);
  await box.replicator.rebuild().catch(unclearOnly);
  return found;
}

/** The only profile of the run, as it is stored. */
function profileOf({ prefix }: Box, commands: readonly Command[]): string | undefined {
  return commands
    .flatMap((one) => (one.verb === "profile/add" ? [one.name] : []))
    .find((name) => runOf(name) === prefix);
}

function ofGateway(box: Box): Measurement[] {
  const { ipGroups } = box.gateway;
  const tree = () => ipGroups.loadTreeRootFast();
  const rulesOf = async (fc_id: number) => {
    const { length } = await ipGroups.loadRules({ fc_id });
    return length === 0 ? undefined : length;
  };
  const shownName = async (id: number) => (await tree()).find(({ fc_id }) => fc_id === id)?.fc_name;
  return [
    ...readings(tree),
    ["rules of one request", () => mostRules((rules) => withGroup(box, `r${rules.length}`, rules, rulesOf))],
    ...names(box, (suffix) => withGroup(box, suffix, [], shownName)),
  ];
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
  const { collector, notate, show } = box.replicator;
  /** What the configuration shows after a change of a profile. */
  const stored = async <T>(change: (profile: string) => Promise<unknown>, valueIn: (one: Command) => T | undefined) => {
    const look = (commands: readonly Command[]) =>
      commands.map(valueIn).find((value): value is T & {} => value !== undefined);
    return withProfile(box, "m", look, change);
  };
  const threshold = (value: number) => {
    const address = box.address(5);
    const change = async (profile: string) => {
      await collector.add({ address, profile }).catch(unclearOnly);
      await collector.threshold({ address, threshold: value }).catch(unclearOnly);
    };
    return stored(change, (one) =>
      one.verb === "collector/threshold" && one.address === address ? one.threshold : undefined,
    );
  };
  const description = async (length: number) => {
    const change = (profile: string) => notate.profile({ profile, description: "d".repeat(length) }).catch(unclearOnly);
    const shown = await stored(change, (one) =>
      one.verb === "notate/profile" && runOf(one.profile) === box.prefix ? one.description : undefined,
    );
    return shown && `stored with ${shown.length} characters`;
  };
  return [
    ...readings(() => show.config()),
    ["duration of a rebuild", async () => `${await timed(() => box.replicator.rebuild().catch(unclearOnly))} ms`],
    ...names(box, (suffix) => withProfile(box, suffix, (commands) => profileOf(box, commands))),
    ...thresholds.map((value): Measurement => [`a threshold of ${value}`, () => threshold(value)]),
    ...lengths.map((length): Measurement => [`a description of ${length} characters`, () => description(length)]),
  ];
}

function readings(read: () => Promise<unknown>): Measurement[] {
  const latency = async () => {
    const times = [];
    for (let count = 0; count < READINGS; count += 1) times.push(await timed(read));
    return `${times.sort((one, other) => one - other)[READINGS >> 1]} ms`;
  };
  const widest = async () => {
    let most = 0;
    for (const width of parallel) {
      const results = await Promise.allSettled(Array.from({ length: width * 2 }, read));
      if (results.some(({ status }) => status === "rejected")) break;
      most = width;
    }
    return most;
  };
  return [
    ["latency of a reading", latency],
    ["parallel readings without an error", widest],
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
