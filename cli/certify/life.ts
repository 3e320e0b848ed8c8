import type { ApplianceKind } from "../../provider/client";
import type { Kind } from "../../lib/site/kinds";
import type { Values } from "../../provider/values/inputs";
import type { Box } from "./box";

/** What the functions of a life may use: the box, and the objects that the life needs. */
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

/** The life of one object of a kind: its values, what an operator may do to it, and how the appliance shows it. */
export interface Life {
  readonly kind: Kind;
  readonly about: ApplianceKind;
  /** Objects that must exist first, by the key with which `id` names them. */
  readonly needs?: Readonly<Record<string, { readonly kind: Kind; inputs(scene: Scene): Values }>>;
  inputs(scene: Scene): Values;
  /** Each is a change in place of the inputs before it. */
  changes?(scene: Scene): readonly Values[];
  replacement?(scene: Scene): Values;
  /** Whether a second resource for the same object is refused without `onExisting`. */
  readonly isExclusive?: true;
  /** Changes the object as an operator would, with the client. */
  byHand?(scene: Scene, object: Known): Promise<unknown>;
  /** Removes the object as an operator would. */
  remove?(scene: Scene, object: Known): Promise<unknown>;
  /** Whether the appliance shows the object; undefined if the API reads nothing of the kind. */
  isThere?(scene: Scene, object: Known): Promise<boolean>;
  /** Whether a refresh sees that the object is gone. */
  readonly isRead?: true;
  /** A second object of the kind that uses none of the names of the first. */
  other?(scene: Scene, suffix: string): Values;
  /** A resource that refers to the object by its name, and the inputs after the object was renamed. */
  readonly follower?: {
    readonly kind: Kind;
    inputs(scene: Scene, name: string): Values;
    renamed(scene: Scene): Values;
  };
  /** The requests whose answers the run loses. */
  readonly requests: { readonly create: RegExp; readonly update?: RegExp; readonly remove: RegExp };
}

/** The appliances that the kinds of a run use. */
export function aboutOf(chosen: readonly Life[]): readonly ApplianceKind[] {
  return (["gateway", "replicator"] as const).filter((about) => chosen.some((life) => life.about === about));
}
