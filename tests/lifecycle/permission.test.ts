import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { CreateRow, Unique } from "./rows";
import { testLifecycle } from "./table";

const addGroup = (sim: Simulator, { name }: Unique): void => void sim.mutate.addUserGroup(name);

/** A permission of the group that {@link addGroup} creates. */
const grant =
  (permissionType: string, seccode: string | number) =>
  ({ name }: Unique): Properties => ({ userGroupName: name, permissionType, seccode });

/** Each type, with a seccode as users write it and as the gateway stores it. */
const types: readonly (readonly [type: string, written: string | number, held: string, meaning: string])[] = [
  ["device", "0A010101", "0A010101", "hex form of an address"],
  ["device", "10.1.1.1", "0A010101", "dotted address, which means the same"],
  ["device", "0a010101", "0A010101", "hex in lower case"],
  ["interface", "0A010101-3", "0A010101-3", "hex address, hyphen, interface index"],
  ["interface", "10.1.1.1-3", "0A010101-3", "dotted address, hyphen, interface index"],
  ["group", 12, "12", "id of a map or device group"],
  ["report", "44", "44", "saved_id of a saved report"],
  ["gadget", "lLabelCPU", "lLabelCPU", "gadget_id of a dashboard gadget"],
  ["thirdparty", "7", "7", "id of a third-party link"],
  ["bboard", "9", "9", "id of a bulletin board"],
  ["app", "runReport", "runReport", "static permission code"],
];

/** Adds the group on a gateway that has codes which no document lists. */
const addGroupAndCodes = (sim: Simulator, unique: Unique): void => {
  addGroup(sim, unique);
  sim.switches.staticCodes = "more";
};
const raw = (permissionType: string, text: string) => (unique: Unique) => ({
  ...grant(permissionType, "")(unique),
  seccode: { raw: text },
});

const perType = types.map(([type, written, held, meaning]): CreateRow => ({
  title: `${type} takes: ${meaning} (${written})`,
  given: addGroup,
  inputs: grant(type, written),
  sends: ["user_api/permissions"],
  holds: () => [`${type} ${held}`],
  id: ({ name }) => [`name:${name}`, type, held].map(encodeURIComponent).join("/"),
}));

const replaced = { step: "replace", sends: ["user_api/permissions", "user_api/permissions"] } as const;
const granted = (sim: Simulator, { name }: Unique): void => {
  sim.mutate.addPermission(name, "app", "runReport");
};

testLifecycle({
  kind: "Permission",

  held(sim, _id, { userGroupName, userGroupId }) {
    const { store } = sim.gateway;
    const name = String(userGroupName ?? userGroupId).replace(/^name:/u, "");
    const found = store.userGroups.get(Number(userGroupId)) ?? store.userGroupNamed(name);
    return [...(found?.permissions.keys() ?? [])].sort();
  },

  creates: [
    ...perType,
    {
      title: "a code that this package does not know is sent as it is",
      given: addGroupAndCodes,
      inputs: raw("app", "newFeature"),
      sends: ["user_api/permissions"],
      holds: () => ["app newFeature"],
      id: ({ name }) => [`name:${name}`, "app", "newFeature"].map(encodeURIComponent).join("/"),
    },
    {
      title: "the group is given by id",
      inputs: () => ({ userGroupId: 2, permissionType: "app", seccode: "runReport" }),
      sends: ["user_api/permissions"],
      holds: () => ["app myViewTab", "app runReport", "app statusTab"],
      id: () => "2/app/runReport",
    },
    {
      title: "an id of the form name:<name> is sent as a name",
      given: addGroup,
      inputs: ({ name }) => ({ userGroupId: `name:${name}`, permissionType: "app", seccode: "runReport" }),
      sends: ["user_api/permissions"],
      holds: () => ["app runReport"],
    },
  ],

  equals: [
    {
      title: "letter case of hex",
      given: addGroup,
      from: grant("device", "0a0101ff"),
      to: grant("device", "0A0101FF"),
    },
    { title: "hex or dotted", given: addGroup, from: grant("device", "10.1.1.255"), to: grant("device", "0a0101FF") },
    {
      title: "hex or dotted in an interface",
      given: addGroup,
      from: grant("interface", "10.1.1.255-7"),
      to: grant("interface", "0A0101ff-7"),
    },
    {
      title: "a known code in plain or raw form",
      given: addGroup,
      from: grant("app", "Vitals"),
      to: raw("app", "Vitals"),
    },
    {
      title: "an address in hex, in plain or raw form",
      given: addGroup,
      from: raw("device", "0A010101"),
      to: grant("device", "10.1.1.1"),
    },
    { title: "an id as number or text", given: addGroup, from: grant("group", 12), to: grant("group", "12") },
    {
      title: "the group's id as number or text",
      from: () => ({ userGroupId: 2, permissionType: "app", seccode: "runReport" }),
      to: () => ({ userGroupId: "2", permissionType: "app", seccode: "runReport" }),
    },
    {
      title: "onExisting",
      given: addGroup,
      from: grant("app", "runReport"),
      to: (unique) => ({ ...grant("app", "runReport")(unique), onExisting: "adopt" }),
    },
  ],

  updates: [
    {
      title: "another seccode replaces, and the old one is removed first",
      given: addGroup,
      from: grant("app", "runReport"),
      to: grant("app", "saveReport"),
      ...replaced,
      holds: () => ["app saveReport"],
    },
    {
      title: "another type replaces",
      given: addGroup,
      from: grant("group", "12"),
      to: grant("report", "12"),
      ...replaced,
      holds: () => ["report 12"],
    },
    {
      title: "another group replaces",
      given: addGroup,
      from: grant("app", "runReport"),
      to: () => ({ userGroupName: "Guests", permissionType: "app", seccode: "runReport" }),
      ...replaced,
      holds: () => ["app myViewTab", "app runReport", "app statusTab"],
    },
  ],

  partials: [],

  refusals: [
    {
      title: "a user group that does not exist",
      inputs: grant("app", "runReport"),
      says: /refused: Could not add app permission runReport to usergroup Permission row \d+: no such usergroup/u,
    },
  ],

  changesByHand: [
    {
      title: "permissions are not read: refresh returns the state, and destroy of one that is gone is done",
      given: addGroup,
      inputs: grant("app", "runReport"),
      byHand: (sim, { name }) => {
        sim.mutate.removePermission(name, "app", "runReport");
      },
      shows: () => "same",
      repairs: [],
      holds: () => [],
    },
  ],

  adoptions: [
    {
      title: "is success: a permission is there or not",
      given: addGroup,
      exists: granted,
      inputs: grant("app", "runReport"),
      outcome: ["user_api/permissions"],
      holds: () => ["app runReport"],
    },
    {
      title: "is success with adopt too",
      given: addGroup,
      exists: granted,
      inputs: (unique) => ({ ...grant("app", "runReport")(unique), onExisting: "adopt" }),
      outcome: ["user_api/permissions"],
      holds: () => ["app runReport"],
    },
  ],
});
