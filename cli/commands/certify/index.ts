import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { ApplianceKind } from "../../../provider/client";
import { kinds, type Kind } from "../../../lib/site/kinds";
import { ApplianceError } from "../../../provider/errors/errors";
import type { Values } from "../../../provider/values/inputs";
import { unknownWord } from "../../../provider/values/quoted";
import type { Configured } from "../../context";
import { sentenceOf, UsageError } from "../../errors";
import { examine, type Diagnosis } from "../doctor";
import type { OpenPoint } from "../doctor/finding";
import type { Observation } from "../doctor/observer";
import { jsonOf } from "../../../lib/output/json";
import { Box } from "./box";
import { removeEntries } from "./clean";
import { Course } from "./course";
import { assertUntouched, findFree, foreignOn, type Foreign } from "./foreign";
import { Journal, type Entry } from "./journal";
import { gatewayLives } from "./gateway-lives";
import { aboutOf, type Life } from "./life";
import { replicatorLives, settingLife } from "./replicator-lives";
import { answersTo } from "./points";
import { lagOf, measured } from "./measures";
import { type Needed, settingsFor } from "./settings";
import { DeadlineError, ForeignChangeError, type Measure, type Outcome, works } from "./verdict";

export interface Chosen {
  readonly about: ApplianceKind | undefined;
  readonly kinds: readonly Kind[];
  readonly settings: boolean;
}

export interface Certificate extends Needed {
  readonly outcomes: readonly Outcome[];
  /** Kinds that were chosen and have no outcome, because the run ended before. */
  readonly notRun: readonly Kind[];
  /** Whether `--settings` would test a kind more. */
  readonly isSettingLeft: boolean;
  readonly measures: readonly Measure[];
  readonly openPoints: readonly OpenPoint[];
  /** What differs of the objects that do not belong to the run. */
  readonly foreign: readonly string[];
  /** Why an appliance could not be tested, or why the run ended before its end. */
  readonly ended: readonly string[];
  /** A sentence for each object of the run that could not be removed, and each setting that could not be put back. */
  readonly left: readonly string[];
  /** Whether the journal still names something: `--clean` removes it, or puts it back. */
  readonly isJournalKept: boolean;
  /** Requests of the provider and of the client. */
  readonly requests: number;
  readonly seen: readonly Observation[];
  /** Texts of the user's that no report for others contains, and what each is replaced by. */
  readonly own: readonly (readonly [text: string, instead: string])[];
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
  configured: Configured,
  chosen: Chosen,
  journal: Journal,
  tell: Tell,
): Promise<Certificate> {
  const box = new Box(configured, journal);
  const run = new Certification(box, chosenLives(chosen), configured, tell, chosen.kinds.length === 0);
  try {
    return await run.done();
  } finally {
    // A run that ended before it named an object leaves nothing.
    journal.removeIf(Journal.objects(journal.path).length === 0);
    await box.close();
  }
}

class Certification {
  readonly #outcomes: Outcome[] = [];
  readonly #measures: Measure[] = [];
  readonly #before = new Map<ApplianceKind, Foreign>();
  readonly #examinations: Diagnosis[] = [];
  readonly #abouts: readonly ApplianceKind[];

  constructor(
    private readonly box: Box,
    private readonly chosen: readonly Life[],
    private readonly configured: Configured,
    private readonly tell: Tell,
    private readonly isWhole: boolean,
  ) {
    this.#abouts = aboutOf(chosen);
    if (chosen.includes(settingLife)) box.ownSettings.set(settingLife.inputs.name, undefined);
  }

  async done(): Promise<Certificate> {
    const { box, chosen } = this;
    const ended: string[] = [];
    let foreign: readonly string[] = [];
    let left: readonly string[] = [];
    for (const about of this.#abouts) await this.#reach(about).catch((error: unknown) => ended.push(failureOf(error)));
    try {
      for (const life of chosen.filter(({ about }) => this.#before.has(about))) await this.#live(life);
      // A run of some kinds repeats what depends on settings: the measurements do not.
      if (this.isWhole) for (const about of this.#before.keys()) this.#measures.push(...(await measured(box, about)));
      left = await removeEntries(this.#mayBeThere(), box, [...this.#before.keys()]);
      await this.#compare();
      box.journal.removeIf(left.length === 0);
    } catch (error) {
      if (error instanceof ForeignChangeError) foreign = error.differences;
      else ended.push(failureOf(error));
    }
    return this.#certificate({ ended, foreign, left, isJournalKept: Journal.objects(box.journal.path).length > 0 });
  }

  #certificate(end: Pick<Certificate, "ended" | "foreign" | "left" | "isJournalKept">): Certificate {
    const { box } = this;
    const { gateway, replicator } = box.observers;
    const observers = [...this.#examinations.flatMap((one) => one.observers), gateway, replicator];
    const seen = observers.flatMap((one) => one.seen);
    const findings = this.#examinations.flatMap((one) => one.findings);
    const fixes = findings.filter(({ status }) => status !== "good").flatMap(({ fix = [] }) => fix);
    return {
      ...end,
      outcomes: this.#outcomes,
      isSettingLeft: this.isWhole && this.#abouts.includes("replicator") && !this.chosen.includes(settingLife),
      notRun: this.chosen.map(({ kind }) => kind).filter((kind) => !this.#outcomes.some((one) => one.kind === kind)),
      measures: this.#measures,
      openPoints: this.#abouts.flatMap((about) => [
        ...this.#examinations.flatMap((one) => one.openPoints.filter((point) => point.about === about)),
        ...answersTo(about, seen),
      ]),
      ...settingsFor(this.configured, {
        ...{ fixes, outcomes: this.#outcomes, measures: this.#measures, seen },
        wordsOfEndedSession: box.wordsOfEndedSession,
      }),
      requests: observers.reduce((sum, { sent }) => sum + sent, 0),
      seen,
      own: this.#own(),
    };
  }

  /** Hosts, the site and the user of the configuration, and the names that the appliances showed. */
  #own(): Certificate["own"] {
    const { configuration, site } = this.configured;
    const hosts = this.#abouts.flatMap((about) => {
      const { url } = configuration.urls(about, site) ?? {};
      const { host, hostname } = new URL(url ?? "http://none");
      return [host, hostname].map((text) => [text, `${about}.example.net`] as const);
    });
    const user = this.#abouts.includes("replicator") ? [[configuration.replicator(site).user, "a user"] as const] : [];
    return [...hosts, ...user, ...(site === undefined ? [] : [[site, "a-site"] as const]), ...this.box.own];
  }

  /** Examines an appliance as flowgate doctor does, and reads what must be there afterwards. */
  async #reach(about: ApplianceKind): Promise<void> {
    this.#examinations.push(await examine(about, this.configured));
    if (about === "replicator") this.box.free = await findFree(this.box);
    this.#before.set(about, await foreignOn(this.box, about));
    this.box.lagMs[about] = await lagOf(this.box, about);
  }

  async #live(life: Life): Promise<void> {
    this.#outcomes.push(...(await new Course(this.box, life, this.configured.site, this.tell).run()));
    await this.#compare(life.about);
  }

  /** The entries of the journal without accounts of a kind whose every creation was refused. */
  #mayBeThere(): Entry[] {
    const kindOf: Partial<Record<Entry["what"], Kind>> = { user: "User", userGroup: "UserGroup" };
    return Journal.entries(this.box.journal.path).filter(({ what }) => {
      const kind = kindOf[what];
      return kind === undefined || this.box.created.has(kind);
    });
  }

  async #compare(only?: ApplianceKind): Promise<void> {
    for (const [about, before] of this.#before) {
      if ((only ?? about) === about) assertUntouched(before, await foreignOn(this.box, about));
    }
  }
}

/** The sentence of a failure that ended a run, or the part of it about one appliance. */
function failureOf(error: unknown): string {
  if (error instanceof ApplianceError || error instanceof DeadlineError) return sentenceOf(error);
  throw error;
}

/**
 * Removes what the journal of an earlier run names. Returns how much that was, and what is still there. Throws
 * UsageError if the run was on another appliance than the configured one: that one may have the same setting.
 */
export async function clean(
  configured: Configured,
  journal: Journal,
): Promise<{ entries: readonly Entry[]; left: readonly string[] }> {
  const entries = Journal.entries(journal.path);
  const box = new Box(configured, journal);
  try {
    const appliances = entries.flatMap((one) => (one.what === "appliance" ? [one] : []));
    for (const { about, url } of appliances) {
      const now = configured.configuration.urls(about, configured.site);
      // The client says which key is missing.
      if (now === undefined || [now.url, ...now.formerUrls].includes(url)) continue;
      throw new UsageError(`The run was on the ${about} ${url}, and ${now.url} is configured: nothing was changed.`);
    }
    const left = await removeEntries(
      entries,
      box,
      appliances.map(({ about }) => about),
    );
    journal.removeIf(left.length === 0);
    return { entries, left };
  } finally {
    await box.close();
  }
}

export { aboutOf } from "./life";
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

const report = z.object({
  certificate: z.object({
    outcomes: z.array(z.object({ kind: z.string(), verdict: z.string() })),
    notRun: z.array(z.string()),
  }),
});

/** The kinds that did not work in an earlier report. Throws UsageError if there is no such report, or no such kind. */
export function kindsAfter(path: string): string[] {
  const parsed = report.safeParse(existsSync(path) ? jsonOf(readFileSync(path, "utf8")) : undefined);
  if (!parsed.success) throw new UsageError(`${path} is no report of flowgate certify --json.`);
  const { outcomes, notRun } = parsed.data.certificate;
  const failed = outcomes.filter(({ verdict }) => !works([{ verdict }])).map(({ kind }) => kind);
  if (failed.length + notRun.length === 0)
    throw new UsageError(`Every kind worked in ${path}: there is nothing to repeat.`);
  return [...new Set([...failed, ...notRun])];
}
