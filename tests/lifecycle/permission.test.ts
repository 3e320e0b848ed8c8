import type { Properties } from "../support/provider-calls";
import { heldPermission } from "../kinds/permission";
import { addAccounts } from "./accounts";
import { create, equal, refused, replace, type Unique } from "./rows";
import { testLifecycle } from "./table";

/** A permission of the row's group. */
const grant =
  (permissionType: string, seccode: unknown, more: Properties = {}) =>
  ({ name }: Unique): Properties => ({ userGroup: name, permissionType, seccode, ...more });
const raw = (permissionType: string, text: string): ReturnType<typeof grant> => grant(permissionType, { raw: text });
const report = grant("app", "runReport");
const ofGuests = { permissionType: "app", seccode: "runReport", userGroup: 2 };

/** Each type, with a seccode as users write it. */
const types: readonly (readonly [type: string, seccode: string | number, meaning: string])[] = [
  ["device", "0A010101", "hex form of an address"],
  ["device", "10.1.1.1", "dotted address, which means the same"],
  ["device", "0a010101", "hex in lower case"],
  ["interface", "0A010101-3", "hex address, hyphen, interface index"],
  ["interface", "10.1.1.1-3", "dotted address, hyphen, interface index"],
  ["group", 12, "id of a map or device group"],
  ["report", "44", "saved_id of a saved report"],
  ["gadget", "lLabelCPU", "gadget_id of a dashboard gadget"],
  ["thirdparty", "7", "id of a third-party link"],
  ["bboard", "9", "id of a bulletin board"],
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
    equal("letter case of hex", grant("device", "0a0101ff"), grant("device", "0A0101FF")),
    equal("hex or dotted", grant("device", "10.1.1.255"), grant("device", "0a0101FF")),
    equal("hex or dotted: interface", grant("interface", "10.1.1.255-7"), grant("interface", "0A0101ff-7")),
    equal("a known code in plain or raw form", grant("app", "Vitals"), raw("app", "Vitals")),
    equal("an address in hex, in plain or raw form", raw("device", "0A010101"), grant("device", "10.1.1.1")),
    equal("an id as number or text", grant("group", 12), grant("group", "12")),
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
