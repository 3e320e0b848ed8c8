import { isOfName, type Line } from "../site/differences";
import { isKind, nounOf } from "../site/label";
import { alike } from "../../provider/values/collections";
import { amount, code, inTags, joined, prose, words, type Markdown } from "../output/markdown";
import { actions, type Action } from "../actions";
import { placeNoun } from "./entries";
import { isRefused } from "./limit";
import { isExclusion, isSevere, type Finding, type Summary } from "./findings";

/** The same in Markdown: a kind of another package is code. */
export function nounMarkdown(kind: string, count: number): Markdown {
  return isKind(kind) ? inTags(nounOf(kind, count)) : code(kind);
}

/** What a report comes to, in one line: what fails and what is lost first. */
export function headline(summary: Summary): Markdown {
  const { mode, errors, changes, places } = summary;
  const isDone = mode === "applied";
  const phrases = phrasesText(summary);
  const isFailed = errors.length > 0 || changes.some(({ action }) => action === "failed");
  if (isDone && isFailed) return prose`**not everything was applied**${phrases === "" ? phrases : prose`: ${phrases}`}`;
  if (errors.length > 0) return prose`**the preview failed**, so what would change is not known in full`;
  if (changes.length === 0) return unchangedText(summary);
  const renamed = renamesText(summary);
  const mood = isDone ? prose`applied: ` : prose``;
  const safe = takesAway(summary) ? prose`` : prose` · nothing is deleted`;
  const changed = places.filter(({ counts }) => actions.some((action) => counts[action] > 0));
  const noun = words(placeNoun(summary, places.length));
  const where = places.length <= 1 ? prose`` : prose` · at ${changed.length} of ${places.length} ${noun}`;
  const refused = isRefused(summary) ? prose`**⚠ this will be refused**: ` : prose``;
  return prose`${mood}${refused}${renamed}${phrases}${where}${safe}`;
}

/** Without a change of an object, outputs may change, or what handles the objects. */
function unchangedText({ mode, outputs, hosted }: Summary): Markdown {
  const what = mode === "applied" ? prose`**no object had to change**` : prose`**no object changes**`;
  const out = outputs === 0 ? prose`` : prose`; ${numberText(outputs, prose`output`)} changed`;
  const now =
    hosted === 0
      ? prose``
      : prose`; ${numberText(hosted, prose`object`)} ${hosted === 1 ? prose`is` : prose`are`} now managed`;
  return prose`${what}${out}${now}`;
}

/** The first rename without its alias, those that fail before others, and how many there are. */
function renamesText({ renames }: Summary): Markdown {
  const one = renames.find(({ isRefused }) => isRefused) ?? renames[0];
  if (one === undefined) return prose``;
  const more = renames.length === 1 ? prose`` : prose` (and ${renames.length - 1} more)`;
  const what = one.isRefused ? prose`**⚠ this will fail**: ` : prose`**⚠ a rename without its alias**: `;
  const leaves = prose`${inTags(one.noun)} ${code(one.label)} leaves as ${code(one.from)}`;
  const comes = prose`comes as ${code(one.to)}${words(one.under)}`;
  return prose`${what}${leaves} and ${comes}, add ${code(one.option)}${more}; `;
}

/** Maximum number of phrases in a title. Phrases about what is lost are always there. */
const MOST_PHRASES = 6;

/** The numbers of a title: losses, then the largest numbers. */
function phrasesText(summary: Summary): Markdown {
  const losses = lossesOf(summary).filter((text) => text !== "");
  const rest = restOf(summary).sort((one, other) => other.count - one.count);
  const room = Math.max(MOST_PHRASES - losses.length, 1);
  const shown = rest.length > room ? rest.slice(0, room - 1) : rest;
  const left = rest.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  const others = left === 0 ? [] : [numberText(left, prose`other change`)];
  const changes = joined([...shown.map(({ text }) => text), ...others], prose`, `);
  const all = joined([...losses, ...(changes === "" ? [] : [changes])], prose`; `);
  return all === "" ? all : prose`**${all}**`;
}

/** What fails, and what is taken away, with a sign of warning each. */
function lossesOf(summary: Summary): Markdown[] {
  const { mode, changes } = summary;
  const isDone = mode === "applied";
  const of = (action: Action): Finding[] => changes.filter((one) => one.action === action && !isExclusion(one));
  const counted = ({ length }: readonly Finding[], what: Markdown): Markdown =>
    length === 0 ? prose`` : prose`⚠ ${amount(length)} ${what}`;
  const excluded = changes.filter(isExclusion);
  const deleted = of("delete").filter(({ kind }) => !isRight(kind));
  const withdrawn = of("delete").filter(({ kind }) => isRight(kind));
  // What failed, or was not done, is counted as that.
  const others = changes.filter(({ tried }) => tried === undefined);
  const byHand = (what: Finding["byHand"]): Finding[] => others.filter((one) => one.byHand === what);
  const back = byHand("put back").length + byHand("made again").length;
  return [
    counted(of("failed"), prose`failed`),
    lossText(prose`not done:`, of("untried")),
    lossText(isDone ? prose`deleted` : prose`deletes`, deleted),
    lossText(isDone ? prose`withdrew` : prose`withdraws`, withdrawn),
    lossText(isDone ? prose`replaced` : prose`replaces`, of("replace")),
    counted(excluded, prose`new exclude ${nounMarkdown("Policy", excluded.length)}`),
    takenText(summary),
    counted(byHand("missing"), prose`missing on the appliance`),
    counted(byHand("changed"), prose`changed by hand`),
    back === 0 ? prose`` : prose`put back: ${numberText(back, prose`object`)}`,
  ];
}

/** What an adoption may change, or has changed: an existing object gets the declared form. */
function takenText({ mode, changes }: Summary): Markdown {
  const taken = changes.filter(isTaken).length;
  const may = changes.filter(mayTake).length;
  if (mode === "applied") return taken === 0 ? prose`` : prose`⚠ took over ${numberText(taken, prose`object`)}`;
  return may === 0
    ? prose``
    : prose`⚠ may take over ${numberText(may, prose`object`)} and change or remove what ${may === 1 ? prose`it holds` : prose`they hold`}`;
}

/** Whether an update took over an object that existed. */
function isTaken({ adoption, action, byHand }: Finding): boolean {
  return adoption === "done" && action === "create" && byHand === undefined;
}

/** Whether a creation may find an object, and change it. */
function mayTake({ kind, adoption, action }: Finding): boolean {
  return adoption === "possible" && action === "create" && !isRight(kind);
}

/** Objects that give access to something. Their deletion withdraws it. */
function isRight(kind: string): boolean {
  return kind === "Permission" || kind === "Membership";
}

/** Maximum number of kinds that a title names for one operation. */
const MOST_KINDS = 3;

function lossText(verb: Markdown, lost: readonly Finding[]): Markdown {
  if (lost.length === 0) return prose``;
  const kinds = alike(lost, ({ kind }) => kind).map(
    ({ 0: { kind }, length }) => prose`${amount(length)} ${nounMarkdown(kind, length)}`,
  );
  const many = prose`${amount(lost.length)} objects`;
  return prose`⚠ ${verb} ${kinds.length > MOST_KINDS ? many : joined(kinds, prose`, `)}`;
}

/** A part of a title about something harmless. */
interface Phrase {
  readonly count: number;
  readonly text: Markdown;
}

function restOf({ changes }: Summary): Phrase[] {
  const harmless = changes.filter((one) => one.byHand === undefined && !isExclusion(one) && !isTaken(one));
  const of = (action: Action): Finding[] => harmless.filter((one) => one.action === action);
  const [updates, left] = [of("update"), of("leave")];
  // An object that changes otherwise too counts as changed: a new name alone is harmless.
  const renames = updates.filter(isRenameOnly);
  const others = updates.filter((one) => !isRenameOnly(one) && !isOfRulesOnly(one));
  const byKind = (adjective: Markdown, found: readonly Finding[]): Phrase[] =>
    alike(found, ({ kind }) => kind).map(({ 0: { kind }, length: count }) => {
      return { count, text: prose`${amount(count)} ${adjective} ${nounMarkdown(kind, count)}` };
    });
  return [
    { count: renames.length, text: numberText(renames.length, prose`rename`) },
    { count: left.length, text: prose`${numberText(left.length, prose`object`)} no longer managed` },
    ...rulePhrases(updates),
    ...byKind(prose`changed`, others),
    ...byKind(prose`new`, of("create")),
    ...byKind(prose`moved`, of("move")),
  ].filter(({ count }) => count > 0);
}

function numberText(count: number, noun: Markdown): Markdown {
  return count === 1 ? prose`1 ${noun}` : prose`${amount(count)} ${noun}s`;
}

/** Rules that changed groups gain, lose, or have in another form. */
function rulePhrases(updates: readonly Finding[]): Phrase[] {
  const lines = updates.filter(({ kind }) => kind === "IpGroup").flatMap((one) => one.lines);
  const rules = lines.filter(({ property }) => property === "rules");
  const removed = rules.filter(({ after }) => after === undefined).length;
  const added = rules.filter(({ before }) => before === undefined).length;
  const phrase = (count: number, verb: Markdown): Phrase => {
    return { count, text: prose`${numberText(count, prose`rule`)} ${verb}` };
  };
  const changed = rules.length - removed - added;
  return [phrase(removed, prose`removed`), phrase(added, prose`added`), phrase(changed, prose`changed`)];
}

/** Whether an object gets another name and keeps its number or its members. */
export function isRename({ action, lines }: Finding): boolean {
  return action === "update" && lines.some(isOfName);
}

/** Whether only the name changes. A title counts the rules of a group by themselves. */
function isRenameOnly(finding: Finding): boolean {
  const isRule = ({ property }: Line): boolean => finding.kind === "IpGroup" && property === "rules";
  return isRename(finding) && finding.lines.every((line) => isOfName(line) || isRule(line));
}

function isOfRulesOnly({ kind, lines }: Finding): boolean {
  return kind === "IpGroup" && lines.length > 0 && lines.every(({ property }) => property === "rules");
}

/** Whether the report takes anything away: an object, or an item of a set. */
function takesAway({ changes }: Summary): boolean {
  const isLess = ({ sizes, after }: Line): boolean => sizes !== undefined && after === undefined;
  const isLoss = (one: Finding): boolean => isSevere(one) || isTaken(one) || mayTake(one);
  return changes.some((one) => isLoss(one) || (one.action === "update" && one.lines.some(isLess)));
}
