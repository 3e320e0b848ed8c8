/**
 * Every deadline and size limit of the transport. A caller may change the deadlines and the size of a response
 * (`ConnectionOptions`). The rest is fixed, because a larger value helps only a hostile peer.
 */
export const limits = {
  /** Milliseconds to resolve, connect and finish the TLS handshake. */
  connect: 10_000,
  /** Milliseconds from the first byte sent to the complete header of the response. */
  headers: 30_000,
  /** Milliseconds from the first byte sent to the last byte received. */
  total: 60_000,
  /** Concurrent requests to one appliance. */
  concurrency: 4,
  /** Size of the largest accepted response, in bytes. */
  responseBytes: 16 * 1024 * 1024,
  /** Size of the largest accepted response header, in bytes. */
  headerBytes: 16 * 1024,
  /** Maximum nesting depth of accepted JSON. */
  jsonDepth: 100,
  /** Maximum number of values in accepted JSON, counted by brackets and commas. */
  jsonValues: 400_000,
  /** Maximum length, in bytes, of a path that is sent to a replicator. */
  pathBytes: 2048,
} as const;
