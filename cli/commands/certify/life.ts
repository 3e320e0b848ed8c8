import { mapped, present } from "../../../provider/values/collections";
import type { ApplianceKind } from "../../../provider/client";
import type { Kind } from "../../../lib/site/kinds";
import type { Values } from "../../../provider/values/inputs";
import type { Box, Noun } from "./box";

/** What a life may use: the box, and the objects that the life needs. */
export interface Scene {
  readonly box: Box;
  /** The id of an object that the life needs. */
  id(key: string): string;
}

/** The object as the state has it. */
export interface Known {
  readonly id: string;
  /** The inputs of the last `up` that succeeded. */
  readonly inputs: Values;
}

/** Inputs with functions of the scene in the place of what only a run knows: names, addresses, ports, ids. */
export type Template = Readonly<Record<string, unknown>>;
type Part<T> = (scene: Scene) => T;

export const named =
  (what: Noun, suffix: string): Part<string> =>
  ({ box }) =>
    box.name(what, suffix);
export const address =
  (index: number): Part<string> =>
  ({ box }) =>
    box.address(index);
export const port =
  (index: number): Part<number> =>
  ({ box }) =>
    box.port(index);
export const idOf =
  (key: string): Part<number> =>
  ({ id }) =>
    Number(id(key));

/** The inputs of these templates, in a scene. A later template replaces members of an earlier one. */
export function inputsOf(scene: Scene, ...templates: readonly (Template | undefined)[]): Values {
  return mapped(Object.assign({}, ...templates), (part) => {
    const value = typeof part === "function" ? (part as Part<unknown>)(scene) : part;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? present(value as Values) : value;
  }) as Values;
}

/** The life of one object of a kind: its values, what an operator may do to it, and how the appliance shows it. */
export interface Life {
  readonly kind: Kind;
  readonly about: ApplianceKind;
  /** Objects that must exist first, by the key with which `id` names them. */
  readonly needs?: Readonly<Record<string, { readonly kind: Kind; readonly inputs: Template }>>;
  readonly inputs: Template;
  /** What must happen before the object can be created. */
  prepare?(scene: Scene): Promise<void>;
  /** Each is a change in place of the inputs before it. */
  readonly changes?: readonly Template[];
  /** A change of the first inputs that replaces the object. */
  readonly replacement?: Template;
  /** Whether a second resource for the same object is refused without `onExisting`. */
  readonly isExclusive?: true;
  /** Changes the object as an operator would, with the client. */
  byHand?(scene: Scene, object: Known): Promise<unknown>;
  /** Removes the object as an operator would. */
  remove?(scene: Scene, object: Known): Promise<unknown>;
  /** Whether the appliance shows an object with this id; undefined if the API reads nothing of the kind. */
  isThere?(scene: Scene, object: Known): Promise<boolean>;
  /** Whether it shows all that is declared, where that is more than the object. */
  isWhole?(scene: Scene, object: Known): Promise<boolean>;
  /** Whether a refresh sees that the object is gone. */
  readonly isRead?: true;
  /** A second object of the kind that uses none of the names of the first. */
  other?(suffix: string): Template;
  /** A resource that refers to the object by its name, and the inputs after the object was renamed. */
  readonly follower?: { readonly kind: Kind; inputs(name: string): Template; readonly renamed: Template };
}

/** The appliances that the kinds of a run use. */
export function aboutOf(chosen: readonly Life[]): readonly ApplianceKind[] {
  return (["gateway", "replicator"] as const).filter((about) => chosen.some((life) => life.about === about));
}
