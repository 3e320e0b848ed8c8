import type { CustomResource, Input, Output } from "@pulumi/pulumi";
import type { knownPreferences } from "../provider/kinds/user-preferences";
import type { AppSeccode } from "../provider/values/seccodes";

type Primitive = string | number | boolean | null | undefined;

/**
 * Keys whose value is always a plain string. The types of the other keys depend on it, and the compiler can name a
 * wrong key only if it knows this value.
 */
type PlainKey = "type" | "permissionType";

/** Any resource with the name of a profile: a `ReplicatorProfile`. */
export type ProfileResource = CustomResource & {
  /** Name of the profile. */
  readonly name: Output<string>;
  /** What no other kind has. */
  readonly listeningPort: unknown;
};

/** A profile, given by its name or as the resource itself. */
export type ProfileReference = Input<string> | ProfileResource;

/** A resource with the name of an account. `Id`: the output that only its kind has. */
export type AccountResource<Id extends "userId" | "userGroupId"> = CustomResource & {
  /** Name of the user or user group. */
  readonly name: Output<string>;
} & Readonly<Record<Id, unknown>>;

/**
 * A user or user group, given as the resource itself, by its name, or by the number of one that the program does not
 * manage.
 */
export type AccountReference<Id extends "userId" | "userGroupId"> = Input<string | number> | AccountResource<Id>;

/**
 * A value whose parts may all be outputs. A union is wrapped as a whole, so that an output of the union fits too. A
 * field that must be absent (`undefined`) is not wrapped: the compiler distinguishes the forms of the arguments by it.
 */
export type DeepInput<T> = [T] extends [undefined]
  ? T
  : [T] extends [Primitive]
    ? Input<T>
    : Input<Parts<Exclude<T, Primitive>> | Extract<T, Primitive>>;

/** Any text; editors suggest the known ones. */
export type Suggested<Known extends string> = Known | (string & {});

/** Preferences by their codes; editors suggest the known ones. */
type PreferenceArgs<T> = ObjectArgs<T> | { [Code in (typeof knownPreferences)[number]]?: DeepInput<T[Code & keyof T]> };

type Parts<T> = [T] extends [readonly (infer Item)[]] ? DeepInput<Item>[] : ObjectArgs<T>;

/** The fields of an object as arguments. The fields keep their doc comments. */
export type ObjectArgs<T> = T extends object
  ? {
      [Key in keyof T]: Key extends PlainKey
        ? T[Key]
        : Key extends "profile"
          ? ProfileReference
          : Key extends "profiles"
            ? Input<ProfileReference[]>
            : Key extends "user"
              ? AccountReference<"userId">
              : Key extends "userGroup"
                ? AccountReference<"userGroupId">
                : Key extends "members"
                  ? Input<AccountReference<"userId">[]>
                  : Key extends "userGroups"
                    ? Input<AccountReference<"userGroupId">[]>
                    : Key extends "seccode"
                      ? DeepInput<Exclude<T[Key], string> | Suggested<AppSeccode>>
                      : Key extends "preferences"
                        ? Input<PreferenceArgs<T[Key]>>
                        : DeepInput<T[Key]>;
    }
  : never;
