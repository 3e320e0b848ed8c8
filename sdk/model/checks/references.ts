import { accountNameOf, objectId } from "../../../provider/values/numbers";
import { unknownWord, sentence } from "../../../provider/values/quoted";
import type { Finding } from "../problem";
import type { ModelView, Reference } from "../view";

/** Finds references to names that nothing in the model has. */
export function checkReferences(model: ModelView): Finding[] {
  const groups = model.groups.map(({ name }) => name);
  const profiles = model.profiles.map(({ name }) => name);
  const children = model.groups.flatMap((group) => group.children);
  const memberProfiles = model.members.flatMap((member) => member.profiles);
  return [
    ...unknown("IP group", children, groups),
    ...unknown("profile", memberProfiles, profiles),
    ...unknownAccounts("user", model.userReferences, model.users),
    ...unknownAccounts("user group", model.userGroupReferences, model.userGroups),
  ];
}

function unknown(what: string, references: readonly Reference[], known: readonly string[]): Finding[] {
  return references
    .filter(({ name }) => !known.includes(name))
    .map(({ name, steps }) => ({ severity: "error", steps, message: unknownWord(what, name, known) }));
}

/** Users and user groups may also be references to the gateway: by id, or as `name:<name>`. */
function unknownAccounts(what: string, references: readonly Reference[], declared: readonly Reference[]): Finding[] {
  const known = declared.map(({ name }) => name);
  const inModel = references.filter(
    ({ name }) => accountNameOf(name) === undefined && !objectId.safeParse(name).success,
  );
  return inModel.flatMap((reference) =>
    unknown(what, [reference], known).map(({ message, ...finding }) => {
      const advice = `To refer to one on the gateway, write "name:${reference.name}"`;
      return { ...finding, message: `${sentence(message)} ${advice}` };
    }),
  );
}
