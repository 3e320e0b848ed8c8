import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import { addAccounts, addPermission, removePermission } from "./accounts";
import { create, equal, partial, type PartialRow, refused, replace, type Unique, update } from "./rows";
import { testLifecycle } from "./table";

interface Grant {
  permissionType: string;
  seccode: string | number | { raw: string };
}
const of = (permissionType: string, seccode: Grant["seccode"]): Grant => ({ permissionType, seccode });
const app = (seccode: string): Grant => of("app", seccode);
const raw = (text: string): Grant => of("app", { raw: text });
const device = (seccode: string): Grant => of("device", seccode);
const [run, save] = [app("runReport"), app("saveReport")];
const every = [
  run,
  device("10.1.1.1"),
  of("interface", "0a010101-3"),
  of("group", 12),
  of("report", "44"),
  of("gadget", "lLabelCPU"),
  of("thirdparty", "7"),
  of("bboard", 9),
];

/** The inputs that grant permissions to the row's user group. */
const grants =
  (permissions: readonly Grant[], more: Properties = {}) =>
  ({ name }: Unique): Properties => ({ userGroup: name, permissions, ...more });
const toOtherGroup = ({ name }: Unique): Properties => ({ userGroup: `${name} b`, permissions: [run] });

/** Each permission is one request. */
const sends = "user_api/permissions";
const times = (count: number): string => Array<string>(count).fill(sends).join(" ");

/** The answer of a gateway that rejects one of several permissions and does not create or remove it. */
const refusing =
  (seccode: string, words: string, undo: (sim: Simulator, unique: Unique) => void): PartialRow["fault"] =>
  (sim, unique) => ({
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
const locked = "Could not add app permission saveReport: locked";
const refusingSave = refusing("saveReport", locked, removePermission("saveReport"));
const stillThere = "Could not remove app permission runReport: locked";

testLifecycle({
  kind: "PermissionSet",
  given: addAccounts,

  creates: [
    create("permissions of every type, with one request each", grants(every), times(every.length), {
      id: ({ name }) => encodeURIComponent(name),
    }),
    create("by number; what the group has besides stays", { userGroup: 2, permissions: [run] }, sends, {
      id: () => "2",
    }),
    create("an empty set sends nothing", grants([]), ""),
    create("a known code that is named twice, plain and raw", grants([app("Vitals"), raw("Vitals")]), sends),
    create("a permission that is named twice is one", grants([device("10.1.1.1"), device("0a010101")]), sends),
  ],
  equals: [
    equal("order of permissions", grants([run, save]), grants([save, run])),
    equal(
      "hex in either letter case, or dotted",
      grants([device("0a0101ff"), of("interface", "10.1.1.255-7")]),
      grants([device("10.1.1.255"), of("interface", "0A0101FF-7")]),
    ),
    equal("plain or raw form", grants([app("Vitals"), raw("runReport")]), grants([raw("Vitals"), run])),
    equal("a seccode as number or text", grants([of("group", 12)]), grants([of("group", "12")])),
  ],
  updates: [
    update(
      "what is new is added and what is dropped is removed",
      grants([run, save, device("10.1.1.1")]),
      grants([save, app("alarmsTab"), device("10.1.1.2")]),
      times(4),
    ),
    update("to none: all that was given is taken", grants([run, save]), grants([]), times(2)),
    update("a permission that the group has otherwise is left alone", grants([run]), grants([save]), times(2), {
      given: (sim, unique) => {
        addAccounts(sim, unique);
        addPermission("auditing")(sim, unique);
      },
    }),
    replace("another group: the old one is cleared last", grants([run]), toOtherGroup, `${sends} ${sends}`),
  ],
  partials: [
    partial("one was refused: the next up gives only that one", [grants([run, save])], refusingSave, sends, {
      says: new RegExp(`failed: ${locked}`, "u"),
    }),
    partial(
      "a change whose removal was refused keeps what it still has to take",
      [grants([run]), grants([save])],
      refusing("runReport", stillThere, addPermission("runReport")),
      sends,
      { says: new RegExp(`failed: ${stillThere}`, "u") },
    ),
  ],
  refusals: [
    refused(
      "a user group that does not exist",
      grants([run, save]),
      /changing permissions failed: Could not add app permission \w+Report to usergroup PermissionSet row \d+: no such usergroup/u,
      { given: () => undefined },
    ),
  ],
});
