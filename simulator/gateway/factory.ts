import { GatewayStore, type Permission, permissionKey, type UserGroup } from "./store";

/** The two user groups that every gateway has; they cannot be deleted. */
export const ADMINISTRATORS = 1;
export const GUESTS = 2;

/** A gateway as delivered, with objects that no program has created. */
export function factoryGateway(staticPermissionType: string): GatewayStore {
  const store = new GatewayStore();
  addUserGroup(store, ADMINISTRATORS, "Administrators", ["allDevices", "allReports", "IPGroups", "usergroups"]);
  addUserGroup(store, GUESTS, "Guests", ["statusTab", "myViewTab"]);
  store.users.set(1, {
    id: 1,
    name: "admin",
    userGroups: new Set([ADMINISTRATORS]),
    preferences: new Map<string, string | number>([["language", "english"]]),
  });
  store.addIpGroup("Private networks", [
    { type: "network", address: "10.0.0.0", mask: "8" },
    { type: "network", address: "172.16.0.0", mask: "12" },
    { type: "network", address: "192.168.0.0", mask: "16" },
  ]);
  store.addIpGroup("Multicast", [{ type: "range", sip: "224.0.0.0", eip: "239.255.255.255" }]);
  store.addIpGroup("Loopback", [{ type: "ip", address: "127.0.0.1" }]);
  return store;

  function addUserGroup(to: GatewayStore, id: number, name: string, codes: readonly string[]): void {
    const group: UserGroup = { id, name, permissions: new Map() };
    for (const seccode of codes) {
      const permission: Permission = { type: staticPermissionType, seccode };
      group.permissions.set(permissionKey(permission), permission);
    }
    to.userGroups.set(id, group);
  }
}
