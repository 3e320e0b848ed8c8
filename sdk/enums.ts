/**
 * Words that inputs take, by the names that generated programs use (`pulumi import`). A plain text is as good.
 */

/** What a rule of an IP group is. */
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

/** How an existing object of the declared name is treated at creation. */
export const OnExisting = {
  /** An error (the default). */
  Fail: "fail",
  /** It is taken over, and changed to what is declared. */
  Adopt: "adopt",
  /** It is taken over if it is as declared; otherwise an error shows the differences. */
  AdoptIfEqual: "adoptIfEqual",
} as const;

/** Kinds of permissions. */
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

/** Whether a policy takes a network in or leaves it out. */
export const PolicyKind = {
  /** The profile takes packets from the network. */
  Include: "include",
  /** The profile ignores packets from the network, unless an include takes them. */
  Exclude: "exclude",
} as const;

/** What the deletion of a setting does. */
export const SettingOnDestroy = {
  /** Puts back the value that it had before. */
  Restore: "restore",
  /** Leaves the value as it is. */
  Leave: "leave",
  /** Disables the setting. */
  Disable: "disable",
} as const;
