import type { Action, Verdict } from "../../../provider/wording/forms";
import { Judge, judge } from "../../../provider/wording/judge";
import { patternFault } from "../../../provider/wording/patterns";
import { sentences, type Subject } from "../../../simulator/gateway/wording";
import { switchSpace } from "../../../simulator";

type Row = readonly [action: Action, text: string, names: readonly (string | number)[], verdict: Verdict];

/** Names that contain words by which the provider classifies texts. */
const hostile = [
  "bob",
  "not",
  "exists",
  "error",
  "Do not remove",
  "already granted",
  "0 matched",
  "user 7",
  "denied",
  "13",
];

const doing: readonly (readonly [Action, verb: string, past: string])[] = [
  ["add", "add", "added"],
  ["remove", "remove", "removed"],
  ["delete", "delete", "deleted"],
  ["rename", "rename", "renamed"],
];
const what = (action: Action): string =>
  action === "add" ? " to usergroup 4" : action === "remove" ? " from usergroup 4" : "";

/** Subjects, verbs and negations. None of these sentences reports a success. */
const failures: Row[] = doing.flatMap(([action, verb, past]) =>
  ["could not be", "cannot be", "can't be", "couldn't be", "was not", "wasn't", "has not been", "is not"]
    .flatMap((not) =>
      ["User 13", "The user 13", 'User "13"'].map((who): Row => [
        action,
        `${who} ${not} ${past}${what(action)}`,
        [13, 4],
        "refused",
      ]),
    )
    .concat(
      ["Cannot", "Can't", "Could not", "Failed to", "Unable to"].flatMap((not) =>
        ["", ": permission denied", ": invalid user", ": the database is locked"].map((why): Row => [
          action,
          `${not} ${verb} user 13${what(action)}${why}`,
          [13, 4],
          "refused",
        ]),
      ),
    ),
);

const denials: Row[] = (["add", "remove", "delete", "rename", "create", "set"] as const).flatMap((action) =>
  ["Permission denied", "You have no permission to do this", "Not allowed", "Access denied", "Invalid input"].map(
    (text): Row => [action, text, ["bob", 4], "refused"],
  ),
);

const taken: Row[] = [
  "A user already exists with that name",
  "The name is already taken",
  "Name already in use",
  "The user name bob is in use",
  "The name must be unique",
  "Duplicate entry 'bob' for key 'name'",
  "UNIQUE constraint failed: users.name",
  "duplicate name",
  "Name bob is taken",
  "There is already a user bob: it exists",
  "User bob already registered",
  "The name is not unique",
].map((text): Row => ["create", text, ["bob"], "already"]);
const notTaken: Row[] = [
  "Usergroup 7 does not exist",
  "The usergroup no longer exists",
  "The template usergroup is already in use",
  "All licenses are already in use",
  "The password was already used",
  "The maximum number of users already exists",
  "Permission denied: you may not see whether it exists",
  "User bob could not be created",
  "no such usergroup",
  "disk full",
].map((text): Row => ["create", text, ["bob"], "refused"]);

const deletions: Row[] = [
  ["delete", "Deleting user id 11 (1 matched)", [11], "done"],
  ["delete", "Deleting user id 1 (1 matched)", [1], "done"],
  ["delete", "Deleting user id 1 (0 matched)", [1], "already"],
  ["delete", "Deleting user named 'bob' (2 matched)", ["bob"], "done"],
  ["delete", "Deleting user id 11", [11], "unknown"],
  ["delete", "Deleting user id 11 (1 matched): permission denied", [11], "refused"],
  ["delete", "Deleting user id 11 failed (0 matched)", [11], "refused"],
  ["delete", "1 user deleted", [11], "done"],
  ["delete", "Deleted 0 users", [11], "already"],
  ["delete", "Nothing deleted", [11], "unknown"],
  ["delete", "User 11 will be deleted", [11], "unknown"],
  ["delete", "OK", [11], "unknown"],
];

/** Everything that the simulator says about each of the names, in each of its wordings. */
const simulated: Row[] = switchSpace.wording.flatMap((position) =>
  hostile.flatMap((name): Row[] => {
    const say = sentences(position);
    const subjects: readonly Subject[] = [
      { kind: "membership", user: name, group: "ops" },
      { kind: "membership", user: 17, group: name },
      { kind: "permission", type: "app", seccode: "runReport", group: name },
    ];
    const links = subjects.flatMap((subject): Row[] => {
      const names = Object.values(subject).slice(1);
      return [
        ["add", say.linkDone(subject, true), names, "done"],
        ["remove", say.linkDone(subject, false), names, "done"],
        ["add", say.linkFailed(subject, true, "disk full"), names, "refused"],
        ["remove", say.linkFailed(subject, false, "disk full"), names, "refused"],
        ["add", say.linkFailed(subject, true, "no such usergroup"), names, "refused"],
        ["remove", say.linkFailed(subject, false, "no such usergroup"), names, "already"],
      ];
    });
    return [
      ...links,
      ["delete", say.deletion("user", name, true), [name], "done"],
      ["delete", say.deletion("usergroup", name, false), [name], "already"],
      ["create", say.nameTaken("user", name), [name], "already"],
      ["rename", say.renamed(name, "alice"), [name, "alice", 17], "done"],
      ["rename", say.renamed("alice", name), [name, "alice", 17], "done"],
      ["rename", say.notRenamed(name, "no such user"), [name, "alice", 17], "refused"],
      ["rename", say.notRenamed("alice", say.nameTaken("user", name)), [name, "alice"], "refused"],
      ["set", say.preferenceSet("statusTopn", 17, name), ["statusTopn", name, 17], "done"],
      ["set", say.preferenceNotSet("statusTopn", 17, "no such user"), ["statusTopn", name, 17], "refused"],
    ];
  }),
);

test.each([...failures, ...denials, ...taken, ...notTaken, ...deletions])(
  "%s: %j about %j is %s",
  (action, text, names, verdict) => {
    expect(judge(action, text, names)).toBe(verdict);
  },
);

test("no text of the simulator is wrongly judged done or already, and with plain names every verdict is exact", () => {
  const believed: readonly Verdict[] = ["done", "already"];
  const wrong = simulated.filter(([action, text, names, verdict]) => {
    const found = judge(action, text, names);
    const isPlain = names.every((name) => ["bob", "ops", "alice", 17, "app", "runReport", "statusTopn"].includes(name));
    return isPlain ? found !== verdict : believed.includes(found) && found !== verdict;
  });
  expect(wrong.map(([action, text, , verdict]) => [action, text, verdict, judge(action, text, [])])).toEqual([]);
});

describe("F157: patterns that the user configures", () => {
  const own = new Judge({ done: ["^user .+ linked$"], already: ["linked before"], refused: ["^user evil"] });

  test.each([
    ["User 13 linked", "done"],
    ["User 13 was linked before", "already"],
    ["User evil linked", "refused"],
    ["User 13 added to usergroup 4", "done"],
    ["User 13 is somewhere", "unknown"],
    [`User ${"x".repeat(1000)} linked`, "unknown"],
  ])("%j is %s", (text, verdict) => {
    expect(own.verdict("add", text, [13, 4])).toBe(verdict);
  });

  test.each(["(".repeat(250), "(5) ".repeat(60), "x".repeat(1_200)])(
    "the configuration accepts the suggested pattern, which matches the text: %s",
    (text) => {
      const [, pattern = ""] = /--path "[^"]+" '([^']+)'/u.exec(new Judge({}).unclear(text, ["5"])) ?? [];
      expect(patternFault(pattern)).toBeUndefined();
      expect(new Judge({ done: [pattern] }).worded(text)).toBe("done");
    },
  );

  test("the suggested pattern matches the same text about other names, and is appended to the present patterns", () => {
    const advice = own.unclear("Benutzer 13 (neu) ist jetzt in 'ops'", [13, "ops"]);
    const [, path, pattern = ""] = /--path "([^"]+)" '([^']+)'/u.exec(advice) ?? [];
    expect(path).toBe("flowgate:gateway.wording.done[1]");
    const taught = new Judge({ done: [pattern] });
    expect(taught.verdict("add", "Benutzer 14 (neu) ist jetzt in 'night'", [14, "night"])).toBe("done");
    expect(taught.verdict("add", "Benutzer 14 ist nicht in 'night'", [14, "night"])).toBe("unknown");
  });

  test("beside a full list, the advice names no place that the configuration refuses, but what to replace", () => {
    const full = new Judge({ done: Array.from({ length: 20 }, (_, index) => `^linked ${index}$`) });
    const advice = full.unclear("Benutzer 13 ist jetzt neu", [13]);
    expect(advice).not.toMatch(/\[20\]|pulumi config set/u);
    expect(advice).toContain("replace one of the 20 patterns in flowgate:gateway.wording.done with '^Benutzer .+ ist");
    expect(advice).toContain("flowgate:gateway.wording.already[0]");
  });
});
