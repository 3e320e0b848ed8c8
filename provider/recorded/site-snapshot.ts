import { readFileSync, statSync } from "node:fs";
import { OfOneSite } from "../../lib/of-one-site";
import type { ApplianceKind } from "../errors/errors";
import { baseOf } from "../http/options";
import type { HttpReply, RequestSpec, Send } from "../http/request";
import { Refusal } from "../errors/refusal";
import { kept } from "../values/collections";
import { counted, shellWord } from "../values/quoted";
import {
  snapshotIn,
  extraOf,
  keyOf,
  questionOf,
  type RecordedAnswer,
  type RecordedAppliance,
  type SnapshotFile,
  type Question,
} from "./format";

/** The present and former URLs of an appliance. */
interface Addresses {
  readonly url: string;
  readonly formerUrls: readonly string[];
}

const sessionActions = ["/login/", "/login/[sha2]", "/logout"];
const HOUR_MS = 3_600_000;

/** Answers from a file, which replace those of the appliances. */
export class SiteSnapshot {
  readonly #answers = new Map<RecordedAppliance, ReadonlyMap<string, RecordedAnswer>>();

  constructor(
    /** The path as it was configured. */
    readonly path: string,
    private readonly file: SnapshotFile,
  ) {}

  /**
   * A layer that sends nothing. It answers each request as the appliance with this address did when it was recorded.
   */
  layer(kind: ApplianceKind, place: Addresses): (inner: Send) => Send {
    return () => async (request) => this.#reply(kind, place, request);
  }

  /** The recording of the appliance with this address. Throws a {@link Refusal} if there is none. */
  of(kind: ApplianceKind, place: Addresses): RecordedAppliance {
    const found = this.#find(kind, place);
    if (found !== undefined) return found;
    const others = this.file.appliances.filter((one) => one.kind === kind).map((one) => one.url);
    const held = others.length === 0 ? `no ${kind} at all` : `the ${kind} ${others.join(", ")}`;
    throw new Refusal(
      `the snapshot ${this.path} holds nothing from the ${kind} ${baseOf(place.url).href}: it was recorded from ${held}. ` +
        `Record it: flowgate snapshot ${shellWord(this.path)}`,
    );
  }

  /** The field in which the gateway with this address expects a group, if an answer has shown it. */
  rulesField(place: Addresses): RecordedAppliance["rulesField"] {
    return this.#find("gateway", place)?.rulesField;
  }

  /** The sentence that a preview shows once: that no appliance is asked, and how old the answers are. */
  notice(now = Date.now()): string {
    const times = this.file.appliances.map(({ recorded }) => Date.parse(recorded)).sort((one, other) => one - other);
    const [oldest] = times;
    const age =
      oldest === undefined ? "which holds nothing" : `recorded ${timeText(oldest)}, ${ageText(now - oldest)} ago`;
    return (
      `this preview reads the snapshot ${this.path} (${age}, by pulumi-flowgate ${this.file.version}), and contacts ` +
      "no appliance."
    );
  }

  /** Used in the keys of settings. */
  toJSON(): unknown {
    return [this.path, this.file.appliances.map(({ url, recorded }) => [url, recorded])];
  }

  #find(kind: ApplianceKind, { url, formerUrls }: Addresses): RecordedAppliance | undefined {
    const bases = [url, ...formerUrls].map((one) => baseOf(one).href);
    return this.file.appliances.find((one) => one.kind === kind && bases.includes(baseOf(one.url).href));
  }

  #reply(kind: ApplianceKind, place: Addresses, request: RequestSpec): HttpReply {
    const json = { "content-type": "application/json" };
    if (sessionActions.includes(request.action)) return { status: 200, headers: json, text: '{"result":"success"}' };
    if (request.operation !== "read") throw new Refusal("a snapshot cannot answer a request that changes something");
    const appliance = this.of(kind, place);
    const answers = kept(this.#answers, appliance, () => {
      return new Map(appliance.answers.map((answer) => [keyOf(answer), answer]));
    });
    const question = questionOf(request);
    const answer = answers.get(keyOf(question));
    if (answer === undefined) throw this.#notHeld(appliance, question);
    const { status, type, text } = answer;
    const headers = type === undefined ? {} : { "content-type": type };
    return { status, headers, text: text ?? JSON.stringify(answer.json) };
  }

  #notHeld({ kind, url, recorded }: RecordedAppliance, question: Question): Refusal {
    const extra = extraOf(question);
    const option = extra === undefined ? "" : ` --${extra.option} ${shellWord(extra.value)}`;
    return new Refusal(
      `the snapshot ${this.path}, recorded ${timeText(Date.parse(recorded))}, holds no answer of the ${kind} ` +
        `${new URL(url).host} to ${titleOf(question)}. Record it: flowgate snapshot ${shellWord(this.path)}${option}`,
    );
  }
}

function titleOf({ action, fields }: Question): string {
  const { path, ...form } = fields;
  if (path !== undefined) return path.replace("/api/1/", "");
  const given = Object.entries(form).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return given.length === 0 ? action : `${action} (${given.join(", ")})`;
}

function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function ageText(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR_MS);
  if (hours < 1) return "less than an hour";
  const [count, unit] = hours < 48 ? [hours, "hour"] : [Math.floor(hours / 24), "day"];
  return counted(count, unit);
}

const known = new OfOneSite(() => new Map<string, { readonly stamp: string; readonly snapshot: SiteSnapshot }>());

/** The snapshot in a file, read again only if the file changes. Throws a {@link Refusal} if it is no snapshot. */
export function snapshotAt(path: string): SiteSnapshot {
  const stamp = stampOf(path);
  const before = known.now.get(path);
  if (before?.stamp === stamp) return before.snapshot;
  const snapshot = new SiteSnapshot(
    path,
    snapshotIn(
      readable(path, () => readFileSync(path, "utf8")),
      path,
    ),
  );
  known.now.set(path, { stamp, snapshot });
  return snapshot;
}

function stampOf(path: string): string {
  return readable(path, () => {
    const { mtimeMs, size } = statSync(path);
    return `${String(mtimeMs)} ${String(size)}`;
  });
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    throw new Refusal(`${path} cannot be read (${code}). Record it: flowgate snapshot ${shellWord(path)}`, {
      cause: error,
    });
  }
}

/**
 * The variable with the path of a snapshot, if the configuration has none. Providers get it even if no program runs.
 */
export const SNAPSHOT_VARIABLE = "FLOWGATE_SNAPSHOT";

/** Why nothing is changed or refreshed. `source` is how messages name the setting with the snapshot. */
export function onlyPreviewed(source: string): string {
  const way = source.startsWith("flowgate:") ? `Remove it first: pulumi config rm ${source}` : "Remove it first";
  return `${source} is set, so this stack can only be previewed from a snapshot: nothing was read or changed. ${way}`;
}
