import { z } from "zod";
import { cidr, hexOfAddress, ipv4, splitCidr } from "../values/addresses";
import { objectId, port } from "../values/numbers";
import { oneOf, strict } from "../values/schema";
import { unknownWord } from "../values/quoted";

const ends = {
  /** Which end of a flow must match. Default `both`. */
  side: oneOf(["both", "source", "destination"]).default("both"),
};

const interfaceIndex = z.number().refine((index) => Number.isSafeInteger(index) && index >= 0, {
  error: "must be an interface index: a whole number of 0 or more",
});

const protocol = z.custom<"tcp" | "udp" | number>(
  (value) =>
    value === "tcp" || value === "udp" || (Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256),
  { error: 'must be "tcp", "udp" or the number of an IP protocol, 0 to 255', abort: false },
);

const someText = z.string().min(1, { error: "must not be empty" });

/** A filter given as plain text; not a type that users write. */
const TEXT = "text";

const typed = z.discriminatedUnion(
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
      ...ends,
    }),
    strict({
      /** One address. */
      type: z.literal("host"),
      /** IPv4 address. */
      address: ipv4,
      ...ends,
    }),
    strict({
      /** A network. */
      type: z.literal("network"),
      /** The network as `<address>/<prefix length>`. */
      cidr,
      ...ends,
    }),
    strict({
      /** A port of a protocol. */
      type: z.literal("port"),
      /** Port number. */
      port,
      /** `tcp`, `udp` or the number of an IP protocol. Default both TCP and UDP. */
      protocol: protocol.optional(),
    }),
    strict({
      /** Any other filter, exactly as it is sent. */
      type: z.literal("raw"),
      /** Its key, e.g. `sdfPorts_0`. */
      key: someText,
      /** Its value, e.g. `in_443-6`. */
      value: someText,
    }),
    strict({ type: z.literal(TEXT), value: someText }),
  ],
  { error: ({ input }) => typeFault(input) },
);

const TYPES = ["allExporters", "deviceGroup", "exporter", "interface", "ipGroup", "host", "network", "port", "raw"];

function typeFault(input: unknown): string {
  const type = typeof input === "object" && input !== null && "type" in input ? input.type : undefined;
  return typeof type === "string" ? unknownWord("filter type", type, TYPES) : `must be one of ${TYPES.join(", ")}`;
}

/** What a report is about. Several filters of one type widen it; filters of different types narrow it. */
export const reportFilter = z.preprocess((value) => (typeof value === "string" ? { type: TEXT, value } : value), typed);

/**
 * A filter as users write it: by `type`, or a text that becomes, unchanged, the value of a filter on exporters
 * (`sdfDips`).
 */
export type ReportFilter = Exclude<z.input<typeof typed>, { type: typeof TEXT }> | string;

/** A checked filter. */
export type CheckedFilter = z.output<typeof typed>;

/** `filters` of `rpt_json`. A report needs a filter on exporters: if there is none, it is about all exporters. */
export function encodeFilters(filters: readonly CheckedFilter[]): Record<string, string> {
  const encoded = new Map<string, string>();
  // Keys from users come first: the numbers of the others avoid them.
  for (const one of filters) if (one.type === "raw") encoded.set(one.key, one.value);
  for (const { kind, value } of filters.flatMap(partsOf)) encoded.set(freeKey(encoded, kind), value);
  if (![...encoded.keys()].some((key) => key.startsWith("sdfDips_"))) encoded.set("sdfDips_0", ALL_EXPORTERS);
  return Object.fromEntries(encoded);
}

const ALL_EXPORTERS = "in_GROUP_ALL";

function freeKey(taken: ReadonlyMap<string, string>, kind: string): string {
  let number = 0;
  while (taken.has(`${kind}_${number}`)) number += 1;
  return `${kind}_${number}`;
}

/** The entries that are sent for a filter, before they are numbered. Field notes, "Gateway: reports". */
function partsOf(filter: CheckedFilter): { kind: string; value: string }[] {
  switch (filter.type) {
    case "allExporters":
      return [{ kind: "sdfDips", value: ALL_EXPORTERS }];
    case "deviceGroup":
      return [{ kind: "sdfDips", value: `in_GROUP_${filter.groupId}` }];
    case "exporter":
      return [{ kind: "sdfDips", value: `in_${hexOfAddress(filter.address)}_ALL` }];
    case "interface": {
      const hex = hexOfAddress(filter.address);
      const index = filter.spelling === "hexIndex" ? `${hex}-${filter.index}` : String(filter.index);
      return [{ kind: "sdfDips", value: `in_${hex}_${index}` }];
    }
    case "ipGroup":
      return [{ kind: "sdfIPGroups", value: `in_${filter.groupId}_${sides[filter.side]}` }];
    case "host":
      return [{ kind: "sdfIps", value: `in_${filter.address}_${sides[filter.side]}` }];
    case "network": {
      const { address, prefix } = splitCidr(filter.cidr);
      return [{ kind: "sdfIpns", value: `in_${address}_${prefix}_${sides[filter.side]}` }];
    }
    case "port":
      return protocolsOf(filter.protocol).map((number) => ({ kind: "sdfPorts", value: `in_${filter.port}-${number}` }));
    case "text":
      return [{ kind: "sdfDips", value: filter.value }];
    case "raw":
      return [];
  }
}

const sides = { both: "both", source: "src", destination: "dst" } as const;
const protocols = { tcp: 6, udp: 17 } as const;

/** A port without a protocol means TCP and UDP, because each entry that is sent has one protocol. */
function protocolsOf(named: "tcp" | "udp" | number | undefined): number[] {
  if (named === undefined) return Object.values(protocols);
  return [typeof named === "number" ? named : protocols[named]];
}
