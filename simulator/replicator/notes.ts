import { z } from "zod";
import { Refusal } from "../exchange";
import { isIpv4 } from "../ipv4";
import { storedText } from "../switches";
import { commandPath, descriptionSegment, type CommandPath, textSegment } from "./path";
import { profileNamed } from "./profiles";
import type { ReplicatorStore } from "./store";

const notate = commandPath("write", "/notate/[entity]/[identity]/[description]", {
  segments: { entity: z.enum(["profile", "ip"]), identity: textSegment, description: descriptionSegment },
  run: ({ entity, identity, description }, { store, switches }) => {
    const text = storedText(description, switches);
    if (entity === "profile") profileNamed(store, identity).description = text;
    else {
      if (!isIpv4(identity)) throw new Refusal(`${identity} is not an IPv4 address`);
      if (switches.unknownNote === "refuse") assertKnownAddress(store, identity);
      store.notes.set(identity, text);
    }
    return `set the description of ${entity} '${identity}'`;
  },
});

/** Refuses an address that is not a "collector or exporter IP". */
function assertKnownAddress(store: ReplicatorStore, address: string): void {
  if (!store.collectors.includes(address) && !store.exporters.includes(address)) {
    throw new Refusal(`${address} is neither a collector nor an exporter`);
  }
}

/** The path that sets descriptions. */
export const notePaths: readonly CommandPath[] = [notate];
