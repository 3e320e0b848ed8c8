import { z } from "#zod";
import { hexOfAddress, ipv4 } from "../values/addresses";
import { objectId } from "../values/numbers";
import { unknownWord } from "../values/quoted";
import { oneOf, strict } from "../values/schema";

const interfaceIndex = z.number().refine((index) => Number.isSafeInteger(index) && index >= 0, {
  error: "must be an interface index: a whole number of 0 or more",
});
const someText = z.string().min(1, { error: "must not be empty" });
const TYPES = ["allExporters", "deviceGroup", "exporter", "interface", "ipGroup", "raw"];

/** What a report is about. Several filters of one type widen it; filters of different types narrow it. */
export const reportFilter = z.discriminatedUnion(
  "type",
  [
    strict({
      /** Every exporter. */
      type: z.literal("allExporters"),
    }),
    strict({
      /** The exporters of a device group. */
      type: z.literal("deviceGroup"),
      /** Id of the device group. */
      groupId: objectId,
    }),
    strict({
      /** All interfaces of one exporter. */
      type: z.literal("exporter"),
      /** IPv4 address of the exporter. */
      address: ipv4,
    }),
    strict({
      /** One interface of an exporter. */
      type: z.literal("interface"),
      /** IPv4 address of the exporter. */
      address: ipv4,
      /** Index of the interface. */
      index: interfaceIndex,
      /**
       * How the index is sent: `index` as in the document, `hexIndex` as clients of real appliances write it. Default
       * `index`.
       */
      spelling: oneOf(["index", "hexIndex"]).default("index"),
    }),
    strict({
      /** Addresses of an IP group. */
      type: z.literal("ipGroup"),
      /** Id of the IP group. */
      groupId: objectId,
    }),
    strict({
      /** Any other filter, exactly as it is sent. */
      type: z.literal("raw"),
      /** Its key, e.g. `sdfPorts_0`. */
      key: someText,
      /** Its value, e.g. `in_443-6`. */
      value: someText,
    }),
  ],
  { error: ({ input }) => filterFault(input) },
);

function filterFault(input: unknown): string {
  const type = typeof input === "object" && input !== null && "type" in input ? input.type : undefined;
  return typeof type === "string" ? unknownWord("filter type", type, TYPES) : `must be one of ${TYPES.join(", ")}`;
}

/** A filter as users write it. */
export type ReportFilter = z.input<typeof reportFilter>;
type CheckedFilter = z.output<typeof reportFilter>;

const ALL_EXPORTERS = "in_GROUP_ALL";

/** `filters` of `rpt_json`. A report needs a filter on exporters: if there is none, it is about all exporters. */
export function encodeFilters(filters: readonly CheckedFilter[]): Record<string, string> {
  // Keys from users come first: the numbers of the others avoid them.
  const encoded = new Map(filters.flatMap((one) => (one.type === "raw" ? [[one.key, one.value] as const] : [])));
  for (const filter of filters) {
    if (filter.type === "raw") continue;
    const kind = filter.type === "ipGroup" ? "sdfIPGroups" : "sdfDips";
    let number = 0;
    while (encoded.has(`${kind}_${number}`)) number += 1;
    encoded.set(`${kind}_${number}`, sentValue(filter));
  }
  if (![...encoded.keys()].some((key) => key.startsWith("sdfDips_"))) encoded.set("sdfDips_0", ALL_EXPORTERS);
  return Object.fromEntries(encoded);
}

/** The value that is sent for a filter. Field notes, "Gateway: reports". */
function sentValue(filter: Exclude<CheckedFilter, { type: "raw" }>): string {
  switch (filter.type) {
    case "allExporters":
      return ALL_EXPORTERS;
    case "deviceGroup":
      return `in_GROUP_${filter.groupId}`;
    case "exporter":
      return `in_${hexOfAddress(filter.address)}_ALL`;
    case "interface": {
      const hex = hexOfAddress(filter.address);
      return `in_${hex}_${filter.spelling === "hexIndex" ? `${hex}-` : ""}${filter.index}`;
    }
    case "ipGroup":
      return `in_${filter.groupId}_both`;
  }
}
