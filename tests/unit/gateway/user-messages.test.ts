import {
  deletionMessage,
  membershipSucceeded,
  permissionSucceeded,
  renameSucceeded,
} from "../../../provider/gateway/user-messages";

describe("the parser of deletion messages", () => {
  it.each([
    ["Deleting user id 11 (1 matched)", { id: 11, name: undefined, matched: 1 }],
    ["Deleting user named 'MyGuest' (1 matched)", { id: undefined, name: "MyGuest", matched: 1 }],
    ["Deleting user named 'it's (2 matched)' (0 matched)\n", { id: undefined, name: "it's (2 matched)", matched: 0 }],
    ["Deleting usergroup named 'group id 5' (1 matched)", { id: undefined, name: "group id 5", matched: 1 }],
    ["Something else", { id: undefined, name: undefined, matched: undefined }],
  ])("reads %j", (text, parts) => {
    expect(deletionMessage(text)).toEqual({ message: text.trim(), ...parts });
  });
});

describe("F95: the message of a change means success, failure, or unknown", () => {
  it.each<[(message: string) => boolean | undefined, string, boolean | undefined]>([
    [membershipSucceeded, "User 13 added to usergroup 1", true],
    [membershipSucceeded, "User 15 removed from usergroup 4", true],
    [membershipSucceeded, "User error added to usergroup failed", true],
    [membershipSucceeded, "User 13 could not be added to usergroup 1: no such user", false],
    [membershipSucceeded, "User 13 not added to usergroup 1", false],
    [membershipSucceeded, "Cannot add user 13", false],
    [membershipSucceeded, "No such user", false],
    [membershipSucceeded, "Something else", undefined],
    [permissionSucceeded, "Added gadget permission lLabelCPU to usergroup 26 ", true],
    [permissionSucceeded, "Removed app permission allGadgets from usergroup 27 ", true],
    [permissionSucceeded, "Could not add app permission x to usergroup 2: no such seccode", false],
    [permissionSucceeded, "", undefined],
    [renameSucceeded, "User myUser successfully renamed to OpSCT", true],
    [renameSucceeded, "User 5 could not be renamed: no such user", false],
    [renameSucceeded, "User renamed", undefined],
  ])("%p %j: %s", (judge, message, success) => {
    expect(judge(message)).toBe(success);
  });
});
