import type { OperationClass } from "../http/request";
import type { otherOperationNames } from "../errors/operation-names";

/** All requests except commands and the login, by path template. */
export const otherOperations = {
  "/logout": "converging",
  "/acknowledge/[entity]/[ip:port]": "converging",
  "/collector/allremove/[ip]": "converging",
  "/exporter/allremove/[ip]": "converging",
  "/exporter/noprofile/[filter]": "read",
  "/dnscheck/[ip]": "read",
  "/license/check": "read",
  "/rebuild": "converging",
  "/role/test/secondary": "read",
  "/show/alarms/[filter]": "read",
  "/show/assets/[filter]": "read",
  "/show/collector/[ip]": "read",
  "/show/collectors/[filter]": "read",
  "/show/config": "read",
  "/show/config/[filter]": "read",
  "/show/exporters/[filter]": "read",
  "/show/profile/[filter]": "read",
  "/show/realtime/[filter]": "read",
  "/show/settings/[filter]": "read",
  "/show/status": "read",
  "/show/status/[filter]": "read",
  "/version": "read",
} as const satisfies Readonly<Record<keyof typeof otherOperationNames, OperationClass>>;

export type OtherTemplate = keyof typeof otherOperations;
