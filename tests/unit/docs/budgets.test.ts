import { page, pages } from "./pages";

/** The most words of a page: of one, or of each below a folder. */
const mostOf: Readonly<Record<string, number>> = {
  "README.md": 1000,
  "CONTRIBUTING.md": 900,
  "SECURITY.md": 700,
  "CHANGELOG.md": 1000,
  "docs/": 2000,
  "docs/internals/decisions/": 300,
  "examples/": 300,
  "simulator/": 750,
  "tools/": 600,
};

/** Rulers of tables and other marks are no words. */
const words = ({ text }: { text: string }): number => (text.match(/\S*[\p{Letter}\p{Number}]\S*/gu) ?? []).length;

/** The entry for a page: its own, or that of the longest folder above it. */
function placeOf(path: string): string | undefined {
  const places = Object.keys(mostOf).filter((place) => (place.endsWith("/") ? path.startsWith(place) : path === place));
  return places.sort((one, other) => other.length - one.length)[0];
}

test.each(pages().map(({ path }) => path))("%s is not longer than its readers' patience", (path) => {
  const place = placeOf(path);
  expect(place).toBeDefined();
  expect(words(page(path))).toBeLessThanOrEqual(mostOf[place ?? ""] ?? 0);
});

test("the pages of docs/ have at most 25,000 words together", () => {
  const all = pages().filter(({ path }) => path.startsWith("docs/"));
  expect(all.reduce((sum, one) => sum + words(one), 0)).toBeLessThanOrEqual(25_000);
});

test("every limit is that of a page or folder which exists", () => {
  const paths = pages().map(({ path }) => path);
  expect(Object.keys(mostOf).filter((place) => !paths.some((path) => path.startsWith(place)))).toEqual([]);
});
