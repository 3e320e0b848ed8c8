/**
 * What happens to an object, the most severe first, with the sign before its title. `failed`: a change was tried, and the
 * object is not as declared. `untried`: an update that failed did not come to it. `leave`: it stays as it is, and the
 * program no longer manages it. `move`: it stays as it is, and another resource declares it. `follow`: nothing is sent,
 * the object only learns a new name.
 */
export const signs = {
  failed: "✗",
  untried: "○",
  delete: "-",
  replace: "±",
  update: "~",
  create: "+",
  leave: "→",
  move: "→",
  follow: "→",
} as const;
export type Action = keyof typeof signs;
export const actions = Object.keys(signs) as readonly Action[];

/** The sign of a policy that newly keeps traffic away. */
export const EXCLUDES = "⊘" as const;
