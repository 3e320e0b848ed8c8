import type { Properties } from "../support/provider-calls";
import { heldPermission } from "../kinds/permission";
import { addAccounts } from "./accounts";
import { create, equal, refused, replace, type Unique } from "./rows";
import { testLifecycle } from "./table";

/** A permission of the row's group. */
const grant =
  (permissionType: string, seccode: unknown, more: Properties = {}) =>
  ({ name }: Unique): Properties => ({ userGroup: name, permissionType, seccode, ...more });
const report = grant("app", "runReport");
const ofGuests = { permissionType: "app", seccode: "runReport", userGroup: 2 };

/** Seccodes as users write them. The table of sets has each type, and tests/unit/values each spelling. */
const types: readonly (readonly [type: string, seccode: string | number, meaning: string])[] = [
  ["device", "10.1.1.1", "dotted address"],
  ["interface", "10.1.1.1-3", "dotted address, hyphen, interface index"],
  ["group", 12, "id of a map or device group"],
  ["app", "runReport", "static permission code"],
];

const sends = "user_api/permissions";
const replaced = `${sends} ${sends}`;

testLifecycle({
  kind: "Permission",
  given: addAccounts,

  creates: [
    ...types.map(([type, seccode, meaning]) =>
      create(`${type} takes: ${meaning} (${seccode})`, grant(type, seccode), sends, {
        id: ({ name }) =>
          [name, ...heldPermission({ permissionType: type, seccode }).split(" ")].map(encodeURIComponent).join("|"),
      }),
    ),
    create("the group is given by its number", ofGuests, sends, { id: () => "2|app|runReport" }),
  ],
  equals: [
    equal("hex or dotted", grant("device", "10.1.1.255"), grant("device", "0a0101FF")),
    equal("the group's number as number or text", ofGuests, { ...ofGuests, userGroup: "2" }),
  ],
  updates: [
    replace("another seccode: the old one is removed last", report, grant("app", "saveReport"), replaced),
    replace("another type", grant("group", "12"), grant("report", "12"), replaced),
    replace("another group", report, { ...ofGuests, userGroup: "Guests" }, replaced),
  ],
  refusals: [
    refused(
      "a user group that does not exist",
      report,
      /changing permissions failed: Could not add app permission runReport to usergroup Permission row \d+: no such usergroup/u,
      { given: () => undefined },
    ),
  ],
});
