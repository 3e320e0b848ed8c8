/** The two hosts of the resources. The first is the default. */
export const hosts = ["dynamic", "plugin"] as const;

export type Host = (typeof hosts)[number];

/** What decides between the hosts: the question of `init`, README.md and docs/guides/plugin.md show the same lines. */
export const comparison: readonly Readonly<Record<"about" | Host, string>>[] = [
  { about: "to install", dynamic: "nothing", plugin: "one command" },
  { about: "programs in", dynamic: "TypeScript, JavaScript", plugin: "these, and Python, Go, YAML" },
  { about: "diff of one rule", dynamic: "all rules, before and after", plugin: "the one rule" },
  { about: "existing objects", dynamic: "onExisting, flowgate import", plugin: "these, and pulumi import" },
];
