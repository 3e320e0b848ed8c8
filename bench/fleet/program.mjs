/** The project of the measured programs, and its manifest. */
export const project = { name: "scale", runtime: { name: "nodejs", options: { typescript: false } } };
export const manifest = { name: "scale", version: "1.0.0", private: true };

/** @param {number} count */
export function siteNames(count) {
  return Array.from({ length: count }, (_, index) => `site-${String(index + 1).padStart(4, "0")}`);
}

/**
 * The program of a site, as in the template: half of its resources are IP groups, the rest profiles, collectors and
 * policies.
 *
 * @param {number} resources
 */
export function programText(resources) {
  const groups = Math.floor(resources / 2);
  const profiles = Math.max(1, Math.floor((resources - groups) / 4));
  const collectors = Math.max(0, Math.floor((resources - groups - profiles) / 2));
  const policies = Math.max(0, resources - groups - profiles - collectors);
  return `
const { Collector, IpGroup, Policy, ReplicatorProfile, rule } = require("pulumi-flowgate");
for (let i = 0; i < ${groups}; i++) new IpGroup("group" + i, { rules: [rule.ip("10.1.0." + i), rule.network("10.2." + i + ".0/24")] });
const profiles = [];
for (let i = 0; i < ${profiles}; i++) {
  profiles.push(new ReplicatorProfile("profile" + i, { listeningPort: 3000 + i, sendingPort: 4000 + i }));
}
for (let i = 0; i < ${collectors}; i++) {
  new Collector("collector" + i, { address: "10.3.0." + (i + 1), profiles: [profiles[i % profiles.length]] });
}
for (let i = 0; i < ${policies}; i++) {
  new Policy("policy" + i, { profile: profiles[i % profiles.length], cidr: "10.4." + i + ".0/24", kind: "include" });
}
`;
}
