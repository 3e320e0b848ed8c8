import { tracersOf, type Trace } from "../../../lib/site/trace";
import { isAddress } from "../../../provider/values/addresses";
import type { Context } from "../../context";
import { UsageError } from "../../errors";
import { drawnFrom, type Source } from "../diagram";

/** What happens to one address, and for a preview what happened to it before. */
export interface TracedAddress extends Trace {
  readonly address: string;
  readonly before?: Trace;
}

/** Traces addresses on the live appliances, in a state or in a preview. */
export async function traced(context: Context, addresses: readonly string[], source: Source): Promise<TracedAddress[]> {
  const wrong = addresses.find((address) => !isAddress(address));
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is not an IPv4 address such as 10.30.4.9.`);
  const { objects, notes } = await drawnFrom(context, source);
  for (const note of notes) context.terminal.note(note);
  const partial = objects.filter(({ isPartial }) => isPartial === true).map(({ kind, label }) => `${kind} ${label}`);
  if (partial.length > 0)
    context.terminal.note(`Not traced, because no program can declare it: ${partial.join(", ")}.`);
  const places = new Set(objects.map(({ stack, site = "" }) => `${stack} ${site}`.trim()));
  if (places.size > 1) {
    throw new UsageError(`The objects are at ${[...places].join(", ")}: choose one site with --site.`);
  }
  const { before, after } = tracersOf(objects);
  return addresses.map((address) => ({
    address,
    ...after.trace(address),
    ...(source.preview === undefined ? {} : { before: before.trace(address) }),
  }));
}
