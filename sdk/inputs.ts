import type { CustomResource, Input, Output } from "@pulumi/pulumi";

type Primitive = string | number | boolean | null | undefined;

/**
 * Keys that hold plain text in every case: the others depend on it, and the compiler calls a wrong one of them by its
 * name only where this one is known.
 */
type PlainKey = "type" | "permissionType";

/** Anything with the name of a profile: a `ReplicatorProfile` resource. */
export type ProfileResource = CustomResource & {
  /** Name of the profile. */
  readonly name: Output<string>;
};

/** A profile by its name or by the resource itself. */
export type ProfileReference = Input<string> | ProfileResource;

/**
 * A value whose every part may be an output. Unions are wrapped whole, so that their outputs fit too. What must not be
 * given is no input: the compiler knows by it which form of the arguments is meant.
 */
export type DeepInput<T> = [T] extends [undefined]
  ? T
  : [T] extends [Primitive]
    ? Input<T>
    : Input<Parts<Exclude<T, Primitive>> | Extract<T, Primitive>>;

type Parts<T> = [T] extends [readonly (infer Item)[]] ? DeepInput<Item>[] : ObjectArgs<T>;

/** The fields of an object as arguments. Doc comments of the fields stay with them. */
export type ObjectArgs<T> = T extends object
  ? {
      [Key in keyof T]: Key extends PlainKey
        ? T[Key]
        : Key extends "profile"
          ? ProfileReference
          : Key extends "profiles"
            ? Input<ProfileReference[]>
            : DeepInput<T[Key]>;
    }
  : never;
