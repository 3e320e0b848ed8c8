import type { Properties } from "../support/provider-calls";
import { addAccounts } from "./accounts";
import {
  create,
  equal,
  type Made,
  madeFor,
  partial,
  type PartialRow,
  refused,
  replace,
  type Unique,
  update,
} from "./rows";
import { testLifecycle } from "./table";

/** A user. It may be in Guests (group 2) and in the groups of {@link addAccounts}: numbers are the port and the next. */
const user =
  (...groups: readonly Made<string | number>[]) =>
  (unique: Unique): Properties => {
    const userGroups = groups.map((one) => madeFor(one, unique));
    const joins = userGroups.length === 0 ? {} : { userGroups };
    return { name: `${unique.name} user`, password: "first password", ...joins };
  };
const [none, guest] = [user(), user(2)];
const [number, name] = [({ port }: Unique) => port, (unique: Unique) => unique.name];
const [asText, nameB] = [({ port }: Unique) => String(port), (unique: Unique) => `${unique.name} b`];
const otherPassword = (unique: Unique): Properties => ({ ...guest(unique), password: "second password" });
const named =
  (suffix: string, inputs = none) =>
  (unique: Unique): Properties => ({ ...inputs(unique), name: unique.name + suffix });

/** The gateway does not add a user to a group whose name ends so, and reports this. */
const refusingGroup =
  (suffix: string): PartialRow["fault"] =>
  (sim, unique) => ({
    match: "user_api/membership",
    kind: {
      rewrite: (answer) => {
        const { data } = answer as { data: { added: string[]; removed: string[] } };
        const group = unique.name + suffix;
        const isMeant = (text: string): boolean => text.endsWith(`usergroup ${group}`);
        if (data.added.some(isMeant)) {
          const { store } = sim.gateway;
          store.userNamed(`${unique.name} user`)?.userGroups.delete(store.userGroupNamed(group)?.id ?? 0);
        }
        const added = data.added.map((text) => (isMeant(text) ? "User could not be added to usergroup: locked" : text));
        return { data: { ...data, added } };
      },
    },
  });
const locked = { says: /outcome unknown: changing memberships: .*User could not be added to usergroup: locked/u };

const [created, joined, renamed] = ["user_api/createUser", "user_api/membership", "user_api/changeUsername"];

testLifecycle({
  kind: "User",
  given: addAccounts,
  creates: [
    create("without groups is created in one request", none, created, { id: (_unique, { userId }) => String(userId) }),
    create("groups by number, also as text, go with the creation", user(2, asText), created),
    create("groups by name are joined by name", user(2, name), `${created} ${joined}`),
    create("a name is data, whatever it holds", named(' "%2F/\\&=;<__proto__> \u00fc\u{1f600}'), created),
  ],
  equals: [
    equal("order and form of groups", user(2, number), user(asText, "2")),
    equal("a group that is named twice", guest, user(2, "2")),
  ],
  updates: [
    update("another name renames in place", none, named(" renamed"), renamed),
    update("a group is joined in place", guest, user(2, number), joined),
    update("another group instead: one is joined, the other left", user(number), user(nameB), `${joined} ${joined}`),
    update("name and groups change", guest, named(" renamed", user(number)), `${renamed} ${joined} ${joined}`),
    update("groups that are no longer declared stay", guest, none, "", {
      holds: [guest],
      says: /userGroups \(2\) is no longer managed; its current value stays/u,
    }),
    replace("another password deletes first", guest, otherPassword, `user_api/delUsers ${created}`),
  ],
  partials: [
    partial("not in its group", [user(2, name)], refusingGroup(""), joined, locked),
    partial("not in one of two: then only that", [guest, user(2, number, nameB)], refusingGroup(" b"), joined, locked),
  ],
  refusals: [refused("no such group", user(999_999), /creating users failed: Usergroup 999999 does not exist/u)],
});
