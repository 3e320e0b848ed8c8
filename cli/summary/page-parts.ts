import { htmlWords, tags } from "../../lib/output/html";

/** GitHub's colors, light and dark, and rules for printing. */
export const style = tags`
:root { color-scheme: light dark; --line: #d0d7de; --ins: #dafbe1; --del: #ffebe9; --note: #59636e; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --ins: #12361f; --del: #4b1a1c; --note: #9198a1; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.2rem; }
h3 { font-size: 1rem; font-weight: 400; margin: 0; }
small, output { color: var(--note); }
table { border-collapse: collapse; margin: .5rem 0; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: right; }
th[scope=row] { text-align: left; }
article { border: 1px solid var(--line); border-left: 4px solid var(--line); border-radius: 6px; margin: .5rem 0; }
article { padding: .5rem .8rem; overflow-wrap: anywhere; }
article p { margin: .2rem 0; color: var(--note); }
article.failed { border-left-color: #c92a2a; border-style: dashed; }
article.replace { border-left-color: #d9480f; }
article.delete { border-left-color: #c92a2a; }
article.update { border-left-color: #e67700; }
article.create { border-left-color: #2b8a3e; }
pre { margin: .4rem 0 0; white-space: pre-wrap; font: 13px/1.45 ui-monospace, monospace; }
ins, del, pre span { text-decoration: none; display: block; }
ins { background: var(--ins); }
del { background: var(--del); }
form { position: sticky; top: 0; background: Canvas; padding: .5rem 0; }
input { font: inherit; width: min(24rem, 60vw); padding: .3rem; }
svg { max-width: 100%; height: auto; border-radius: 6px; }
`;

/** Filters the changes: only those that contain every search word stay visible. */
export const script = htmlWords(`
const field = document.getElementById("search");
const shown = document.getElementById("shown");
const all = [...document.querySelectorAll("#changes article")].map((one) => [one, one.textContent.toLowerCase()]);
const search = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const [one, text] of all) {
    const fits = words.every((word) => text.includes(word));
    one.hidden = !fits;
    if (fits) count += 1;
  }
  shown.textContent = count + " of " + all.length;
};
field.addEventListener("input", search);
field.form.addEventListener("submit", (event) => event.preventDefault());
search();
`);
