import { z } from "#zod";
import { Refusal } from "../exchange";
import { endpointSegment, commandPath, type CommandPath } from "./path";
import { alarmKey } from "./store";

const acknowledge = commandPath("write", "/acknowledge/[entity]/[ip:port]", {
  configures: false,
  segments: { entity: z.enum(["collector", "exporter"]), "ip:port": endpointSegment },
  run: ({ entity, "ip:port": { address, port } }, { store }) => {
    const alarm = store.alarms.get(alarmKey({ entity, address, port }));
    if (alarm === undefined) throw new Refusal(`${entity} ${address}:${port} is not in an alarm state`);
    alarm.acknowledged = true;
    return `acknowledged ${entity} ${address}:${port}`;
  },
});

/** The path that acknowledges alarms. */
export const alarmPaths: readonly CommandPath[] = [acknowledge];
