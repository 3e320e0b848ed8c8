import { Configuration } from "../../provider/config/configuration";
import type { Simulator } from "../../simulator";
import { Kinds } from "../../lib/site/kinds";
import type { SiteReading } from "../../lib/site/object";
import { readSite } from "../../lib/site/read";
import type { Context } from "../context";
import { previewProgram } from "../engine/program";
import { refusals } from "../site-reading";
import { lazy } from "../lazy";
import { previewsOf } from "../summary";
import { rehearse, type Unplanned, stepsOf, type PlannedStep } from "./run";
import { furnish } from "./stores";
import { present } from "../../provider/values/collections";
import { picked } from "../../provider/values/inputs";
import { seccodeText } from "../../provider/values/seccode";

/** A request that an up would send. */
export interface PlannedRequest {
  readonly site?: string;
  readonly appliance: "gateway" | "replicator";
  /** E.g. `ipgroups/update`. */
  readonly action: string;
  /** The objects that it concerns, without credentials. */
  readonly about: string;
  readonly kind: "session" | "read" | "write";
}

export interface RequestPlan {
  readonly requests: readonly PlannedRequest[];
  readonly unplanned: readonly Unplanned[];
}

/**
 * Finds the requests that an up after a preview would send. It runs the up on simulated appliances with the contents of
 * the real ones.
 */
export async function planRequests(context: Context, file: string | undefined): Promise<RequestPlan> {
  const { configuration } = await context.configured();
  const { progress, io } = context;
  const previews = file === undefined ? await previewProgram(context, "plan-requests") : await previewsOf([file], io);
  const steps = previews.flatMap(stepsOf);
  const sites = [...new Set(steps.filter(({ op }) => op !== "same").map(siteOf))];
  const plans: RequestPlan[] = [];
  for (const site of sites) {
    const own = steps.filter((step) => siteOf(step) === site);
    plans.push(await progress.during("Rehearsing the update", () => rehearsed(configuration, site, own)));
  }
  return {
    requests: plans.flatMap(({ requests }) => requests),
    unplanned: plans.flatMap(({ unplanned }) => unplanned),
  };
}

function siteOf({ news, olds }: PlannedStep): string | undefined {
  const site = (news ?? olds)?.["site"];
  return typeof site === "string" ? site : undefined;
}

async function rehearsed(
  configuration: Configuration,
  site: string | undefined,
  steps: readonly PlannedStep[],
): Promise<RequestPlan> {
  const reading = await refusals(() => readSite(configuration, { site, all: true }));
  const sim = await lazy.simulator().startSimulator({ https: false, foreign: false });
  try {
    furnish(sim, reading, steps);
    const before = namesIn(sim);
    const kinds = new Kinds(configurationFor(sim, configuration, site));
    const named = (text: string): string => withRealHosts(text, sim, reading);
    const unplanned = (await rehearse(kinds, steps)).map((one) => ({ ...one, why: named(one.why) }));
    const names = (kind: Numbered, id: string): string =>
      before[kind].get(Number(id)) ?? namesIn(sim)[kind].get(Number(id)) ?? id;
    return { requests: requestsOf(sim, site, names), unplanned };
  } finally {
    await sim.close();
  }
}

/** A message of the rehearsal with the real appliances in place of the simulated ones. */
function withRealHosts(text: string, sim: Simulator, { appliances }: SiteReading): string {
  return (["gateway", "replicator"] as const).reduce((words, kind) => {
    const [url, real] = [sim[kind].url, appliances[kind]];
    return real === undefined ? words : words.replaceAll(url, real).replaceAll(new URL(url).host, new URL(real).host);
  }, text);
}

/** The settings that determine the requests, with the URLs of the simulated appliances. */
function configurationFor(sim: Simulator, real: Configuration, site: string | undefined): Configuration {
  const values: Record<string, object> = {};
  const take = (kind: "gateway" | "replicator", keys: readonly string[], access: object): void => {
    const { url, formerUrls } = real.urls(kind, site) ?? {};
    if (url === undefined || formerUrls === undefined) return;
    const settings = picked({ ...real[kind](site) }, keys);
    values[kind] = { ...settings, url: sim[kind].url, allowHttp: true, formerUrls: [url, ...formerUrls], ...access };
  };
  const { user, password } = sim.replicator;
  take("gateway", ["concurrency", "rulesPerRequest", "tokenUser"], { token: sim.gateway.token });
  take("replicator", ["concurrency", "rebuild", "strictRebuild", "secondary"], { user, password });
  const whole = site === undefined ? values : { sites: { [site]: values } };
  return new Configuration(
    Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, JSON.stringify(value)])),
    {},
  );
}

/** Objects of the gateway that requests mean by their numbers. */
type Numbered = "ipGroups" | "users" | "userGroups";

function namesIn({ gateway: { store } }: Simulator): Readonly<Record<Numbered, ReadonlyMap<number, string>>> {
  const of = (objects: ReadonlyMap<number, { readonly name: string }>): ReadonlyMap<number, string> =>
    new Map([...objects].map(([id, { name }]) => [id, name]));
  return { ipGroups: of(store.ipGroups), users: of(store.users), userGroups: of(store.userGroups) };
}

function requestsOf(
  { requests }: Simulator,
  site: string | undefined,
  nameOf: (kind: Numbered, id: string) => string,
): PlannedRequest[] {
  return [...requests].map(({ appliance, verb, detail, kind }) => ({
    ...present({ site }),
    appliance,
    action: verb,
    about: aboutOf(verb, detail, nameOf),
    kind,
  }));
}

/** The objects of a request by their names: readers know names, not numbers. */
function aboutOf(verb: string, detail: string, nameOf: (kind: Numbered, id: string) => string): string {
  if (/^user_api\/(?:membership|permissions?)$/u.test(verb)) {
    return detail
      .replaceAll(/\buser group (\d+)/gu, (_, id: string) => nameOf("userGroups", id))
      .replaceAll(/\buser (\d+)/gu, (_, id: string) => nameOf("users", id))
      .replaceAll(
        /\b(device|interface) (\S+)/gu,
        (_, type: string, code: string) => `${type} ${seccodeText(type, code)}`,
      );
  }
  const kind = verb.startsWith("ipgroups/") ? "ipGroups" : /user_?group/iu.test(verb) ? "userGroups" : "users";
  // Only a number at the beginning, or after the word for the object, is the number of an object.
  const [, head = "", ids, rest = ""] = /^(groups? |user )?(\d+(?:,? \d+)*)(?=$|:| to )(.*)$/su.exec(detail) ?? [];
  if (ids === undefined) return detail;
  const names = ids.split(/,? /u).map((id) => nameOf(kind, id));
  return `${head}${names.join(", ")}${rest}`;
}
