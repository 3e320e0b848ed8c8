import { z } from "zod";
import { Refusal } from "../exchange";
import { isIpv4 } from "../ipv4";
import { nameInForm, storedText } from "../open-points";
import type { Switches } from "../switches";
import { commandPath, descriptionSegment, type CommandPath, textSegment } from "./path";
import { profileNamed } from "./profiles";
import type { ReplicatorStore } from "./store";
import { quoted } from "./text";

const notate = commandPath({
  template: "/notate/[entity]/[identity]/[description]",
  kind: "write",
  segments: { entity: z.enum(["profile", "ip"]), identity: textSegment, description: descriptionSegment },
  run: ({ entity, identity, description }, { store, switches }) => {
    const text = storedDescription(description, switches);
    if (entity === "profile") profileNamed({ store, switches }, identity).description = text;
    else {
      assertKnownAddress(store, identity);
      store.notes.set(identity, text);
    }
    return `set the description of ${entity} ${quoted(identity, switches)}`;
  },
});

/** A description in the form that the replicator stores. A replicator that escapes names also escapes descriptions. */
export function storedDescription(text: string, switches: Readonly<Switches>): string {
  const { longestDescription: longest } = switches;
  const cut = longest === 0 ? text : text.slice(0, longest);
  const stored = storedText(cut, switches);
  return switches.profileNameStored === "htmlEscaped" ? nameInForm(stored, "htmlEscaped") : stored;
}

/** Refuses an address that is not a "collector or exporter IP". */
function assertKnownAddress(store: ReplicatorStore, address: string): void {
  if (!isIpv4(address)) throw new Refusal(`${address} is not an IPv4 address`);
  if (!store.collectors.includes(address) && !store.exporters.includes(address)) {
    throw new Refusal(`${address} is neither a collector nor an exporter`);
  }
}

/** The path that sets descriptions. */
export const notePaths: readonly CommandPath[] = [notate];
