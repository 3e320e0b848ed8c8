/** Where a value of a model was written. */
export interface Place {
  /** Name of the layer: the path of its file, or what a program calls it. */
  readonly layer: string;
  /** Line of the file, from 1; unset for a layer that a program made. */
  readonly line?: number;
  /** Column of the file, from 1; unset for a layer that a program made. */
  readonly column?: number;
}

/** A place as editors and compilers write it: `sites/paris.yaml:12:7`. */
export function placeText({ layer, line, column }: Place): string {
  return [layer, line, column].filter((part) => part !== undefined).join(":");
}

/** The same without the column, where it is only for reading. */
export function lineText({ layer, line }: Place): string {
  return placeText(line === undefined ? { layer } : { layer, line });
}
