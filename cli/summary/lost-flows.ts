import { isCovered, networkBox, overlapOf } from "../../lib/model/boxes";
import { tracersOf, type ProfileOfAddress, type Tracer } from "../../lib/site/trace";
import { alike } from "../../provider/values/alike";
import { isUnknown } from "../../provider/values/value-text";
import { listOf } from "../../provider/values/inputs";
import type { Drawn } from "../picture/drawn";
import type { Changes } from "./changes";
import type { Message } from "./messages";
import { byText } from "../../lib/site/order";
import { someOf } from "../../provider/values/quoted";

/** Maximum number of addresses in a warning. */
const MOST_NAMED = 5;

/**
 * Warnings about flows that reach no collector after the changes. Only what is certain is said: there are none for a
 * preview that does not name every object, or whose values are not known yet, and an exclude inside an include counts
 * neither as a loss nor as a gain.
 */
export function lostFlows({ drawn, unnamed }: Pick<Changes, "drawn" | "unnamed">): Message[] {
  if (unnamed > 0) return [];
  const places = alike(drawn, ({ stack, site }) => [stack, site]);
  return places.flatMap((objects) => (objects.some(isOpen) ? [] : lostAt(objects)));
}

/** Whether it is not known yet which flows an object takes, and where they go. */
function isOpen({ kind, values }: Drawn): boolean {
  const { address, cidr, profile, profiles } = values;
  const isPart = ["ReplicatorProfile", "Policy", "Collector", "Exporter"].includes(kind);
  return isPart && [address, cidr, profile, profiles, ...listOf(profiles)].some(isUnknown);
}

function lostAt(objects: readonly Drawn[]): Message[] {
  const { before, after } = tracersOf(objects);
  const [{ stack }] = objects as readonly [Drawn];
  const warning = (names: readonly string[], text: (isOne: boolean) => string): Message[] =>
    names.length === 0 ? [] : [{ tone: "warning", stack, text: `⚠ ${text(names.length === 1)}` }];
  const exporters = after.exporters.filter(
    (address) => collectorsOf(before, address, isSure).length > 0 && collectorsOf(after, address).length === 0,
  );
  const left = after.replicatedNetworks.map(networkBox);
  const cut = before.replicatedNetworks.filter((cidr) => !isCovered([networkBox(cidr)], left));
  const isInPart = (cidr: string): boolean => left.some((one) => overlapOf(one, networkBox(cidr)) !== undefined);
  const [partly, lost] = [cut.filter(isInPart), cut.filter((cidr) => !isInPart(cidr))];
  return [
    ...warning(
      exporters,
      (isOne) =>
        `${isOne ? "1 exporter loses its" : `${String(exporters.length)} exporters lose their`} only collector: ${named(exporters)}.`,
    ),
    ...warning(lost, (isOne) => `${named(lost)} ${isOne ? "is" : "are"} no longer replicated.`),
    ...warning(partly, (isOne) => `${named(partly)} ${isOne ? "is" : "are"} replicated only in part.`),
  ];
}

const isSure = ({ openBecauseOf }: ProfileOfAddress): boolean => openBecauseOf === undefined;

/** The collectors that get the flows of an address. */
function collectorsOf(tracer: Tracer, address: string, isCounted: typeof isSure = () => true): string[] {
  const sending = tracer.profilesOf(address).filter((one) => one.enabled && isCounted(one));
  return sending.flatMap(({ collectors }) => collectors);
}

function named(names: readonly string[]): string {
  return someOf(names.toSorted(byText), MOST_NAMED);
}
