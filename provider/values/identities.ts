/** The inputs that identify the object of a kind. Two resources of one program with equal values are an error. */
export const identities = {
  Collector: ["address"],
  Exporter: ["address"],
  IpGroup: ["name"],
  IpGroupRule: ["groupId", "rule"],
  // Each group is claimed like that of an `IpGroup`, so that no other resource of the program declares it.
  IpGroups: [],
  Membership: ["user", "userGroup"],
  Permission: ["userGroup", "permissionType", "seccode"],
  PermissionSet: ["userGroup"],
  Policy: ["cidr", "profile"],
  ReplicatorProfile: ["name"],
  Setting: ["name"],
  User: ["name"],
  UserGroup: ["name"],
  UserPreferences: ["userId"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The error for a second resource with the same object. `title` and `owner` name the two resources. */
export function sameObject(title: string, owner: string): string {
  return `${title} declares the same object as ${owner} in this program. Remove one of them.`;
}

/** The error for a second resource with an object of the same name, where one of them declares many. */
export function sameName(title: string, kind: string, name: string, owner: string): string {
  return `${title} declares the ${kind} ${JSON.stringify(name)}, and so does ${owner} in this program. Remove one of them.`;
}
