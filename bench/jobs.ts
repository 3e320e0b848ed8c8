/** The measured jobs: one command of the engine each, in this order on one stack. */
export const jobs = ["create", "unchanged", "refresh", "change", "destroy"] as const;
export type Job = (typeof jobs)[number];

/** The contestants, in the order of the tables. */
export const contestants = ["B0", "B1", "B2", "B3", "B5", "B6", "B7"] as const;
export type Contestant = (typeof contestants)[number];

/** Names of the contestants for readers. */
export const contestantNames: Readonly<Record<Contestant, string>> = {
  B0: "engine alone",
  B1: "script, one call at a time",
  B2: "best possible script",
  B3: "`sh -c curl` per operation",
  B5: "this provider",
  B6: "this provider, all groups in one `IpGroups`",
  B7: "this provider as plugin",
};

/** Names of the jobs for readers. */
export const jobNames: Readonly<Record<Job, string>> = {
  create: "create",
  unchanged: "`up` without a change",
  refresh: "refresh",
  change: "change 10 %",
  destroy: "destroy",
};
