/** The positions of each switch, the default first. Each switch has at least two. */
export type Positions<T> = { readonly [Name in keyof T]: readonly [T[Name], T[Name], ...T[Name][]] };
