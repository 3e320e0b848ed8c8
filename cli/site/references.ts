import type { Kind } from "../../provider/registry";
import { isUnknown } from "../../provider/values/differences";
import type { Values } from "../../provider/values/inputs";
import { seccodeText } from "../../provider/values/seccode";

/** Inputs that refer to objects by name or number, and the kind of these objects. */
const references: Readonly<Record<string, Kind>> = {
  userGroup: "UserGroup",
  userGroups: "UserGroup",
  user: "User",
  userId: "User",
  members: "User",
  groupId: "IpGroup",
  rules: "IpGroup",
  rule: "IpGroup",
};

/** Names of objects by their number: readers know names, not numbers. */
export class ObjectNames {
  readonly #names = new Map<string, string>();

  add(kind: Kind, id: unknown, label: string, site: unknown): void {
    if (typeof id === "number" || typeof id === "string") this.#names.set(keyOf(kind, id, site), label);
  }

  /**
   * Values of a resource in the words of readers: names in place of numbers, as far as they are known.
   *
   * @param labelsOf names of the objects that an input refers to, for values that are known only during an up
   */
  in(values: Values, labelsOf: (input: string, kind: Kind) => readonly string[] = () => []): Values {
    const { site } = values;
    const named = (input: string, value: unknown): unknown => {
      const kind = references[input];
      return kind === undefined ? value : this.#value(value, { kind, site, labels: [...labelsOf(input, kind)] });
    };
    const { permissionType, seccode } = values;
    const isGrant = typeof permissionType === "string" && typeof seccode === "string";
    return {
      ...Object.fromEntries(Object.entries(values).map(([input, value]) => [input, named(input, value)])),
      ...(isGrant && { seccode: seccodeText(permissionType, seccode) }),
    };
  }

  #value(value: unknown, place: Place): unknown {
    if (Array.isArray(value)) {
      const unknown = value.filter(isUnknown).length;
      // Otherwise it is open which name belongs to which value.
      const inside = unknown === place.labels.length ? place : { ...place, labels: [] };
      return value.map((item) => this.#value(item, inside));
    }
    if (typeof value === "object" && value !== null) {
      if (!("groupId" in value)) return value;
      return { ...value, groupId: this.#value(value.groupId, place) };
    }
    if (isUnknown(value)) return place.labels.shift() ?? value;
    return this.#names.get(keyOf(place.kind, value, place.site)) ?? value;
  }
}

interface Place {
  readonly kind: Kind;
  readonly site: unknown;
  /** Names that are not used yet. */
  readonly labels: string[];
}

function keyOf(kind: Kind, id: unknown, site: unknown): string {
  return JSON.stringify([kind, String(id), site]);
}
