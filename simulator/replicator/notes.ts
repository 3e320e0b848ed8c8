import { z } from "#zod";
import { Refusal } from "../exchange";
import { isIpv4 } from "../ipv4";
import { storedText } from "../switches";
import { commandPath, descriptionSegment, type CommandPath, textSegment } from "./path";
import { profileNamed } from "./profiles";

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

/** The path that sets descriptions. */
export const notePaths: readonly CommandPath[] = [notate];
