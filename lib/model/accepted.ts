import { quoted, unknownWord } from "../../provider/values/quoted";
import type { Place } from "./problem";

/** Every warning, by its id: what it says. Errors have no id, because nothing accepts an error. */
export const warnings = {
  overlap: "two IP groups share addresses, and neither contains the other",
  "wider-child": "a child group covers a whole rule of its parent, and more",
  "outside-parent": "a rule of a child group lies outside of its parent",
  "exclude-after-include": "an include of the same profile contains the whole network of an exclude",
  "null-removes-nothing": "a null removes what no earlier layer sets",
  "similar-name": "a new name is similar to one of an earlier layer",
  rename: "an object would be deleted, and one that looks the same created",
  program: "the program itself logs a warning",
} as const;

/** Id of a warning. */
export type WarningId = keyof typeof warnings;

/** File beside a program or a model whose lines accept warnings: `overlap "Private networks": for reports`. */
export const ACCEPTED_FILE = ".flowgateaccept";

/** What a warning is about. */
export interface Warned {
  /** Which kind of warning it is; undefined for a mistake. */
  readonly id?: WarningId | undefined;
  /** Names of the objects that it is about. */
  readonly about?: readonly string[] | undefined;
}

/** A decision to accept warnings. */
interface Acceptance {
  readonly id: string;
  /** Name of an object that the warning must be about; any by default. */
  readonly about: string | undefined;
  /** Lines whose warnings are accepted; undefined for all. */
  readonly lines: readonly number[] | undefined;
  readonly layer: string | undefined;
}

/** A line or comment that accepts a warning but names no known warning, or no reason. */
export interface Unusable {
  readonly place: Place;
  readonly message: string;
}

/** A comment of a program or a YAML file that accepts a warning on its own line, or on the next one with code. */
const comment = /^(.*?)(?:\/\/|\/\*|#)\s*flowgate-accept\b\s*(.*?)\s*(?:\*\/\s*)?$/u;
const form = /^([\w-]+)(?:\s+"([^"]+)")?\s*:\s*(\S.*)$/u;

/** The warnings that were accepted, with a reason, in the files of a program or a model. */
export class Accepted {
  readonly unusable: Unusable[] = [];
  readonly #all: Acceptance[] = [];

  /** Adds the lines of the {@link ACCEPTED_FILE}; undefined if there is none. */
  addFile(name: string, text: string | undefined): this {
    for (const [index, line] of (text ?? "").split("\n").entries()) {
      const trimmed = line.trim();
      if (trimmed !== "" && !trimmed.startsWith("#")) this.#add(trimmed, { layer: name, line: index + 1 }, undefined);
    }
    return this;
  }

  /** Adds the comments of a program or a YAML file. */
  addComments(name: string, text: string): this {
    const lines = text.split("\n");
    for (const [index, line] of lines.entries()) {
      const [, code, words] = comment.exec(line) ?? [];
      if (words === undefined) continue;
      const after = lines.findIndex((one, at) => at > index && one.trim() !== "" && !comment.test(one));
      const about = code?.trim() === "" ? after + 1 : index + 1;
      this.#add(words, { layer: name, line: index + 1 }, about);
    }
    return this;
  }

  /** Whether a warning at this place was accepted. */
  has({ id, about = [] }: Warned, place: Place | undefined): boolean {
    return this.#all.some(
      (one) =>
        one.id === id &&
        (one.about === undefined || about.includes(one.about)) &&
        (one.lines === undefined ||
          (place?.line !== undefined && one.lines.includes(place.line) && one.layer === place.layer)),
    );
  }

  #add(words: string, place: Place & { line: number }, about: number | undefined): void {
    const [, id = "", name] = form.exec(words) ?? [];
    if (Object.hasOwn(warnings, id)) {
      const where = about === undefined ? undefined : { lines: [about], layer: place.layer };
      this.#all.push({ id, about: name, lines: where?.lines, layer: where?.layer });
      return;
    }
    const message =
      id === ""
        ? `accepts no warning: write its id and the reason, such as ${quoted("overlap: both are needed in reports")}`
        : unknownWord("warning", id, Object.keys(warnings));
    this.unusable.push({ place, message });
  }
}
