import { page, pages } from "./pages";

/** The most words of a page: of one, or of each below a folder. */
const mostOf: Readonly<Record<string, number>> = {
  "README.md": 1000,
  "docs/internals/architecture.md": 900,
  "CONTRIBUTING.md": 900,
  "SECURITY.md": 700,
  "CHANGELOG.md": 1000,
  "docs/index.md": 230,
  "docs/start/": 480,
  "docs/guides/existing-appliances.md": 400,
  "docs/guides/existing-objects.md": 900,
  "docs/guides/fleet.md": 600,
  "docs/guides/plugin.md": 840,
  "docs/guides/pull-requests.md": 850,
  "docs/guides/simulator.md": 350,
  "docs/guides/site-template.md": 850,
  "docs/guides/sites.md": 330,
  "docs/guides/testing.md": 400,
  "docs/reference/clients.md": 330,
  "docs/reference/command.md": 800,
  "docs/reference/configuration.md": 1365,
  "docs/reference/functions.md": 500,
  "docs/reference/resources/": 600,
  "docs/operations/when-it-fails.md": 2000,
  "docs/operations/performance.md": 400,
  "docs/internals/contract.md": 900,
  "docs/internals/measurements.md": 500,
  "docs/internals/decisions/": 300,
  "examples/": 300,
  "simulator/": 750,
  "tools/": 600,
};

/** The most words of all pages below a folder together. */
const mostTogether: Readonly<Record<string, number>> = {
  "docs/": 25_000,
  "docs/start/": 945,
  "docs/reference/": 9_700,
  "docs/reference/resources/": 6_500,
  "docs/internals/decisions/": 2_600,
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

test.each(Object.entries(mostTogether))("the pages below %s have at most %i words together", (folder, most) => {
  const all = pages().filter(({ path }) => path.startsWith(folder));
  expect(all.length).toBeGreaterThan(0);
  expect(all.reduce((sum, one) => sum + words(one), 0)).toBeLessThanOrEqual(most);
});

test("every limit is that of a page or folder which exists", () => {
  const paths = pages().map(({ path }) => path);
  const places = [...Object.keys(mostOf), ...Object.keys(mostTogether)];
  expect(places.filter((place) => !paths.some((path) => path.startsWith(place)))).toEqual([]);
});
