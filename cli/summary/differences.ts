import { isDeepStrictEqual } from "node:util";
import type { AnyDefinition } from "../../provider/resource";
import { Inputs, type Values } from "../../provider/values/inputs";
import type { Line } from "./findings";
import { groupLines } from "./group-lines";
import { isSecret, isUnknown, SECRET, textOf } from "./value-text";

/** Compares two states of a resource by the equality of its kind: order and spelling do not count. */
export class Differences {
  readonly #inputs: Inputs;

  constructor(private readonly definition: AnyDefinition) {
    this.#inputs = new Inputs(definition.inputs);
  }

  /**
   * One line per differing value, and for a set one line per member.
   *
   * @param named properties that the engine reports as different: nothing else shows a changed secret
   */
  between(before: Values, after: Values, named: readonly string[]): Line[] {
    return this.#inputs.keys.flatMap((key) => {
      if (key === "onExisting") return [];
      const [old, now] = [before[key], after[key]];
      if (this.#isSecret(key, old, now)) return named.includes(key) ? [secretLine(key, old, now)] : [];
      if (Array.isArray(old ?? now) && Array.isArray(now ?? old)) {
        return this.#setLines(key, (old ?? []) as unknown[], (now ?? []) as unknown[]);
      }
      const ofGroups = this.definition.kind === "IpGroups" && key === "groups" ? groupLines(old, now) : undefined;
      if (ofGroups !== undefined) return ofGroups;
      if (key === "preferences") return mapLines(key, (old ?? {}) as Values, (now ?? {}) as Values);
      return isDeepStrictEqual(this.#canonical(key, old), this.#canonical(key, now)) ? [] : [line(key, old, now)];
    });
  }

  #isSecret(key: string, ...seen: unknown[]): boolean {
    return this.definition.secrets?.includes(key) === true || seen.some(isSecret);
  }

  #canonical(key: string, value: unknown): unknown {
    return value === undefined ? undefined : this.#inputs.canonicalEach({ [key]: value })[key];
  }

  /**
   * Pairs the removed and the added members of a set: of two with the same type, the removed one became the added one.
   */
  #setLines(key: string, before: readonly unknown[], after: readonly unknown[]): Line[] {
    const [old, now] = [this.#byMeaning(key, before), this.#byMeaning(key, after)];
    const gone = [...old].flatMap(([meaning, item]) => (now.has(meaning) ? [] : [item]));
    const come = [...now].flatMap(([meaning, item]) => (old.has(meaning) ? [] : [item]));
    const sizes = { before: old.size, after: now.size };
    const lines: Line[] = [];
    for (const item of gone) {
      const twin = come.findIndex((other) => typeOf(item) !== undefined && typeOf(other) === typeOf(item));
      lines.push(line(key, item, twin < 0 ? undefined : come.splice(twin, 1)[0]));
    }
    return [...lines, ...come.map((item) => line(key, undefined, item))].map((one) => ({ ...one, sizes }));
  }

  #byMeaning(key: string, items: readonly unknown[]): Map<string, unknown> {
    return new Map(
      items.map((item, index) => {
        const meaning = JSON.stringify(this.#canonical(key, [item]));
        // Two unknown values count as different.
        return [isUnknown(item) ? `${meaning} ${index}` : meaning, item];
      }),
    );
  }
}

function mapLines(key: string, before: Values, after: Values): Line[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const different = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return different.map((name) => line(`${key}.${name}`, before[name], after[name]));
}

function typeOf(item: unknown): unknown {
  return typeof item === "object" && item !== null && "type" in item ? item.type : undefined;
}

function line(property: string, before: unknown, after: unknown): Line {
  return {
    property,
    ...(before === undefined ? {} : { before: textOf(before) }),
    ...(after === undefined ? {} : { after: textOf(after) }),
  };
}

function secretLine(property: string, before: unknown, after: unknown): Line {
  return line(property, before === undefined ? undefined : SECRET, after === undefined ? undefined : SECRET);
}
