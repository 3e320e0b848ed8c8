import type { ApplianceKind } from "../../provider/client";
import { kinds, type Kind } from "../../lib/site/kinds";
import type { Values } from "../../provider/values/inputs";
import type { Configured } from "../context";
import { UsageError } from "../errors";
import { unknownWord } from "../../provider/values/unknown-word";
import { openPointsOf } from "../doctor/open-points";
import type { OpenPoint } from "../doctor/finding";
import type { Observation } from "../doctor/observer";
import { Box } from "./box";
import { removeEntries } from "./clean";
import { aboutOf, Course } from "./course";
import { assertUntouched, findFree, foreignOn, type Foreign } from "./foreign";
import { Journal, type Entry } from "./journal";
import { gatewayLives } from "./gateway-lives";
import type { Life } from "./life";
import { replicatorLives, settingLife } from "./replicator-lives";
import { measureGateway, measureReplicator } from "./measures";
import { ForeignChangeError, type Measure, type Outcome } from "./verdict";

export interface Chosen {
  readonly about: ApplianceKind | undefined;
  readonly kinds: readonly Kind[];
  readonly settings: boolean;
}

export interface Certificate {
  readonly outcomes: readonly Outcome[];
  /** Kinds that were chosen and have no outcome, because the run ended before. */
  readonly notRun: readonly Kind[];
  readonly measures: readonly Measure[];
  readonly openPoints: readonly OpenPoint[];
  /** Lines that set what this appliance needs. */
  readonly settings: readonly string[];
  /** What differs of the objects that do not belong to the run. */
  readonly foreign: readonly string[];
  /** Objects of the run that could not be removed. */
  readonly left: readonly string[];
  /** Requests of the provider and of the client. */
  readonly requests: number;
  readonly seen: readonly Observation[];
}

/** The lives that a choice selects. */
export function chosenLives({ about, kinds: chosen, settings }: Chosen): readonly Life[] {
  const all = [...gatewayLives, ...replicatorLives, ...(settings ? [settingLife] : [])];
  return all.filter(
    (life) => (about ?? life.about) === life.about && (chosen.length === 0 || chosen.includes(life.kind)),
  );
}

/** Receives the outcome of each step as it ends, with the inputs that the appliance should now have. */
export type Tell = (outcome: Outcome, inputs: Values | undefined) => void;

/** Runs the life of every chosen kind on the appliances of a site. */
export async function certify(
  { configuration, site }: Configured,
  chosen: Chosen,
  journal: Journal,
  tell: Tell,
): Promise<Certificate> {
  const box = new Box(configuration, site, journal);
  const run = new Certification(box, chosenLives(chosen), site, tell);
  try {
    return await run.done();
  } finally {
    // A run that ended before it named an object leaves nothing.
    if (Journal.objects(journal.path).length === 0) journal.remove();
    await box.close();
  }
}

class Certification {
  readonly #outcomes: Outcome[] = [];
  readonly #measures: Measure[] = [];
  readonly #before = new Map<ApplianceKind, Foreign>();
  readonly #abouts: readonly ApplianceKind[];

  constructor(
    private readonly box: Box,
    private readonly chosen: readonly Life[],
    private readonly site: string | undefined,
    private readonly tell: Tell,
  ) {
    this.#abouts = aboutOf(chosen);
  }

  async done(): Promise<Certificate> {
    const { box, chosen } = this;
    if (this.#abouts.includes("replicator")) box.free = await findFree(box);
    for (const about of this.#abouts) this.#before.set(about, await foreignOn(box, about));
    let foreign: readonly string[] = [];
    let left: readonly string[] = [];
    try {
      for (const life of chosen) await this.#live(life);
      await this.#measure();
      left = await this.#clean();
      await this.#compare();
    } catch (error) {
      if (!(error instanceof ForeignChangeError)) throw error;
      foreign = error.differences;
    }
    if (foreign.length === 0 && left.length === 0) box.journal.remove();
    const seen = [...box.observers.gateway.seen, ...box.observers.replicator.seen];
    const texts = this.#outcomes.flatMap((one) => one.texts);
    return {
      outcomes: this.#outcomes,
      notRun: chosen.map(({ kind }) => kind).filter((kind) => !this.#outcomes.some((one) => one.kind === kind)),
      measures: this.#measures,
      openPoints: this.#abouts.flatMap((about) => openPointsOf(about, box.observers[about])),
      settings: [...new Set([...texts.flatMap(settingsIn), ...settingsOf(this.#measures)])],
      foreign,
      left,
      requests: box.faults.total + seen.length,
      seen,
    };
  }

  async #live(life: Life): Promise<void> {
    if (life.kind === "Setting") await this.#rememberSetting();
    this.#outcomes.push(...(await new Course(this.box, life, this.site, this.tell).run()));
    await this.#compare(life.about);
  }

  async #rememberSetting(): Promise<void> {
    const known = (await this.box.replicator.show.settings()).get("flowStopAlert");
    if (known?.value !== undefined) this.box.rememberSetting("flowStopAlert", known.value, known.enabled);
  }

  async #measure(): Promise<void> {
    if (this.#abouts.includes("gateway")) this.#measures.push(...(await measureGateway(this.box)));
    if (this.#abouts.includes("replicator")) this.#measures.push(...(await measureReplicator(this.box)));
  }

  #clean(): Promise<string[]> {
    return removeEntries(Journal.entries(this.box.journal.path), this.#clients());
  }

  #clients() {
    return {
      gateway: this.#abouts.includes("gateway") ? this.box.gateway : undefined,
      replicator: this.#abouts.includes("replicator") ? this.box.replicator : undefined,
    };
  }

  async #compare(only?: ApplianceKind): Promise<void> {
    for (const [about, before] of this.#before) {
      if ((only ?? about) === about) assertUntouched(before, await foreignOn(this.box, about));
    }
  }
}

/** Removes what the journal of an earlier run names. Returns how much that was, and what is still there. */
export async function clean(
  { configuration, site }: Configured,
  journal: Journal,
): Promise<{ entries: readonly Entry[]; left: readonly string[] }> {
  const entries = Journal.entries(journal.path);
  const box = new Box(configuration, site, journal);
  try {
    const isOf = (about: ApplianceKind): boolean =>
      entries.some((one) => one.what === "appliance" && one.about === about);
    const left = await removeEntries(entries, {
      gateway: isOf("gateway") ? box.gateway : undefined,
      replicator: isOf("replicator") ? box.replicator : undefined,
    });
    if (left.length === 0) journal.remove();
    return { entries, left };
  } finally {
    await box.close();
  }
}

/** The lines of messages that set a key. */
function settingsIn(text: string): string[] {
  return [
    ...text.matchAll(/pulumi config set (?:'[^']*'|"[^"]*"|[^\s'";])+(?: +(?:'[^']*'|"[^"]*"|[^\s'";]+))*/gu),
  ].map(([line]) => line);
}

function settingsOf(measures: readonly Measure[]): string[] {
  return measures.flatMap(({ about, what, value }) => {
    if (what === "rules of one request" && /^[1-9]\d*$/u.test(value)) {
      return [`pulumi config set --path flowgate:gateway.rulesPerRequest ${value}`];
    }
    if (what === "parallel readings without an error" && ["1", "2"].includes(value)) {
      return [`pulumi config set --path flowgate:${about}.concurrency ${value}`];
    }
    return [];
  });
}

export { aboutOf } from "./course";
export { Journal } from "./journal";
export { htmlOf, markdownOf, resultOf } from "./report";

/** The kinds that a user named. Throws UsageError for a name that is none. */
export function kindsNamed(given: readonly string[]): Kind[] {
  return given.map((name) => {
    const kind = kinds.find((one) => one.toLowerCase() === name.toLowerCase());
    if (kind === undefined) throw new UsageError(unknownWord("kind", name, kinds));
    return kind;
  });
}
