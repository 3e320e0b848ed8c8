import { isCutSpellingOf, isSpellingOf } from "../../../provider/values/names";

const long = "Routers of the northern region, first floor";

test.each([
  ["Leaf & 50%", "Leaf &amp; 50%"],
  ["Leaf & 50%", "Leaf &amp;amp; 50%"],
  [`"R'D"`, "&quot;R&#39;D&quot;"],
  ["R&D", "R&#x26;D"],
  ["Alice", "ALICE"],
  ["alice", " alice "],
  ["a  b", "a b"],
  ["été", "e\u0301te\u0301"],
])("%j may be shown as %j", (sent, shown) => {
  expect(isSpellingOf(shown, sent)).toBe(true);
  expect(isCutSpellingOf(shown, sent)).toBe(true);
});

test.each([long.slice(0, 31), `${long.slice(0, 20)}...`, `${long.slice(0, 20)} \u2026`, "routers of"])(
  "the answer to a request may name its object by a beginning: %j",
  (shown) => {
    expect(isSpellingOf(shown, long)).toBe(false);
    expect(isCutSpellingOf(shown, long)).toBe(true);
  },
);

test.each([
  ["alice", "bob"],
  ["alice", "ali"],
  ["alice", "ali..."],
  ["alice", "alice 2"],
  [long, "northern region"],
])("%j is not shown as %j", (sent, shown) => {
  expect(isCutSpellingOf(shown, sent)).toBe(false);
});
