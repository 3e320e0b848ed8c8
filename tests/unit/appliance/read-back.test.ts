import { contradicted, ReadBack, type Write } from "../../../provider/appliance/replicator/read-back";
import {
  emptyState,
  type MemberMap,
  type ProfileState,
  type ReplicatorState,
  type Shown,
} from "../../../provider/appliance/replicator/state";
import { apply, verbRow } from "../../../provider/appliance/replicator/verbs";
import type { Command } from "../../../provider/replicator/commands";

const added: Command = { verb: "profile/add", name: "a", listeningPort: 1, sendingPort: 2 };
const updated: Command = { verb: "profile/update", name: "a", listeningPort: 3, sendingPort: 4 };
const renamed: Command = { verb: "profile/rename", current: "a", name: "b" };
const removed: Command = { verb: "profile/remove", name: "a" };
const disabled: Command = { verb: "profile/disable", name: "a" };
const single: Command = { verb: "profile/singularity", name: "a", singularity: true };
const notSingle: Command = { verb: "profile/singularity", name: "a", singularity: false };
const noted: Command = { verb: "notate/profile", profile: "a", description: "text" };
const newNote: Command = { verb: "notate/profile", profile: "a", description: "another text" };
const collecting: Command = { verb: "collector/add", address: "10.0.0.1", profile: "a" };
const exporting: Command = { verb: "exporter/add", address: "10.0.0.1", profile: "a" };
const policy: Command = { verb: "policies/add", network: "10.0.0.0", prefix: 8, profile: "a", kind: "include" };
const setting: Command = { verb: "setting/set", name: "flowStopAlert", value: "44" };
const other: Command = { verb: "profile/add", name: "other", listeningPort: 5, sendingPort: 6 };

/** The profile as it was before a command. */
const before: ProfileState = {
  ...{ listeningPort: 1, sendingPort: 2 },
  ...{ enabled: false, singularity: true, description: "text" },
};

/** What a replicator shows after these commands. */
function after(commands: readonly Command[], lists: Pick<ReplicatorState, "absent" | "unreadable"> = {}): Shown {
  const state = emptyState();
  const exporters: MemberMap = new Map();
  for (const command of commands) {
    apply(state, command);
    verbRow(command).applyToExporters?.(exporters, command);
  }
  const settings = new Map(commands.flatMap((one) => (one.verb === "setting/set" ? [[one.name, one] as const] : [])));
  return { state: { ...state, ...lists }, exporters, settings };
}

interface Case {
  readonly sent: readonly Command[];
  /** The profile before each of them. */
  readonly before?: ProfileState;
  /** Commands that are sent after the rebuild has begun. */
  readonly meanwhile?: readonly Command[];
  /** A command that has no answer when the reading comes. */
  readonly running?: Command;
  readonly shows: Shown;
  /** What the second reading shows. Default: the same. */
  readonly second?: Shown;
  /** Whether the rebuild was carried out for certain. Default true. */
  readonly isRebuilt?: boolean;
}

/** The commands of an operation after the reading that follows a rebuild, with how it contradicts them. */
async function writesOf({
  sent,
  before,
  meanwhile = [],
  running,
  shows,
  second = shows,
  isRebuilt = true,
}: Case): Promise<Write[]> {
  const readBack = new ReadBack();
  const writes: Write[] = [];
  await readBack.during(writes, async () => {
    await Promise.resolve();
    for (const command of sent) readBack.sent(command, before);
    const comparison = readBack.begin();
    for (const command of meanwhile) readBack.sent(command, before);
    if (running !== undefined) void readBack.sending(running, () => new Promise(() => undefined));
    await comparison.compare(shows, () => Promise.resolve(second), isRebuilt);
  });
  return writes;
}

const cut = { absent: ["profile", "policy"] } as const;
const withOddLine = { unreadable: { collector: ["#"] } };

test.each<[title: string, of: Case, again?: readonly Command[]]>([
  ["all that was sent", { sent: [added, disabled, single, noted], shows: after([added, disabled, single, noted]) }],
  ["a later command for the same value", { sent: [added, disabled, single], shows: after([added, disabled, single]) }],
  [
    "a profile under its new name",
    { sent: [added, noted, policy, renamed], shows: after([added, noted, policy, renamed]) },
  ],
  ["another profile beside a renamed one", { sent: [other, added, renamed], shows: after([other, added, renamed]) }],
  ["no profile that was removed", { sent: [added, noted, removed], shows: after([]) }],
  ["another profile beside a removed one", { sent: [other, added, removed], shows: after([other]) }],
  [
    "only the value of a command sent meanwhile",
    { sent: [collecting], meanwhile: [{ ...collecting, verb: "collector/remove" }], shows: after([]) },
  ],
  [
    "a flag that a command without an answer sets",
    { sent: [added], running: disabled, shows: after([added, disabled]) },
  ],
  ["a new name without an answer", { sent: [added, noted], running: renamed, shows: after([added, noted, renamed]) }],
  ["a removal without an answer", { sent: [added, noted], running: removed, shows: after([]) }],
  ["what is missing, in the second reading", { sent: [collecting], shows: after([]), second: after([collecting]) }],
  ["nothing in a list that is absent", { sent: [added, policy], shows: after([], cut) }],
  ["nothing in a list with a line that is not understood", { sent: [collecting], shows: after([], withOddLine) }],
  ["no exporters at all", { sent: [exporting], shows: { state: emptyState() } }],
  ["no settings at all", { sent: [setting], shows: { state: emptyState() } }],
  ["what an update leaves as it was", { sent: [updated], before, shows: after([updated, disabled, single, noted]) }],
  ["an update of a profile that was not known before", { sent: [updated], shows: after([updated, disabled, single]) }],
  [
    "a note that an update keeps",
    { sent: [newNote, updated], before, shows: after([updated, disabled, single, newNote]) },
  ],
  [
    "a note that nobody sent",
    {
      sent: [updated],
      before: { ...before, description: undefined },
      shows: after([updated, disabled, single, noted]),
    },
  ],
  ["that an update reset the flags", { sent: [updated], before, shows: after([updated, noted]) }, [disabled, single]],
  [
    "that an update reset the description",
    { sent: [updated], before, shows: after([updated, disabled, single]) },
    [noted],
  ],
  ["a flag that a new profile does not have by itself", { sent: [added], shows: after([added, single]) }, [notSingle]],
  [
    "that an update reset the flags, after a rebuild without an answer",
    { sent: [updated], before, shows: after([updated, noted]), isRebuilt: false },
    [disabled, single],
  ],
  [
    "nothing of it yet, after a rebuild without an answer",
    { sent: [updated], before, shows: after([added]), isRebuilt: false },
  ],
])("a replicator that shows %s contradicts nothing that was sent", async (_title, of, again = []) => {
  expect(contradicted(await writesOf(of))).toEqual(again);
});

test.each<[words: string, of: Case]>([
  [
    'after changing the ports of the profile it shows "1 -> 2" instead of "3 -> 4"',
    { sent: [updated], before, shows: after([added, disabled, single, noted]) },
  ],
  ["after creating the profile it does not show the change", { sent: [added], shows: after([]) }],
  [
    "after creating the profile it does not show the change",
    { sent: [added], shows: after([], { absent: ["policy"] }) },
  ],
  ["after creating the profile it does not show the change", { sent: [added], shows: after([], withOddLine) }],
  [
    'after creating the profile it shows "1 -> 2" instead of "1 -> 9"',
    { sent: [{ ...added, sendingPort: 9 }], shows: after([added], cut) },
  ],
  [
    "after adding the collector to the profile it does not show the change",
    { sent: [collecting], shows: after([], cut) },
  ],
  ["after disabling the profile it does not show the change", { sent: [added, disabled], shows: after([added]) }],
  ["after removing the profile it does not show the change", { sent: [removed], shows: after([added], cut) }],
  ["after adding the exporter to the profile it does not show the change", { sent: [exporting], shows: after([]) }],
  [
    'after setting the value of the setting it shows "40" instead of "44"',
    { sent: [setting], shows: after([{ ...setting, value: "40" }]) },
  ],
  [
    "after adding the policy to the profile it does not show the change",
    { sent: [added, policy, renamed], shows: after([added, renamed]) },
  ],
  ["after creating the profile it does not show the change", { sent: [added], running: other, shows: after([]) }],
  [
    "after creating the profile it does not show the change",
    { sent: [added], running: { ...removed, name: "other" }, shows: after([]) },
  ],
  [
    "after creating the profile it does not show the change",
    { sent: [added], running: { ...renamed, current: "other" }, shows: after([]) },
  ],
  [
    "after renaming the profile it does not show the change; after adding the collector to the profile it does not show the change",
    { sent: [renamed, collecting], shows: after([added]) },
  ],
  [
    "after creating the profile it does not show the change",
    { sent: [other, added, renamed], shows: after([added, renamed]) },
  ],
  [
    "after creating the profile it does not show the change",
    { sent: [other, setting, added, removed], shows: after([setting]) },
  ],
])("a reading contradicts: %s", async (words, of) => {
  const writes = await writesOf(of);
  expect(() => contradicted(writes)).toThrow(`the replicator answered with success, but ${words}. Declare`);
});

test("a value that a command without an answer may replace is compared after the next rebuild", async () => {
  const readBack = new ReadBack();
  const writes: Write[] = [];
  const second = (): Promise<Shown> => Promise.resolve(after([added]));
  await readBack.during(writes, async () => {
    readBack.sent(disabled, before);
    await readBack.sending({ ...disabled, verb: "profile/enable" }, () =>
      readBack.begin().compare(after([added]), second, true),
    );
    expect(contradicted(writes)).toEqual([]);
    await readBack.begin().compare(after([added]), second, true);
  });
  expect(() => contradicted(writes)).toThrow("after disabling the profile");
});

test("a reading that fails contradicts what was sent, and nothing that follows from it", () => {
  const readBack = new ReadBack();
  const writes: Write[] = [];
  return readBack.during(writes, async () => {
    readBack.sent(added, undefined);
    await Promise.resolve();
    readBack.begin().fail("no answer");
    expect(writes.map((one) => one.contradicted)).toEqual([
      "it could not be read back (no answer)",
      undefined,
      undefined,
    ]);
  });
});

test("the read-outs to compare are those that show what was sent, and nothing is compared twice", async () => {
  const readBack = new ReadBack();
  const another: Write[] = [];
  await new ReadBack().during(another, () => {
    for (const command of [exporting, setting, collecting]) readBack.sent(command, undefined);
    return Promise.resolve();
  });
  expect(another).toEqual([]);
  const comparison = readBack.begin();
  expect([...comparison.readOuts]).toEqual(["exporters", "settings", "config"]);
  const second = (): Promise<Shown> => Promise.reject(new Error("not needed"));
  await comparison.compare(after([exporting, setting, collecting]), second, true);
  expect([...readBack.begin().readOuts]).toEqual([]);
});
