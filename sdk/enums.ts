/**
 * Constants for inputs with a fixed set of values, under the names that generated programs use (`pulumi import`). Plain
 * strings work as well.
 */

/** Type of a rule of an IP group. */
export const RuleType = {
  /** One address. */
  Ip: "ip",
  /** All addresses from `start` to `end`. */
  Range: "range",
  /** A network, such as `10.1.0.0/16`. */
  Network: "network",
  /** All addresses. */
  All: "all",
  /** Addresses that match a wildcard mask. */
  Wildcard: "wildcard",
  /** The addresses of another IP group. */
  Child: "child",
} as const;

/** What creation does with an existing object of the declared name. */
export const OnExisting = {
  /** Creation fails (the default). */
  Fail: "fail",
  /** The object is adopted and changed to match the declaration. */
  Adopt: "adopt",
  /** The object is adopted if it matches the declaration. Otherwise creation fails with the differences. */
  AdoptIfEqual: "adoptIfEqual",
} as const;

/** Type of a permission: what its code (`seccode`) means. */
export const PermissionType = {
  /** One exporter. */
  Device: "device",
  /** One interface of an exporter. */
  Interface: "interface",
  /** One device group. */
  Group: "group",
  /** One saved report. */
  Report: "report",
  /** One gadget. */
  Gadget: "gadget",
  /** One link to another product. */
  Thirdparty: "thirdparty",
  /** One bulletin board. */
  Bboard: "bboard",
  /** One feature of the product. */
  App: "app",
} as const;

/** Whether a policy includes a network or excludes it. */
export const PolicyKind = {
  /** The profile accepts packets from the network. */
  Include: "include",
  /** The profile ignores packets from the network, unless an include policy accepts them. */
  Exclude: "exclude",
} as const;

/** What destroy does with a setting. */
export const SettingOnDestroy = {
  /** Restores the value that the setting had before. */
  Restore: "restore",
  /** Leaves the current value. */
  Leave: "leave",
} as const;
