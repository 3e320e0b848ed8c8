/**
 * The versions of TypeScript that the long tests compile a program with: the oldest and the newest that the
 * documentation names, and some in between.
 */
export const compilers = ["4.7", "4.9", "5.0", "5.4", "5.9", "6", "7"];
