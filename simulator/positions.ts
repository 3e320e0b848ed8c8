/** The positions of each switch, the default first. Each switch has at least two. */
export type Positions<T> = { readonly [Name in keyof T]: readonly [T[Name], T[Name], ...T[Name][]] };

/** Switches by their positions. */
export type Space = Readonly<Record<string, readonly [unknown, unknown, ...unknown[]]>>;

/** A position for each switch. */
export type SwitchesOf<Of extends Space> = { -readonly [Name in keyof Of]: Of[Name][number] };

/** A switch for which any text is valid: its default, and an example. */
export const anyText = (standard: string, example: string) => [standard, example] as const;

/** A switch for which any number is valid: its default, and an example. */
export const anyNumber = (standard: number, example: number) => [standard, example] as const;
