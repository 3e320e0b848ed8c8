/** How to reach one appliance. Shared by both clients; every field but `url` has a default. */
export interface ConnectionOptions {
  /** Base URL, e.g. `https://gateway.example.net`. A path prefix is kept; credentials in it are refused. */
  url: string;
  /** CA certificate(s) in PEM, for appliances with a certificate that no system CA has signed. */
  caCert?: string | undefined;
  /** SHA-256 fingerprints; the server certificate must have one of them. Replaces name and chain verification. */
  certFingerprints?: readonly string[] | undefined;
  /** Accept any certificate. Default false. */
  insecureSkipVerify?: boolean | undefined;
  /** Allow `http://`. Default false. */
  allowHttp?: boolean | undefined;
  /** URL of an HTTP proxy. Proxy variables of the environment are ignored: a token must not pass a foreign host. */
  proxy?: string | undefined;
  /** Deadlines in milliseconds. Defaults: connect 10,000, headers 30,000, total 60,000. */
  timeouts?: { connect?: number | undefined; headers?: number | undefined; total?: number | undefined } | undefined;
  /** Concurrent requests to this appliance. Default 4. */
  concurrency?: number | undefined;
  /** Largest accepted response in bytes. Default 16 MiB. */
  maxResponseBytes?: number | undefined;
}
