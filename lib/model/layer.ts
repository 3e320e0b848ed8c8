import type { SiteModel } from "./schema";

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

/** The parts of a named thing that a layer sets, including its name. */
type NamedPart<T> = T extends unknown ? Pick<T, NameKey<T> & keyof T> & PartOf<Omit<T, NameKey<T>>> : never;

/** A list of named things, or a map by name; `null` removes the values of earlier layers. */
type NamedParts<Item> =
  | (NamedPart<Exclude<Item, string>> | Extract<Item, string>)[]
  | Readonly<Record<string, PartOf<Omit<Exclude<Item, string>, NameKey<Exclude<Item, string>>>> | null>>;

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
