import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import { addAccounts } from "./accounts";
import type { Unique } from "./rows";
import { testLifecycle } from "./table";

interface Grant {
  permissionType: string;
  seccode: string | number | { raw: string };
}
const app = (seccode: string): Grant => ({ permissionType: "app", seccode });
const raw = (text: string): Grant => ({ permissionType: "app", seccode: { raw: text } });
/** Adds the accounts on a gateway that has codes which no document lists. */
const addAccountsAndCodes = (sim: Simulator, unique: Unique): void => {
  addAccounts(sim, unique);
  sim.switches.staticCodes = "more";
};
const device = (seccode: string): Grant => ({ permissionType: "device", seccode });

/** The inputs that grant permissions to the row's user group. */
const grants =
  (...permissions: Grant[]) =>
  ({ name }: Unique): Properties => ({ userGroupName: name, permissions });
const held = (...keys: string[]) => {
  return (): unknown => keys.sort();
};
const grantByHand = (sim: Simulator, { name }: Unique): void => {
  sim.mutate.addPermission(name, "app", "runReport");
};

/** There is only one request, no matter how many permissions are added and removed. */
const sends = ["user_api/permissions"];

/** The answer of a gateway that rejects one of several permissions and does not create it. */
const refusing =
  (seccode: string, words: string, undo: (sim: Simulator, unique: Unique) => void) =>
  (sim: Simulator, unique: Unique): { match: string; kind: { rewrite: (answer: unknown) => unknown } } => ({
    match: "user_api/permissions",
    kind: {
      rewrite: (answer) => {
        const { data } = answer as { data: { updated: string[]; errors: string[] } };
        const isMeant = (text: string): boolean => text.includes(seccode);
        if (!data.updated.some(isMeant)) return answer;
        undo(sim, unique);
        return { data: { updated: data.updated.filter((text) => !isMeant(text)), errors: [words] } };
      },
    },
  });

testLifecycle({
  kind: "PermissionSet",

  held(sim, _id, { userGroupName, userGroupId }) {
    const { store } = sim.gateway;
    const name = String(userGroupName ?? userGroupId).replace(/^name:/u, "");
    const found = store.userGroups.get(Number(userGroupId)) ?? store.userGroupNamed(name);
    return [...(found?.permissions.keys() ?? [])].sort();
  },

  creates: [
    {
      title: "permissions of every type are given in one request",
      given: addAccounts,
      inputs: grants(
        app("runReport"),
        device("10.1.1.1"),
        { permissionType: "interface", seccode: "0a010101-3" },
        { permissionType: "group", seccode: 12 },
        { permissionType: "report", seccode: "44" },
        { permissionType: "gadget", seccode: "lLabelCPU" },
        { permissionType: "thirdparty", seccode: "7" },
        { permissionType: "bboard", seccode: 9 },
      ),
      sends,
      holds: held(
        "app runReport",
        "device 0A010101",
        "interface 0A010101-3",
        "group 12",
        "report 44",
        "gadget lLabelCPU",
        "thirdparty 7",
        "bboard 9",
      ),
      id: ({ name }) => `name:${name}`,
    },
    {
      title: "the group is given by id; what it has besides stays",
      inputs: () => ({ userGroupId: 2, permissions: [app("runReport")] }),
      sends,
      holds: held("app myViewTab", "app runReport", "app statusTab"),
      id: () => "2",
    },
    {
      title: "an id of the form name:<name> is sent as a name",
      given: addAccounts,
      inputs: ({ name }) => ({ userGroupId: `name:${name}`, permissions: [app("runReport")] }),
      sends,
      holds: held("app runReport"),
      id: ({ name }) => `name:${name}`,
    },
    {
      title: "an empty set sends nothing",
      given: addAccounts,
      inputs: grants(),
      sends: [],
      holds: held(),
    },
    {
      title: "a known code that is named twice, plain and raw, is one",
      given: addAccounts,
      inputs: grants(app("Vitals"), raw("Vitals")),
      sends,
      holds: held("app Vitals"),
    },
    {
      title: "a permission that is named twice is one",
      given: addAccounts,
      inputs: grants(device("10.1.1.1"), device("0a010101")),
      sends,
      holds: held("device 0A010101"),
    },
  ],

  equals: [
    {
      title: "order of permissions",
      given: addAccounts,
      from: grants(app("runReport"), app("saveReport")),
      to: grants(app("saveReport"), app("runReport")),
    },
    {
      title: "hex in either letter case, or dotted",
      given: addAccounts,
      from: grants(device("0a0101ff"), { permissionType: "interface", seccode: "10.1.1.255-7" }),
      to: grants(device("10.1.1.255"), { permissionType: "interface", seccode: "0A0101FF-7" }),
    },
    {
      title: "a known code in plain or raw form",
      given: addAccounts,
      from: grants(app("Vitals"), raw("runReport")),
      to: grants(raw("Vitals"), app("runReport")),
    },
    {
      title: "a seccode as number or text",
      given: addAccounts,
      from: grants({ permissionType: "group", seccode: 12 }),
      to: grants({ permissionType: "group", seccode: "12" }),
    },
    {
      title: "onExisting",
      given: addAccounts,
      from: grants(app("runReport")),
      to: (unique) => ({ ...grants(app("runReport"))(unique), onExisting: "adopt" }),
    },
  ],

  updates: [
    {
      title: "what is new is added and what is dropped is removed, in one request",
      given: addAccounts,
      from: grants(app("runReport"), app("saveReport"), device("10.1.1.1")),
      to: grants(app("saveReport"), app("alarmsTab"), device("10.1.1.2")),
      sends,
      holds: held("app alarmsTab", "app saveReport", "device 0A010102"),
    },
    {
      title: "to none: all that was given is taken",
      given: addAccounts,
      from: grants(app("runReport"), app("saveReport")),
      to: grants(),
      sends,
      holds: held(),
    },
    {
      title: "a permission that the group has otherwise is left alone",
      given: (sim, unique) => {
        addAccounts(sim, unique);
        sim.mutate.addPermission(unique.name, "app", "auditing");
      },
      from: grants(app("runReport")),
      to: grants(app("saveReport")),
      sends,
      holds: held("app auditing", "app saveReport"),
    },
    {
      title: "another group replaces, and the old one is cleared first",
      given: addAccounts,
      from: grants(app("runReport")),
      to: ({ name }) => ({ userGroupName: `${name} b`, permissions: [app("runReport")] }),
      step: "replace",
      sends: [...sends, ...sends],
      holds: held("app runReport"),
    },
  ],

  partials: [
    {
      title: "a set with a code that this package does not know keeps it beside one that was refused",
      given: addAccountsAndCodes,
      inputs: grants(raw("newFeature"), app("saveReport")),
      fault: refusing("saveReport", "Could not add app permission saveReport: locked", (sim, { name }) => {
        sim.mutate.removePermission(name, "app", "saveReport");
      }),
      says: /refused: Could not add app permission saveReport: locked/u,
      heals: sends,
      holds: held("app newFeature", "app saveReport"),
    },
    {
      title: "a set of which one permission was refused keeps the others, and the next up gives only that one",
      given: addAccounts,
      inputs: grants(app("runReport"), app("saveReport")),
      fault: refusing("saveReport", "Could not add app permission saveReport: locked", (sim, { name }) => {
        sim.mutate.removePermission(name, "app", "saveReport");
      }),
      says: /refused: Could not add app permission saveReport: locked/u,
      heals: sends,
      holds: held("app runReport", "app saveReport"),
    },
    {
      title: "a change of which the removal was refused keeps what it still has to take",
      given: addAccounts,
      from: grants(app("runReport")),
      inputs: grants(app("saveReport")),
      fault: refusing("runReport", "Could not remove app permission runReport: locked", (sim, { name }) => {
        sim.mutate.addPermission(name, "app", "runReport");
      }),
      says: /refused: Could not remove app permission runReport: locked/u,
      heals: sends,
      holds: held("app saveReport"),
    },
  ],

  refusals: [
    {
      title: "a user group that does not exist",
      inputs: grants(app("runReport"), app("saveReport")),
      says: /refused: Could not add app permission \w+Report to usergroup PermissionSet row \d+: no such usergroup/u,
    },
  ],

  changesByHand: [
    {
      title: "permissions are not read: refresh returns the state, and destroy of one that is gone is done",
      given: addAccounts,
      inputs: grants(app("runReport"), app("saveReport")),
      byHand: (sim, { name }) => {
        sim.mutate.removePermission(name, "app", "runReport");
      },
      shows: () => "same",
      repairs: [],
      holds: held("app saveReport"),
    },
    {
      title: "of a group that was removed by hand are never taken for gone, and destroy succeeds",
      given: addAccounts,
      inputs: grants(app("runReport"), app("saveReport")),
      byHand: (sim, { name }) => {
        sim.mutate.removeUserGroup(name);
      },
      shows: () => "same",
      repairs: [],
      holds: held(),
      afterwards: addAccounts,
    },
  ],

  adoptions: [
    {
      title: "is success, and with adopt destroy takes all away",
      given: addAccounts,
      exists: grantByHand,
      inputs: (unique) => ({ ...grants(app("runReport"), app("saveReport"))(unique), onExisting: "adopt" }),
      outcome: sends,
      holds: held("app runReport", "app saveReport"),
    },
    {
      title: "is success where the gateway says that it is there, and what was there stays after destroy",
      given: addAccounts,
      exists: (sim, unique) => {
        grantByHand(sim, unique);
        sim.switches.repeatedLink = "failure";
      },
      inputs: grants(app("runReport"), app("saveReport")),
      outcome: sends,
      holds: held("app runReport", "app saveReport"),
      afterwards: (sim, { name }) => {
        sim.switches.repeatedLink = "success";
        const { permissions } = sim.gateway.store.userGroupNamed(name) ?? {};
        expect([...(permissions?.keys() ?? [])]).toEqual(["app runReport"]);
        sim.mutate.removePermission(name, "app", "runReport");
      },
    },
  ],
});
