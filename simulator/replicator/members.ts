import { z } from "#zod";
import { Refusal } from "../exchange";
import { addressSegment, commandPath, type ReplicatorContext, type CommandPath, textSegment } from "./path";
import { profileNamed } from "./profiles";
import { profilesOf } from "./store";

type Entity = "collector" | "exporter";

const memberSet = { collector: "collectors", exporter: "exporters" } as const;

function addRemove(entity: Entity): CommandPath {
  return commandPath("write", `/${entity}/[action]/[ip]/[profile]`, {
    segments: { action: z.enum(["add", "remove"]), ip: addressSegment, profile: textSegment },
    run: ({ action, ip, profile }, context) => {
      const { store } = context;
      const members = profileNamed(context.store, profile)[memberSet[entity]];
      if (members.has(ip) === (action === "add")) {
        refuseRepeated(context, `${entity} ${ip} is ${action === "add" ? "already" : "not"} in profile ${profile}`);
      }
      if (action === "add") members.add(ip);
      else {
        members.delete(ip);
        store.dropOrphans();
      }
      const where = `${action === "add" ? "to" : "from"} profile '${profile}'`;
      return `${action === "add" ? "added" : "removed"} ${entity} '${ip}' ${where}`;
    },
  });
}

function allRemove(entity: Entity): CommandPath {
  return commandPath("write", `/${entity}/allremove/[ip]`, {
    segments: { ip: addressSegment },
    run: ({ ip }, context) => {
      const { store, traps } = context;
      traps.push(`${entity}/allremove`);
      const names = profilesOf(store.configured, memberSet[entity], ip);
      if (names.length === 0) refuseRepeated(context, `${entity} ${ip} is in no profile`);
      for (const name of names) profileNamed(store, name)[memberSet[entity]].delete(ip);
      store.dropOrphans();
      return `removed ${entity} '${ip}' from ${names.length} profiles`;
    },
  });
}

/** Refuses a change without effect, unless the switch treats it as a success. */
export function refuseRepeated({ switches }: ReplicatorContext, words: string): void {
  if (switches.repeatedChange === "error") throw new Refusal(words.charAt(0).toUpperCase() + words.slice(1));
}

/** Packets per second, as an exact integer; 0 removes the threshold. */
const thresholdSegment = z
  .string()
  .refine((text) => /^(?:0|[1-9]\d{0,15})$/u.test(text) && Number.isSafeInteger(Number(text)), {
    error: "is not an integer of 0 or above",
  })
  .transform(Number);

const threshold = commandPath("write", "/collector/threshold/[collector]/[threshold]", {
  segments: { collector: addressSegment, threshold: thresholdSegment },
  run: ({ collector, threshold: value }, { store }) => {
    if (!store.collectors.includes(collector)) throw new Refusal(`Collector ${collector} does not exist`);
    if (value === 0) store.thresholds.delete(collector);
    else store.thresholds.set(collector, value);
    return `set the threshold of collector '${collector}' to '${value}'`;
  },
});

/** The paths of collectors, in the order of the API document. Literal segments win over parameters. */
export const collectorPaths: readonly CommandPath[] = [addRemove("collector"), allRemove("collector"), threshold];

/** The paths that change exporters. */
export const exporterPaths: readonly CommandPath[] = [addRemove("exporter"), allRemove("exporter")];
