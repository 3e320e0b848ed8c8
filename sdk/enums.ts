/**
 * Words that inputs take, by the names that generated programs use (`pulumi import`). A plain text is as good.
 */

/** What a rule of an IP group is. */
export const RuleType = {
  Ip: "ip",
  Range: "range",
  Network: "network",
  All: "all",
  Wildcard: "wildcard",
  Child: "child",
} as const;

/** How an existing object of the declared name is treated at creation. */
export const OnExisting = { Fail: "fail", Adopt: "adopt", AdoptIfEqual: "adoptIfEqual" } as const;

/** Kinds of permissions. */
export const PermissionType = {
  Device: "device",
  Interface: "interface",
  Group: "group",
  Report: "report",
  Gadget: "gadget",
  Thirdparty: "thirdparty",
  Bboard: "bboard",
  App: "app",
} as const;

/** Whether a policy takes a network in or leaves it out. */
export const PolicyKind = { Include: "include", Exclude: "exclude" } as const;

/** What the deletion of a setting does. */
export const SettingOnDestroy = { Restore: "restore", Leave: "leave", Disable: "disable" } as const;
