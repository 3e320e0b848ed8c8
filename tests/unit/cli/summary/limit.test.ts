import { closeAll } from "../support";
import { piped, preview } from "./support";

afterEach(closeAll);

// Its title: deletes 1 setting, withdraws 1 membership, replaces 1 permission, 1 user and 1 user group, and a policy.
const LOST = 6;

test.each([
  [String(LOST - 1), 9],
  ["0", 9],
  [String(LOST), 0],
  ["100%", 0],
  ["1%", 9],
])("a preview that deletes 6 objects ends with --max-deletes %s in exit code %i", async (most, code) => {
  const { code: ended, stdout, stderr } = await piped(preview("update"), ["--max-deletes", most]);
  expect(ended).toBe(code);
  expect(stdout).toContain("⚠ deletes 1 setting");
  if (code === 0) expect(stderr).toBe("");
  else expect(stderr).toMatch(/would delete 6 objects: .*and --max-deletes allows \d+.*Nothing was sent\..*6\.\n$/su);
});

test("the sentence names what would go, and how to allow it once", async () => {
  const { stderr } = await piped(preview("update"), ["--max-deletes", "2"]);
  expect(stderr).toContain('"setting ');
  expect(stderr).toContain("To allow it once, run it with --max-deletes 6.");
});

test("a preview that deletes nothing passes with --max-deletes 0", async () => {
  expect(await piped(preview("create"), ["--max-deletes", "0"])).toMatchObject({ code: 0, stderr: "" });
});

test.each(["few", "-1", "200%"])("--max-deletes %s is refused", async (most) => {
  const { code, stderr } = await piped(preview("update"), [`--max-deletes=${most}`]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("Write a number of objects, or a share")]);
});
