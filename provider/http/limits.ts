/**
 * Every deadline and size limit of the transport, as data. A caller may change the deadlines and the size of an answer
 * (`ConnectionOptions`); the rest is fixed, because a larger value helps only a hostile peer.
 */
export const limits = {
  /** Milliseconds to resolve, connect and finish the TLS handshake. */
  connect: 10_000,
  /** Milliseconds from the first byte sent to the complete header of the answer. */
  headers: 30_000,
  /** Milliseconds from the first byte sent to the last byte received. */
  total: 60_000,
  /** Requests at once to one appliance. */
  concurrency: 4,
  /** Bytes of the largest accepted answer. */
  responseBytes: 16 * 1024 * 1024,
  /** Bytes of the largest accepted answer header. */
  headerBytes: 16 * 1024,
  /** Nesting of the deepest accepted JSON. */
  jsonDepth: 100,
  /** Bytes of the longest path that is sent to a replicator. */
  pathBytes: 2048,
} as const;
