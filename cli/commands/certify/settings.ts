import type { ApplianceKind } from "../../../provider/client";
import { escaped } from "../../../provider/wording/patterns";
import type { Configured } from "../../context";
import type { Observation } from "../doctor/observer";
import type { Measure, Outcome } from "./verdict";

/** What a run found out about the appliances of a site. */
export interface Found {
  /** What flowgate doctor advises. */
  readonly fixes: readonly string[];
  readonly outcomes: readonly Outcome[];
  readonly measures: readonly Measure[];
  readonly seen: readonly Observation[];
  readonly wordsOfEndedSession: string | undefined;
}

/** What the appliances of a site need, as far as a run shows it. */
export interface Needed {
  /** The lines that set it. */
  readonly settings: readonly string[];
  /** Keys with a value that the user must look up. */
  readonly lookUp: readonly { readonly key: string; readonly value: string }[];
}

/** Values that no answer of an appliance contains. */
const unseen: Readonly<Record<string, string>> = {
  scriptPath: "the path of the script on the gateway",
  staticPermissionType: "the gateway's word for the permission type app",
};

/** The settings that the results of a run ask for. */
export function settingsFor(
  { configuration, site }: Pick<Configured, "configuration" | "site">,
  { fixes, outcomes, measures, seen, wordsOfEndedSession }: Found,
): Needed {
  const set = (about: ApplianceKind, key: string, value: string): string =>
    configuration.toSet(about, site, key, value);
  const failed = (kind: string, step: string): boolean =>
    outcomes.some((one) => one.kind === kind && one.step === step && one.verdict === "refused");
  const measured = measures.flatMap(({ about, what, value }) => {
    if (what === "rules of one request" && /^[1-9]\d*$/u.test(value)) return [set(about, "rulesPerRequest", value)];
    return what === "parallel readings without an error" && ["1", "2"].includes(value)
      ? [set(about, "concurrency", value)]
      : [];
  });
  const busy = (["gateway", "replicator"] as const).filter((about) =>
    seen.some(({ appliance, reply }) => appliance === about && reply.status === 429),
  );
  const ofGateway = seen.filter(({ appliance }) => appliance === "gateway");
  const ofReplicator = seen.filter(({ appliance }) => appliance === "replicator");
  const byGet = ofReplicator.filter(({ method, action }) => method === "GET" && !action.startsWith("/login"));
  const proven = [
    ...measured,
    ...busy.map((about) => set(about, "concurrency", "1")),
    ...(byGet.some(({ reply }) => reply.status === 405) && byGet.some(({ reply }) => reply.status < 300)
      ? [set("replicator", "commandMethod", "GET/POST")]
      : []),
    ...(wordsOfEndedSession === undefined
      ? []
      : [set("replicator", "sessionEnded[0]", `^${escaped(wordsOfEndedSession)}$`)]),
  ];
  const open = [
    ...(ofGateway.length > 0 && ofGateway.every(({ reply }) => reply.status === 404) ? ["scriptPath"] : []),
    ...(failed("Permission", "create") && !failed("UserGroup", "create") ? ["staticPermissionType"] : []),
  ].map((key) => configuration.nameOf("gateway", site, key));
  // A message of the provider may advise a key with a placeholder for its value, which the run may know.
  const advised = [...fixes, ...outcomes.flatMap((one) => one.texts)].flatMap(linesIn);
  const isWhole = (text: string): boolean => !placeholder.test(text);
  const settings = [...new Set([...advised.filter(isWhole), ...proven])];
  const keys = new Set([...advised.filter((one) => !isWhole(one)).flatMap((one) => keyOf(one) ?? []), ...open]);
  for (const one of settings) keys.delete(keyOf(one) ?? "");
  const lookUp = [...keys].map((key) => {
    return { key, value: unseen[key.slice(key.lastIndexOf(".") + 1)] ?? "what the message about it says" };
  });
  return { settings, lookUp };
}

const placeholder = /<\w+>/u;

/** The key that a line sets, without an index. */
function keyOf(line: string): string | undefined {
  return /flowgate:[^\s'"[]+/u.exec(line)?.[0];
}

/** The lines of a message that set a key. */
function linesIn(text: string): string[] {
  return [
    ...text.matchAll(/pulumi config set (?:'[^']*'|"[^"]*"|[^\s'";])+(?: +(?:'[^']*'|"[^"]*"|[^\s'";]+))*/gu),
  ].map(([line]) => line.replace(/\.$/u, ""));
}
