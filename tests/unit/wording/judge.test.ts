import type { Direction, Verdict } from "../../../provider/wording/forms";
import { judge } from "../../../provider/wording/judge";

/** The parts of the request: user 13, user group 4, the permission `app runReport`. */
const names = [13, 4, "app", "runReport"];

/** The texts of field notes, users 1, which are known literally. */
const literal: readonly (readonly [Direction, string, Verdict])[] = [
  ["add", "User 13 added to usergroup 1", "done"],
  ["remove", "User 15 removed from usergroup 4", "done"],
  ["add", "Added gadget permission lLabelCPU to usergroup 26 ", "done"],
  ["remove", "Removed app permission allGadgets from usergroup 27 ", "done"],
  ["add", "User my user, the first added to usergroup Ops: night", "done"],
  // In the other direction they say nothing about the request.
  ["remove", "User 13 added to usergroup 1", "unknown"],
  ["add", "User 15 removed from usergroup 4", "unknown"],
  ["remove", "Added gadget permission lLabelCPU to usergroup 26 ", "unknown"],
  ["add", "Removed app permission allGadgets from usergroup 27 ", "unknown"],
];

const permission = "app permission runReport";
const absences: readonly string[] = [
  ...["is not", "isn't", "was not", "wasn't", "is no longer", "was never", "is not currently", "never was"].map(
    (is) => `User 13 ${is} a member of usergroup 4`,
  ),
  ...["is not in", "is not in the", "wasn't in", "is no longer in", "does not belong to", "is not part of"].map(
    (is) => `User 13 ${is} usergroup 4`,
  ),
  ...["has no", "does not have", "doesn't have", "never had", "lacks", "does not hold", "has no such"].map(
    (has) => `Usergroup 4 ${has} ${permission}`,
  ),
  ...["does not have", "does not contain", "has no", "doesn't include"].map((has) => `Usergroup 4 ${has} user 13`),
  ...["is not granted to", "was never granted to", "had not been granted to", "is not assigned to"].map(
    (granted) => `The ${permission} ${granted} usergroup 4`,
  ),
  ...["not found in", "is not present in", "does not exist in", "was not found for", "could not be found in"].map(
    (there) => `${permission} ${there} usergroup 4`,
  ),
  ...["no such user", "no such usergroup", "not a member", "not there", "not found", "no such membership"].flatMap(
    (why) => [`User 13 could not be removed from usergroup 4: ${why}`, `User 13 not removed from usergroup 4 (${why})`],
  ),
  ...["not there", "not granted", "no such permission", "it does not exist", "no such usergroup"].flatMap((why) => [
    `Could not remove ${permission} from usergroup 4: ${why}`,
    `Unable to remove ${permission} from usergroup 4, ${why}`,
    `Failed to remove ${permission} from usergroup 4: ${why}`,
  ]),
  "User 13 does not exist",
  "Usergroup 4 doesn't exist",
  "No such user",
  "No such user group: 4",
  "Unknown user 13",
  "Unknown usergroup",
  "User 13 not found",
  "Could not find user 13",
  "Cannot find usergroup 4",
  "has no app permission",
  "No app permission runReport for usergroup 4",
  "No such permission: app runReport for usergroup 4",
  "Permission runReport (app) was already removed from usergroup 4",
  "User 13 was removed already",
  "Already removed",
  "User 13 is gone",
  "Nothing to remove",
  "User myUser is not a member of usergroup OpSCT",
  "User 'my user' is not a member of usergroup \u201cOp SCT\u201d",
  "NOT A MEMBER",
  "Not a member.",
  "Failed: user 13 is not in usergroup 4",
  "Error: usergroup 4 does not exist",
  "ERROR: no entry '13-4' in the table",
];

const presences: readonly string[] = [
  ...["is already", "was already", "is", "is now already"].map((is) => `User 13 ${is} a member of usergroup 4`),
  ...["is already in", "already belongs to", "is in"].map((is) => `User 13 ${is} usergroup 4`),
  ...["already has", "has", "already holds", "already contains"].map((has) => `Usergroup 4 ${has} ${permission}`),
  ...["already a member", "already there", "exists already", "it already exists", "already granted"].flatMap((why) => [
    `User 13 could not be added to usergroup 4: ${why}`,
    `Could not add ${permission} to usergroup 4: ${why}`,
  ]),
  "Membership of user 13 in usergroup 4 already exists",
  "User 13 was already added to usergroup 4",
  "Duplicate permission: app runReport for usergroup 4",
  "Duplicate entry",
  "Permission exists",
  "Failed: user 13 is already in usergroup 4",
  "FAILED 1062: Duplicate entry '13-4' for key 'PRIMARY'",
  "ERROR: 1062 (23000): Duplicate entry '13-4' for key 'PRIMARY'",
  "Warning: the transaction was stopped, user 13 is already a member of usergroup 4",
];

const refusals: readonly (readonly [Direction, string])[] = (["add", "remove"] as const).flatMap((direction) => {
  const [verb, past, to] = direction === "add" ? ["add", "added", "to"] : ["remove", "removed", "from"];
  const texts = [
    "Permission denied",
    "Access denied",
    "You have no permission to do this",
    "User 1 has no permission",
    `User admin does not have ${permission}`,
    "Not allowed",
    "Operation not permitted",
    "Insufficient rights",
    "Invalid usergroup",
    "invalid input: usergroup_id",
    "Error: usergroup 4 does not exist in the database",
    "An error occurred",
    "Failed: disk full",
    "Failed: something else",
    "Failed: user 13 is not already in usergroup 4 and cannot be checked: disk full",
    `User 13 could not be ${past} ${to} usergroup 4`,
    `User 13 not ${past} ${to} usergroup 4`,
    `User 13 was never ${past} ${to} usergroup 4: disk full`,
    `Could not ${verb} ${permission} ${to} usergroup 4`,
    `Could not ${verb} ${permission} ${to} usergroup 4: permission denied`,
    `Could not ${verb} ${permission} ${to} usergroup 4: access to usergroup 4 is not allowed, not there`,
    `Failed to ${verb} user 13`,
    `Unable to ${verb} user 13 ${to} usergroup 4`,
    `User 13 ${past} ${to} usergroup 4, but the change failed`,
    `User 13 is not a member: the server is busy, try again later`,
  ];
  return texts.map((text) => [direction, text] as const);
});

/** Texts that explain why an addition failed, although for a removal they would mean that it is done. */
const missing = ["no such user", "No such usergroup", "User 13 does not exist", "Unknown user 13", "User 13 not found"];

const ambiguous: readonly (readonly [Direction, string])[] = [
  ["add", "User 13 is not already in usergroup 4"],
  ["add", "If user 13 is already in usergroup 4, nothing changes"],
  ...["", "Something else", "OK", "Done", "13", "runReport", "User 13", "Maybe", "Removed?", "Added?"].flatMap(
    (text): [Direction, string][] => [
      ["add", text],
      ["remove", text],
    ],
  ),
  ["remove", "has no permission"],
  ["remove", "No permission"],
  ["remove", "no such seccode"],
  ["remove", "no such permission type"],
  ["remove", "User directory not found"],
  ["remove", "User table does not exist"],
  ["remove", "Action not found"],
  ["remove", "Page not found"],
  ["remove", "User 13 is not a member of the directory"],
  ["remove", "User 13 is a member of usergroup 4"],
  ["remove", "User 13 is already a member of usergroup 4"],
  ["remove", "Usergroup 4 has app permission runReport"],
  ["remove", "Usergroup 4 has no app permission saveReport2"],
  ["remove", "The gateway does not have anything to say about usergroup 4"],
  ["remove", "Nothing removed"],
  ["remove", "User 13 will be removed from usergroup 4"],
  ["add", "User 13 will be added to usergroup 4"],
  ["add", "User 13 was already removed from usergroup 4"],
  ["add", "Already queued"],
  ["add", "Usergroup 4 already has 100 members"],
];

/** Names that are themselves words of such texts. */
const hostile: readonly (readonly [Direction, string, (string | number)[], Verdict])[] = [
  ["add", "User error added to usergroup failed", ["error", "failed"], "done"],
  ["remove", "User error removed from usergroup permission denied", ["error", "permission denied"], "done"],
  ["remove", "User exists is not a member of usergroup error", ["exists", "error"], "already"],
  ["remove", "User not is not a member of usergroup 4", ["not", 4], "already"],
  ["remove", "Usergroup invalid has no app permission runReport", ["invalid", "app", "runReport"], "already"],
  [
    "remove",
    "Removed app permission runReport from usergroup Do not remove",
    ["app", "runReport", "Do not remove"],
    "done",
  ],
  [
    "remove",
    "Could not remove app permission error from usergroup permission: not there",
    ["app", "error", "permission"],
    "already",
  ],
  [
    "remove",
    "Could not remove app permission error from usergroup permission: denied",
    ["app", "error", "permission"],
    "refused",
  ],
  ["remove", "User not found could not be removed from usergroup 4: disk full", ["not found", 4], "refused"],
  ["add", "User not found is already a member of usergroup 4", ["not found", 4], "already"],
  ["add", "User not there could not be added to usergroup already: no such user", ["not there", "already"], "refused"],
  // Without the name, the text would report the success of another user. It is ambiguous.
  ["remove", "User not removed from usergroup 4", ["not", 4], "unknown"],
  ["add", "User could not be added to usergroup 4", ["could not be", 4], "unknown"],
  ["remove", "User a.b*c is not a member of usergroup (x", ["a.b*c", "(x"], "already"],
  ["remove", "Usergroup 4 has no product permission runReport", [4, "product", "runReport"], "already"],
  ["remove", "Usergroup 4 has no product permission runReport", names, "unknown"],
];

const table: (readonly [Direction, Verdict, string, readonly (string | number)[]])[] = [
  ...literal.map(([direction, text, verdict]) => [direction, verdict, text, []] as const),
  ...absences.map((text) => ["remove", "already", text, names] as const),
  ...presences.map((text) => ["add", "already", text, names] as const),
  ...refusals.map(([direction, text]) => [direction, "refused", text, names] as const),
  ...missing.map((text) => ["add", "refused", text, names] as const),
  ...ambiguous.map(([direction, text]) => [direction, "unknown", text, names] as const),
  ...hostile.map(([direction, text, own, verdict]) => [direction, verdict, text, own] as const),
];

test.each(table)("%s: the verdict is %s for %j", (direction, verdict, text, own) => {
  expect(judge(direction, text, own)).toBe(verdict);
});

test.each(absences)("F158: an addition never succeeds because something is absent: %j", (text) => {
  expect(["done", "already"]).not.toContain(judge("add", text, names));
});

test.each(presences)("F158: a removal never succeeds because something is present: %j", (text) => {
  expect(["done", "already"]).not.toContain(judge("remove", text, names));
});

test("surrounding blanks and letter case do not change the verdict", () => {
  for (const [direction, verdict, text, own] of table) {
    expect([text, judge(direction, `  ${text.toUpperCase()}\n`, own)]).toEqual([text, verdict]);
  }
});

test("a text of more than 1000 characters is unknown, and no repetitive text takes long to judge", () => {
  const before = performance.now();
  const of = (part: string, length: number): Verdict => judge("remove", part.repeat(length).slice(0, length), names);
  expect(of("User 13 is not a member of usergroup 4 ", 1001)).toBe("unknown");
  for (const part of ["User 13 is not ", "not ", "user ", "the ", "permission ", "removal of ", "'13", " ,"])
    of(part, 1000);
  expect(performance.now() - before).toBeLessThan(1000);
});
