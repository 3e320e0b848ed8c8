import { z } from "zod";
import { objectName } from "../values/names";
import { objectId } from "../values/numbers";
import { across, strict } from "../values/schema";

/** The site whose appliances a function asks; by default those configured for all. */
const site = z.string().min(1, { error: "must not be empty" }).optional();

const keyword = z
  .string()
  .refine((text) => text !== "", { error: "must not be empty: leave it out to read everything" })
  .refine((text) => !/\p{Cc}|\p{Surrogate}/u.test(text) && text !== "." && text !== "..", {
    error: "is not a valid keyword: it is sent as one segment of a path",
  });

/** Only `site`. */
export const siteArguments = strict({ site });

/** `site`, and the keyword that the appliance filters by. */
export const filterArguments = strict({ site, filter: keyword.optional() });

/** One IP group, by its exact name or its id. */
export const ipGroupArguments = across(
  strict({ site, name: objectName.optional(), id: objectId.optional() }),
  ({ name, id }) => {
    if ((name === undefined) !== (id === undefined)) return undefined;
    return { path: "", message: name === undefined ? "needs name or id" : "takes name or id, not both" };
  },
);

const part = z.string().refine((text) => text !== "", { error: "must not be empty: leave it out to match every name" });

/** IP groups by parts of their names. */
export const ipGroupsArguments = strict({ site, match: part.optional(), notMatch: part.optional() });
