import { spawnSync } from "node:child_process";
import { SessionPatterns } from "../../../provider/wording/patterns";

const token = new SessionPatterns("token");
const session = new SessionPatterns("session");

describe("a text about a token or session that is not accepted is recognized", () => {
  test.each([
    "The authentication token is not valid",
    "Invalid authToken",
    "token expired",
    "Your API token has been revoked.",
    "No token supplied",
    "Session expired, please log in again",
    "Not logged in",
    "Please re-login",
    "Login required",
    "session timeout",
    "Your session has timed out.",
    "Invalid session",
    "Error: not logged in",
    "You must log in first",
    "Authentication required.",
    "No valid session token.",
  ])("%s", (text) => {
    expect(token.match(text)).toBe(true);
    expect(session.match(text)).toBe(true);
  });
});

test.each([
  "the token does not permit this action",
  'IP group "session expired" exists',
  "token expired-group does not exist",
  "Permission denied",
  "Profile 'session expired' does not exist",
  "Profile x: not authorized for invalid session",
  "session expired-profile does not exist",
  "This appliance is the primary",
  "The license has expired",
])("a text about a missing right or an object's name is not recognized as one about a token or session: %s", (text) => {
  expect(token.match(text)).toBe(false);
  expect(session.match(text)).toBe(false);
});

test.each(["Not authorized", "Unauthorized"])(
  "a missing right is recognized only where there are sessions: %s",
  (text) => {
    expect(token.match(text)).toBe(false);
    expect(session.match(text)).toBe(true);
  },
);

describe("patterns that the user configures", () => {
  test("are matched in addition to the built-in ones, and ignore letter case", () => {
    const patterns = new SessionPatterns("token", ["^keine sitzung"]);
    expect(patterns.match("Keine Sitzung vorhanden")).toBe(true);
    expect(patterns.match("token expired")).toBe(true);
    expect(patterns.match("denied")).toBe(false);
  });

  test("are stopped and named if they backtrack without end", () => {
    const patterns = new SessionPatterns("token", ["^(a+)+$"]);
    const began = performance.now();
    expect(() => patterns.match(`${"a".repeat(60)}!`)).toThrow(/sessionEnded \(\^\(a\+\)\+\$\) take longer than/u);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  test("are tried again if the machine was too busy to try them", () => {
    let isBusy = true;
    // The machine is busy with others for 300 ms as soon as the pattern is used.
    const toString = (): string => {
      if (isBusy) {
        isBusy = false;
        spawnSync("sleep", ["0.3"]);
      }
      return "^keine sitzung";
    };
    const patterns = new SessionPatterns("token", [{ toString } as unknown as string]);
    expect(patterns.match("keine Sitzung vorhanden")).toBe(true);
  });
});
