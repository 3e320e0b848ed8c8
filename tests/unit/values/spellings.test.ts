import { isCutSpellingOf, isSpellingOf, withoutEntities } from "../../../provider/values/names";

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

const escapedName = " Leaf node &amp; 50%";

test.each([
  [long, long.slice(0, 31)],
  [long, `${long.slice(0, 20)}...`],
  [long, `${long.slice(0, 20)} \u2026 `],
  [long, "routers of"],
  ["Building 7", "building"],
  [`${long}... and more`, `${long}... and`],
  [escapedName, "Leaf node & 5"],
  [escapedName, "leaf node &am"],
])("the answer to a request may name %j by its beginning: %j", (sent, shown) => {
  expect(isSpellingOf(shown, sent)).toBe(false);
  expect(isCutSpellingOf(shown, sent)).toBe(true);
});

test.each([
  ["alice", "bob"],
  ["alice", "ali"],
  ["alice", "ali..."],
  ["alice", "alice 2"],
  [long, "northern region"],
  [long, "routers"],
  [long, "first floor"],
  [escapedName, "node &amp; 50%"],
  [long, "Routers of the south ..."],
  ["north wing", "northwing"],
  ["Straße 12 north", "STRASSE 12 NORTH"],
])("%j is not shown as %j", (sent, shown) => {
  expect(isCutSpellingOf(shown, sent)).toBe(false);
});

test.each([
  ["&#31;a", "&#31;a"],
  ["&#32;a", " a"],
  ["&#x41;&lt;&GT;", "A<>"],
  ["&#55295;", "\ud7ff"],
  ["&#55296;", "&#55296;"],
  ["&#1234567;", "&#1234567;"],
  ["&nbsp;", "&nbsp;"],
  ["a & b", "a & b"],
])("%j without entities is %j", (name, expected) => {
  expect(withoutEntities(name)).toBe(expected);
});
