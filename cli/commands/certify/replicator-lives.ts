import type { Command, ReplicatorClient } from "../../../provider/client";
import { parseCommand } from "../../../provider/client";
import { Refusal } from "../../../provider/errors/refusal";
import type { Values } from "../../../provider/values/inputs";
import { address, named, port, type Known, type Life, type Scene } from "./life";
import { ifShown, unclearOnly } from "./verdict";
import { present } from "../../../provider/values/collections";

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

/** A command of an operator, and the rebuild that makes the replicator use it. */
const byOperator =
  (command: (client: ReplicatorClient, object: Known, profile: string) => Promise<unknown>) =>
  async (scene: Scene, object: Known): Promise<void> => {
    await command(scene.box.replicator, object, p(scene)).catch(unclearOnly);
    await scene.box.replicator.rebuild().catch(unclearOnly);
  };

const profile = (suffix: string, index: number) =>
  ({
    kind: "ReplicatorProfile",
    inputs: { name: named("profile", suffix), listeningPort: port(index), sendingPort: port(index + 1) },
  }) as const;
const needs = { p: profile("p", 0), second: profile("s", 2) };
const [p, s] = [named("profile", "p"), named("profile", "s")];
const network = "203.0.113.0";

/** The life of each kind of the replicator. */
export const replicatorLives: readonly Life[] = [
  {
    ...profile("q", 0),
    about: "replicator",
    changes: [
      { description: "flowgate certify" },
      { enabled: false, singularity: true },
      { description: "flowgate certify 2", enabled: undefined, singularity: undefined, sendingPort: port(6) },
      { name: named("profile", "r"), sendingPort: port(1) },
      { name: named("profile", "q"), enabled: true, singularity: false },
    ],
    isExclusive: true,
    other: (suffix) => profile(suffix, 8 + 2 * Number(suffix.slice(-1))).inputs,
    byHand: byOperator((client, { inputs }) => client.profile.disable(String(inputs["name"]))),
    remove: byOperator((client, { inputs }) => client.profile.remove(String(inputs["name"]))),
    isThere: shows("profile/add", ({ inputs }) => ({ name: inputs["name"] })),
    isRead: true,
    follower: {
      kind: "Collector",
      inputs: (name) => ({ address: address(4), profiles: [name] }),
      renamed: { name: named("profile", "ren") },
    },
  },
  {
    kind: "Collector",
    about: "replicator",
    needs,
    inputs: { address: address(0), profiles: [p] },
    changes: [{ threshold: 5000 }, { profiles: [p, s], threshold: 6000 }, { profiles: [p], threshold: 0 }],
    replacement: { address: address(1), threshold: 50 },
    byHand: byOperator((client, { id }) => client.collector.threshold({ address: id, threshold: 77 })),
    remove: byOperator((client, { id }, name) => client.collector.remove({ address: id, profile: name })),
    isThere: shows("collector/add", ({ id, inputs }) => ({
      address: id,
      profile: (inputs["profiles"] as readonly unknown[])[0],
    })),
    isRead: true,
  },
  {
    kind: "Exporter",
    about: "replicator",
    needs,
    inputs: { address: address(2), profiles: [p] },
    changes: [{ profiles: [p, s] }, { profiles: [p] }],
    replacement: { address: address(3) },
    remove: byOperator((client, { id }, name) => client.exporter.remove({ address: id, profile: name })),
    isRead: true,
  },
  {
    kind: "Policy",
    about: "replicator",
    needs,
    inputs: { cidr: `${network}/28`, profile: p, kind: "include" },
    changes: [{ profile: s }, { profile: p }],
    replacement: { kind: "exclude" },
    remove: byOperator((client, _, name) =>
      client.policies.remove({ network, prefix: 28, profile: name, kind: "exclude" }),
    ),
    isThere: shows("policies/add", ({ inputs }) => ({ network, profile: inputs["profile"], kind: inputs["kind"] })),
    isRead: true,
  },
];

const name = "flowStopAlert";
/** The value before the run, raised by a number: so each step sets another value. */
const raised =
  (by: number) =>
  ({ box }: Pick<Scene, "box">): string =>
    String(Number(box.ownSettings.get(name)) + by);

/** The setting that the run changes if the user allows it, and puts back. */
export const settingLife = {
  kind: "Setting",
  about: "replicator",
  async prepare({ box }) {
    const { value, enabled } = (await ifShown(() => box.replicator.show.settings()))?.get(name) ?? {};
    if (!/^\d+$/u.test(value ?? "")) {
      throw new Refusal(`show/settings does not show the value of ${name}, so it could not be put back`);
    }
    box.ownSettings.set(name, value);
    box.journal.add({ what: "setting", name, value: String(value), ...present({ enabled }) });
  },
  inputs: { name, value: raised(1) },
  changes: [{ value: raised(2) }],
  byHand: ({ box }) => box.replicator.setting.set({ name, value: raised(3)({ box }) }),
  isThere: async ({ box }, { inputs }) => (await box.replicator.show.settings()).get(name)?.value === inputs["value"],
} satisfies Life;
