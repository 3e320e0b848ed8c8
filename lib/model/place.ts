/** Where a value of a model was written. */
export interface Place {
  /** Name of the layer: the path of its file, or the name that a program gave it. */
  readonly layer: string;
  /** Line of the file, from 1. Unset for a layer from a program. */
  readonly line?: number;
  /** Column of the file, from 1. Unset for a layer from a program. */
  readonly column?: number;
}

/** A place in the form of editors and compilers: `sites/paris.yaml:12:7`. */
export function placeText({ layer, line, column }: Place): string {
  return [layer, line, column].filter((part) => part !== undefined).join(":");
}

/** A place without the column, for text that is only read. */
export function lineText({ layer, line }: Place): string {
  return placeText(line === undefined ? { layer } : { layer, line });
}
