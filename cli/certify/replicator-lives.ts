import type { Command, ReplicatorClient } from "../../provider/client";
import { parseCommand } from "../../provider/client";
import type { Values } from "../../provider/values/inputs";
import type { Known, Life, Scene } from "./life";

/** The commands of show/config. A line of an unknown form is no command. */
export async function commandsOf({ show }: Pick<ReplicatorClient, "show">): Promise<Command[]> {
  const lists: readonly (readonly string[])[] = Object.values((await show.config()).api);
  return lists.flat().flatMap((line) => parseCommand(line) ?? []);
}

/** Whether show/config has a command with these values. */
const shows =
  (verb: Command["verb"], valuesOf: (object: Known) => Values) =>
  async ({ box }: Scene, object: Known): Promise<boolean> => {
    const wanted = Object.entries(valuesOf(object)).map(([key, value]) => [key, String(value)] as const);
    const all = (await commandsOf(box.replicator)).filter((one) => one.verb === verb);
    return all.some((one) => wanted.every(([key, value]) => String((one as unknown as Values)[key]) === value));
  };

/** The first profile that an object declares. */
const firstProfile = ({ inputs }: Known): unknown => (inputs["profiles"] as readonly unknown[])[0];

const profile = (suffix: string, index: number) => ({
  kind: "ReplicatorProfile" as const,
  inputs: ({ box }: Scene): Values => ({
    name: box.name("profile", suffix),
    listeningPort: box.port(index),
    sendingPort: box.port(index + 1),
  }),
});

const withRebuild = async ({ box }: Scene, change: Promise<unknown>): Promise<void> => {
  await change;
  await box.replicator.rebuild();
};

const profileName = (scene: Scene): string => scene.box.name("profile", "p");

/** The life of each kind of the replicator. */
export const replicatorLives: readonly Life[] = [
  {
    kind: "ReplicatorProfile",
    about: "replicator",
    inputs: profile("q", 0).inputs,
    changes: (scene) => {
      const base = profile("q", 0).inputs(scene);
      return [
        { ...base, description: "flowgate certify" },
        { ...base, description: "flowgate certify", enabled: false, singularity: true },
        { ...base, description: "flowgate certify 2", sendingPort: scene.box.port(6) },
        { ...base, description: "flowgate certify 2", name: scene.box.name("profile", "r") },
        { ...base, description: "flowgate certify 2", enabled: true, singularity: false },
      ];
    },
    isExclusive: true,
    other: ({ box }, suffix) => ({
      name: box.name("profile", suffix),
      listeningPort: box.port(8 + 2 * Number(suffix.slice(-1))),
      sendingPort: box.port(9 + 2 * Number(suffix.slice(-1))),
    }),
    byHand: (scene, { inputs }) => withRebuild(scene, scene.box.replicator.profile.disable(String(inputs["name"]))),
    remove: (scene, { inputs }) => withRebuild(scene, scene.box.replicator.profile.remove(String(inputs["name"]))),
    isThere: shows("profile/add", ({ inputs }) => ({ name: inputs["name"] })),
    isRead: true,
    follower: {
      kind: "Collector",
      inputs: ({ box }, name) => ({ address: box.address(4), profiles: [name] }),
      renamed: (scene) => ({ ...profile("q", 0).inputs(scene), name: scene.box.name("profile", "ren") }),
    },
    requests: { create: /^\/profile\/add/u, update: /^\/(?:profile|notate)\//u, remove: /^\/profile\//u },
  },
  {
    kind: "Collector",
    about: "replicator",
    needs: { p: profile("p", 0), second: profile("s", 2) },
    inputs: ({ box }) => ({ address: box.address(0), profiles: [box.name("profile", "p")] }),
    changes: ({ box }) => [
      { address: box.address(0), profiles: [box.name("profile", "p")], threshold: 5000 },
      { address: box.address(0), profiles: [box.name("profile", "p"), box.name("profile", "s")], threshold: 6000 },
      { address: box.address(0), profiles: [box.name("profile", "p")], threshold: 0 },
    ],
    replacement: ({ box }) => ({ address: box.address(1), profiles: [box.name("profile", "p")], threshold: 50 }),
    byHand: (scene, { id }) =>
      withRebuild(scene, scene.box.replicator.collector.threshold({ address: id, threshold: 77 })),
    remove: (scene, { id }) =>
      withRebuild(scene, scene.box.replicator.collector.remove({ address: id, profile: profileName(scene) })),
    isThere: shows("collector/add", (object) => ({ address: object.id, profile: firstProfile(object) })),
    isRead: true,
    requests: { create: /^\/collector\/add/u, update: /^\/collector\//u, remove: /^\/collector\//u },
  },
  {
    kind: "Exporter",
    about: "replicator",
    needs: { p: profile("p", 0), second: profile("s", 2) },
    inputs: ({ box }) => ({ address: box.address(2), profiles: [box.name("profile", "p")] }),
    changes: ({ box }) => [
      { address: box.address(2), profiles: [box.name("profile", "p"), box.name("profile", "s")] },
      { address: box.address(2), profiles: [box.name("profile", "p")] },
    ],
    replacement: ({ box }) => ({ address: box.address(3), profiles: [box.name("profile", "p")] }),
    remove: (scene, { id }) =>
      withRebuild(scene, scene.box.replicator.exporter.remove({ address: id, profile: profileName(scene) })),
    isRead: true,
    requests: { create: /^\/exporter\/add/u, update: /^\/exporter\//u, remove: /^\/exporter\//u },
  },
  {
    kind: "Policy",
    about: "replicator",
    needs: { p: profile("p", 0), second: profile("s", 2) },
    inputs: ({ box }) => ({ cidr: "203.0.113.0/28", profile: box.name("profile", "p"), kind: "include" }),
    changes: ({ box }) => [
      { cidr: "203.0.113.0/28", profile: box.name("profile", "s"), kind: "include" },
      { cidr: "203.0.113.0/28", profile: box.name("profile", "p"), kind: "include" },
    ],
    replacement: ({ box }) => ({ cidr: "203.0.113.0/28", profile: box.name("profile", "p"), kind: "exclude" }),
    remove: (scene) =>
      withRebuild(
        scene,
        scene.box.replicator.policies.remove({
          network: "203.0.113.0",
          prefix: 28,
          profile: profileName(scene),
          kind: "exclude",
        }),
      ),
    isThere: shows("policies/add", ({ inputs }) => ({
      network: "203.0.113.0",
      profile: inputs["profile"],
      kind: inputs["kind"],
    })),
    isRead: true,
    requests: { create: /^\/policies\/add/u, update: /^\/policies\//u, remove: /^\/policies\//u },
  },
];

/** The setting that the run changes if the user allows it, and puts back. */
export const settingLife: Life = {
  kind: "Setting",
  about: "replicator",
  inputs: () => ({ name: "flowStopAlert", value: "71" }),
  changes: () => [{ name: "flowStopAlert", value: "72" }],
  requests: { create: /^\/setting\//u, update: /^\/setting\//u, remove: /^\/setting\//u },
};
