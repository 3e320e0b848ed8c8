import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import { create, equal, partial, refused, replace, type Unique, update } from "./rows";
import { testLifecycle } from "./table";

/** Users that exist on every gateway of these tests. `admin` has the id 1 from the factory. */
const names: Readonly<Record<string, string>> = { 1: "admin", 901: "ann", 902: "bob" };
const ANN = 901;

function addUsers(sim: Simulator): void {
  const { users } = sim.gateway.store;
  for (const [id, name] of Object.entries(names)) if (!users.has(Number(id))) sim.mutate.addUser(name, Number(id));
}

const plain = ({ name }: Unique): Properties => ({ name });
const withMembers =
  (members: readonly (string | number)[], more: Properties = {}) =>
  ({ name }: Unique): Properties => ({ name, members, ...more });
const like =
  (templateUserGroupId: string | number) =>
  ({ name }: Unique): Properties => ({ name, templateUserGroupId });
const renamed = ({ name }: Unique): Properties => ({ name: `${name} renamed`, members: ["ann"] });
const [created, joined] = ["user_api/createUsergroup", "user_api/membership"];

testLifecycle({
  kind: "UserGroup",
  given: addUsers,
  creates: [
    create("the template defaults to group 2, Guests", plain, created, {
      id: (_unique, { userGroupId }) => String(userGroupId),
    }),
    create("members are given by id or by name", withMembers([1, "902", "ann"]), created),
    create("another template copies its rights", like(1), created),
    create("a member of the form name:<name> is sent as a name", withMembers(["name:ann"]), created),
  ],
  equals: [
    equal("order of members", withMembers(["ann", "bob"]), withMembers(["bob", "ann"])),
    equal("an id as number or as text", withMembers([901, 1]), withMembers(["1", "901"])),
    equal("a name with and without name:", withMembers(["ann"]), withMembers(["name:ann"])),
    equal("the template as number or as text", like(1), like("1")),
  ],
  updates: [
    update("a member is added in place", withMembers(["ann"]), withMembers(["ann", 902]), joined),
    update("a member is removed in place", withMembers(["ann", "bob"]), withMembers(["bob"]), joined),
    update("members that are no longer declared stay", withMembers(["ann"]), plain, "", {
      holds: [withMembers(["ann"])],
      says: /members \(ann\) is no longer managed; its current value stays/u,
    }),
    replace("another name: the old one goes last", withMembers(["ann"]), renamed, `${created} user_api/delUsergroups`),
    replace("another template, so that its rights are copied", plain, like(1), `user_api/delUsergroups ${created}`),
  ],
  partials: [
    partial(
      "a group whose members were not all taken gets them by the next up",
      [withMembers(["ann"])],
      (sim, { name }) => ({
        match: created,
        times: 1,
        kind: {
          rewrite: (answer) => {
            sim.gateway.store.users.get(ANN)?.userGroups.clear();
            const { data } = answer as { data: object[] };
            return { data: data.map((entry) => ({ ...entry, name, members: [] })) };
          },
        },
      }),
      joined,
      { says: /only 0 of 1 members were added/u },
    ),
    partial(
      "an update keeps the members that were added when another one fails",
      [plain, withMembers(["ann", "bob"])],
      () => ({ match: joined, kind: { rewrite: withoutBob } }),
      joined,
      { says: /outcome unknown: changing memberships: .*User bob could not be added/u },
    ),
  ],
  refusals: [
    refused("no such template", like(77), /creating user groups failed: Usergroup 77 does not exist/u),
    refused("no such member", withMembers(["nobody"]), /creating user groups failed: User nobody does not exist/u),
  ],
});

/** The answer of an appliance that fails to add one of two members. */
function withoutBob(answer: unknown): unknown {
  const { data } = answer as { data: { added: string[]; removed: string[] } };
  const said = data.added.map((text) => (text.startsWith("User bob") ? "User bob could not be added: locked" : text));
  return { data: { ...data, added: said } };
}
