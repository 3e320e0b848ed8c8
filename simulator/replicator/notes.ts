import { Refusal } from "../exchange";
import { isIpv4 } from "../ipv4";
import { commandPath, type CommandPath, descriptionSegment, endpointSegment, textSegment } from "./path";
import { profileNamed } from "./profiles";
import { alarmKey } from "./store";
import { storedText } from "../switches";
import { z } from "zod";

const notate = commandPath("write", "/notate/[entity]/[identity]/[description]", {
  segments: { entity: z.enum(["profile", "ip"]), identity: textSegment, description: descriptionSegment },
  run: ({ entity, identity, description }, { store, switches }) => {
    const text = storedText(description, switches);
    if (entity === "profile") profileNamed(store, identity).description = text;
    else {
      if (!isIpv4(identity)) throw new Refusal(`${identity} is not an IPv4 address`);
      const isKnown = store.collectors.includes(identity) || store.exporters.includes(identity);
      if (switches.unknownNote === "refuse" && !isKnown) {
        throw new Refusal(`${identity} is neither a collector nor an exporter`);
      }
      store.notes.set(identity, text);
    }
    return `set the description of ${entity} '${identity}'`;
  },
});

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

/** The paths that set descriptions and acknowledge alarms. */
export const notePaths: readonly CommandPath[] = [notate, acknowledge];
