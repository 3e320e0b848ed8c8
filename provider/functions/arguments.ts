import { z } from "#zod";
import { objectName } from "../values/names";
import { objectId } from "../values/numbers";
import { across, strict } from "../values/schema";

const siteShape = {
  /** Site whose appliance is asked; by default the appliance that is configured for all. */
  site: z.string().min(1).optional(),
};

export const ipGroupArguments = across(
  strict({
    ...siteShape,
    /** Exact name. */
    name: objectName.optional(),
    /** Its number, or the id of an `IpGroup`. */
    id: objectId.optional(),
  }),
  ({ name, id }) => {
    if ((name === undefined) !== (id === undefined)) return undefined;
    return { path: "", message: name === undefined ? "needs name or id" : "takes name or id, not both" };
  },
);
/** One IP group: either by its exact name, or by its id. */
export type IpGroupArguments = z.input<typeof ipGroupArguments>;

export const ipGroupsArguments = strict({
  ...siteShape,
  /** Text that the name contains, in any letter case. */
  match: z.string().min(1).optional(),
  /** Text that the name does not contain, in any letter case. */
  notMatch: z.string().min(1).optional(),
});
/** IP groups by parts of their names. */
export type IpGroupsArguments = z.input<typeof ipGroupsArguments>;
