import { z } from "#zod";
import { collector } from "../../provider/kinds/collector";
import { exporter } from "../../provider/kinds/exporter";
import { ipGroup } from "../../provider/kinds/ip-group";
import { ipGroupRule } from "../../provider/kinds/ip-group-rule";
import { grant } from "../../provider/kinds/permission-set";
import { policy } from "../../provider/kinds/policy";
import { replicatorProfile } from "../../provider/kinds/replicator-profile";
import { nothingManaged, setting } from "../../provider/kinds/setting";
import { user } from "../../provider/kinds/user";
import { userGroup } from "../../provider/kinds/user-group";
import { userPreferences } from "../../provider/kinds/user-preferences";
import { objectName } from "../../provider/values/names";
import { across, strict } from "../../provider/values/schema";
import { namedList } from "./named";

/**
 * The inputs of a kind that a model accepts: all except the site, which the template sets, and fields that the model
 * defines differently.
 */
function inputsOf<Shape extends z.core.$ZodLooseShape, Left extends keyof Shape = never>(
  { shape }: { shape: Shape },
  ...left: readonly Left[]
): Omit<Shape, Left | "site"> {
  const kept = Object.entries(shape).filter(([key]) => key !== "site" && !left.some((other) => other === key));
  return Object.fromEntries(kept) as Omit<Shape, Left | "site">;
}

const renamed = {
  /** Names that it had in the model before: an object declared under one of them is renamed in place, not replaced. */
  formerNames: z.array(z.string().min(1)).optional(),
};

const reference = (what: string) =>
  z.union([z.string().min(1), z.number()], {
    error: `must be ${what}: its name in this model, or "name:<name>" or an id on the gateway`,
  });
const userReference = reference("a user");
const userGroupReference = reference("a user group");

/** Refuses passwords, since many people read models. A message never repeats a value of the model. */
const noPassword = z.custom<undefined>((value) => value === undefined, {
  error:
    "a model must not contain a password: name a key in passwordConfig, and store it: pulumi config set --secret <key>",
});

const ipGroupFields = { ...inputsOf(ipGroup.inputs), ...renamed };

/** An IP group of a model, with its child groups. */
export type IpGroupModel = z.input<z.ZodObject<typeof ipGroupFields>> & {
  /** More specific groups: declared here, or names of groups that are declared elsewhere. */
  children?: (string | IpGroupModel)[] | undefined;
};

/** The schema of {@link IpGroupModel}, with a declared type because it is recursive. */
const ipGroupModel: z.ZodType<unknown, IpGroupModel> = strict({
  ...ipGroupFields,
  /** More specific groups: declared here, or names of groups that are declared elsewhere. */
  children: z.lazy(() => namedList(z.union([objectName, ipGroupModel]), "name")).optional(),
}).meta({ id: "ipGroup" });

/** A rule in an IP group that something else manages. */
const ipGroupRuleModel = strict({
  /** Name of the rule in the program. The gateway does not see it. */
  name: z.string().min(1),
  ...inputsOf(ipGroupRule.inputs),
}).meta({ id: "ipGroupRule" });

const userModel = strict({
  ...inputsOf(user.inputs, "password", "userGroups"),
  /** Never set: many people read models. */
  password: noPassword.optional(),
  /** Key of the stack configuration that holds the password, e.g. `annaPassword`. */
  passwordConfig: z.string().min(1).optional(),
  /** User groups of the user, as a set: names in this model, or `name:<name>` or ids on the gateway. */
  userGroups: z.array(userGroupReference).optional(),
  /** Settings by preference code, e.g. `statusTopn`, `language`. Codes that are not listed are not managed. */
  preferences: userPreferences.inputs.shape.preferences.optional(),
  ...renamed,
}).meta({ id: "user" });

const userGroupModel = strict({
  ...inputsOf(userGroup.inputs, "members"),
  /** Users in the group, as a set: names in this model, or `name:<name>` or ids on the gateway. */
  members: z.array(userReference).optional(),
  /** The managed permissions of the group, as a set. A later layer replaces it as a whole. */
  permissions: z.array(grant).optional(),
}).meta({ id: "userGroup" });

/** A user in a user group, if neither of them declares it. */
const membershipModel = strict({
  /** Name in this model, or `name:<name>` or an id on the gateway. */
  user: userReference,
  /** Name in this model, or `name:<name>` or an id on the gateway. */
  userGroup: userGroupReference,
}).meta({ id: "membership" });

const policyModel = strict(inputsOf(policy.inputs, "profile")).meta({ id: "policy" });

const profileModel = strict({
  ...inputsOf(replicatorProfile.inputs),
  /** Which exporters the profile accepts packets from. Includes are checked before excludes. */
  policies: namedList(policyModel, "cidr"),
  ...renamed,
}).meta({ id: "profile" });

const collectorModel = strict(inputsOf(collector.inputs)).meta({ id: "collector" });

const exporterModel = strict(inputsOf(exporter.inputs)).meta({ id: "exporter" });

const settingModel = across(strict(inputsOf(setting.inputs)), nothingManaged).meta({ id: "setting" });

/**
 * Contents of a site as plain data. The types, the JSON Schema for editors and the checks are derived from this schema.
 * The fields of each thing are the inputs of its resource.
 */
export const siteModel = strict({
  /** IP groups, as a tree. */
  ipGroups: namedList(ipGroupModel, "name"),
  /** Single rules in IP groups that something else manages. */
  ipGroupRules: namedList(ipGroupRuleModel, "name"),
  /** User groups with their members and permissions. */
  userGroups: namedList(userGroupModel, "name"),
  /** Users with their groups and preferences. */
  users: namedList(userModel, "name"),
  /** Users in user groups, if neither of them declares it. A later layer replaces the list as a whole. */
  memberships: z.array(membershipModel).optional(),
  /** Profiles of the replicator, with their policies. */
  profiles: namedList(profileModel, "name"),
  /** Collectors, by address. */
  collectors: namedList(collectorModel, "address"),
  /** Exporters, by address. */
  exporters: namedList(exporterModel, "address"),
  /** Settings of the replicator. */
  settings: namedList(settingModel, "name"),
});

/** A complete site model as a program writes it: lists of named things. */
export type SiteModel = z.input<typeof siteModel>;

/** The key with the name of a thing. Rules have a `type`; things with a type are identified by their whole value. */
type NameKey<T> = T extends { type: unknown }
  ? never
  : T extends { name: unknown }
    ? "name"
    : T extends { address: unknown }
      ? "address"
      : T extends { cidr: unknown }
        ? "cidr"
        : never;

/** An IP group in a layer: any part of it. It has a declared type because it is recursive. */
interface IpGroupPart extends PartOf<Omit<IpGroupModel, "name" | "children">> {
  /** More specific groups: declared here, or names of groups that are declared elsewhere. */
  children?: NamedParts<string | IpGroupModel> | null | undefined;
}

/** An IP group in the list of a layer. */
interface NamedIpGroupPart extends IpGroupPart {
  /** Name. */
  name: string;
}

/** The parts of a named thing that a layer sets, without and with its name. */
type NamelessPart<T> = "children" extends keyof T ? IpGroupPart : PartOf<Omit<T, NameKey<T>>>;
type NamedPart<T> = "children" extends keyof T ? NamedIpGroupPart : Pick<T, NameKey<T> & keyof T> & NamelessPart<T>;

/** A list of named things, or a map by name; `null` removes the values of earlier layers. */
type NamedParts<Item> =
  | (NamedPart<Exclude<Item, string>> | Extract<Item, string>)[]
  | Readonly<Record<string, NamelessPart<Exclude<Item, string>> | null>>;

type LayerValue<T> = T extends readonly (infer Item)[]
  ? [NameKey<Exclude<Item, string>>] extends [never]
    ? T
    : NamedParts<Item>
  : T extends object
    ? PartOf<T>
    : T;

type PartOf<T> = { [Key in keyof T]?: LayerValue<Exclude<T[Key], undefined>> | null | undefined };

/** One layer of a site model: any part of it. Maps merge by key, lists of named things by name, `null` removes. */
export type SiteModelLayer = PartOf<SiteModel>;
