/**
 * What happens to an object, the most severe first. `failed`: a change was tried, and the object is not as declared.
 * `untried`: an update that failed did not come to it. `move`: it stays as it is, and another resource declares it. `follow`: nothing is
 * sent, the object only learns a new name.
 */
export const actions = ["failed", "untried", "delete", "replace", "update", "create", "move", "follow"] as const;
export type Action = (typeof actions)[number];

/** The sign of a policy that newly keeps traffic away. */
export const EXCLUDES = "⊘" as const;

/** The sign before the title of an object. */
export const signs = {
  failed: "✗",
  untried: "○",
  delete: "-",
  replace: "±",
  update: "~",
  create: "+",
  move: "→",
  follow: "→",
} as const satisfies Readonly<Record<Action, string>>;
