import { relative } from "node:path";
import { isYes } from "../../../lib/output/question";
import { projectOf } from "../check/project";
import type { Context } from "../../context";
import { findDrift } from "../drift";
import { namedBy } from "../../engine/urn";
import { stateObjects } from "../../engine/state";
import { CommandError, ConfigurationError, NotConfirmedError } from "../../errors";
import { writeFiles } from "../../files";
import { selection } from "../../site-reading";
import { CodeEdit } from "./code";
import { ModelEdit } from "./model";
import { diffOf, Plan, type ByHand, type ChangedFile } from "./plan";
import { programOf, proofOf, type Program } from "./run";
import { codeSource, typescriptOf } from "./typescript";
import { wishTitle, wishesOf, wordsOf, type Wish } from "./wish";
import { yamlSource } from "./yaml";

export { byHandText } from "./plan";
export { wishTitle } from "./wish";

/** Options of the command. */
export interface AcceptOptions {
  readonly unmanaged?: true;
  readonly shared?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly ignoreFile?: string;
  /** Path of a snapshot that is taken into the code in place of the live objects. */
  readonly from?: string;
}

/** What the command has done. */
export interface Accepted {
  /** What the code has now. */
  readonly accepted: readonly Wish[];
  readonly byHand: readonly ByHand[];
  /** Number of differences that the code had already. */
  readonly known: number;
  readonly files: readonly string[];
  readonly diff: readonly string[];
}

/** Takes what drift shows into the program and its models. Writes only what a run of the program has proved. */
export async function accept(
  context: Context,
  selectors: readonly string[],
  options: AcceptOptions,
): Promise<Accepted> {
  const { io, progress } = context;
  const isNamed = selectors.length === 0 ? () => true : selection(selectors);
  const comparisons = await findDrift(context, options);
  const found = wishesOf(comparisons, options.unmanaged === true || selectors.length > 0, isNamed);
  if (found.length === 0) return { accepted: [], byHand: [], known: 0, files: [], diff: [] };
  const held = await stateObjects(io, context.options.stack);
  const [first] = held;
  const project = projectOf(io.cwd, first === undefined ? undefined : namedBy(first.owner.urn).stack);
  const run = (texts?: ReadonlyMap<string, string>): Promise<Program> =>
    progress.during("Running the program", () => programOf(project, io, { held, wishes: found }, texts));
  const before = await run();
  if (before.failure !== undefined)
    throw new ConfigurationError(`The program fails, so nothing was changed: ${before.failure}`);
  const open = proofOf(before, before, found).open;
  const wishes = await chosenOf(context, open, options.yes === true || options.dryRun === true || selectors.length > 0);
  const known = found.length - open.length;
  const isShared = options.shared === true || (await mayShare(context, before, wishes));
  const { changed, byHand, accepted } = await proved(before, wishes, { run, cwd: io.cwd, isShared });
  const name = ({ file }: ChangedFile): string => relative(io.cwd, file);
  const diff = changed.flatMap((one) => diffOf(name(one), one));
  if (options.dryRun !== true) {
    const files = changed.map(({ file, after }) => ({ path: file, text: after }));
    await writeFiles(io.cwd, files, (reason) => `Nothing was changed: the files cannot be written (${reason}).`);
  }
  return { accepted, byHand, known, files: changed.map(name), diff };
}

/** Asks about each wish at a terminal. */
async function chosenOf({ terminal }: Context, wishes: readonly Wish[], isAll: boolean): Promise<readonly Wish[]> {
  if (isAll || wishes.length === 0) return wishes;
  const chosen: Wish[] = [];
  for (const [index, wish] of wishes.entries()) {
    const about = [wishTitle(wish), ...wordsOf(wish).map((text) => `  ${text}`)];
    const asked = await terminal.ask(about, "Take this into the code? yes, no, or all: ");
    if (asked === "noTerminal") {
      throw new NotConfirmedError(
        "There is no terminal to ask on: add --yes, or name the objects. Nothing was changed.",
      );
    }
    const { answer } = asked;
    if (answer === undefined) throw new NotConfirmedError("There was no answer: nothing was changed.");
    if (/^\s*a(?:ll)?\s*$/iu.test(answer)) return [...chosen, ...wishes.slice(index)];
    if (isYes(answer)) chosen.push(wish);
  }
  return chosen;
}

/** Asks at a terminal whether to change the layers that set the values, if these are not the site's own. */
async function mayShare(
  { io: { cwd }, terminal }: Context,
  before: Program,
  wishes: readonly Wish[],
): Promise<boolean> {
  const own = new Set([...before.layers.values()].map((files) => files.at(-1)));
  const shared = [...before.layers.values()].flat().filter((file) => file !== null && !own.has(file));
  if (!terminal.canAsk || shared.length === 0) return false;
  const { changed } = planned(before, wishes, { cwd, isShared: true });
  const files = changed.map(({ file }) => file).filter((file) => shared.includes(file));
  if (files.length === 0) return false;
  const about = `Layers that other sites may use set some of the values: ${files.map((file) => relative(cwd, file)).join(", ")}.`;
  return terminal.agrees(
    about,
    "Change them there, for all their sites? Otherwise the site's own layer overrides them. yes or no: ",
  );
}

interface Proved {
  readonly changed: readonly ChangedFile[];
  readonly byHand: readonly ByHand[];
  readonly accepted: readonly Wish[];
}

interface Proving {
  run(texts: ReadonlyMap<string, string>): Promise<Program>;
  readonly cwd: string;
  readonly isShared: boolean;
}

/** The files with the edits after which the program has exactly the wishes. A wish that an edit does not fulfil is left to a person. */
async function proved(before: Program, wishes: readonly Wish[], proving: Proving): Promise<Proved> {
  /** Leaves some wishes as a whole: none of their edits is made. */
  const without = async (left: readonly ByHand[]): Promise<Proved> => {
    const others = wishes.filter((wish) => !left.some((one) => one.wish === wish));
    const rest = await proved(before, others, proving);
    return { ...rest, byHand: [...left, ...rest.byHand] };
  };
  const { changed, byHand } = planned(before, wishes, proving);
  if (byHand.length > 0) return without(byHand);
  const result = { changed, byHand, accepted: wishes };
  if (changed.length === 0) return result;
  const after = await proving.run(new Map(changed.map((one) => [one.file, one.after])));
  if (after.failure !== undefined) {
    throw new CommandError(
      "attention",
      `With these changes the program would fail, so nothing was changed: ${after.failure}`,
    );
  }
  const { open, others } = proofOf(before, after, wishes);
  if (open.length > 0) {
    return without(
      open.map((wish) => ({ wish, place: "", why: "an edit of what the program says would not do this" })),
    );
  }
  if (others.length === 0) return result;
  throw new CommandError(
    "attention",
    `These changes would also change ${others.slice(0, 5).join(", ")}, so nothing was changed. Accept fewer objects at once.`,
  );
}

/** Drafts the edits for all wishes: in the model of a site template, or else in the program itself. */
function planned(
  before: Program,
  wishes: readonly Wish[],
  { cwd, isShared }: Pick<Proving, "cwd" | "isShared">,
): { changed: ChangedFile[]; byHand: ByHand[] } {
  const models = new Plan(cwd, yamlSource);
  const left = new Set(wishes);
  const placed = new Map(before.resources.map((one) => [one.urn, one]));
  for (const [urn, files] of before.layers) {
    const resources = before.resources.filter((one) => one.parent === urn);
    const sites = new Set(resources.map(({ inputs }) => inputs["site"]));
    const texts = files.filter((file) => file !== null);
    const own = [...left].filter(({ held, site }) =>
      held === undefined ? sites.has(site) : placed.get(held.urn)?.parent === urn,
    );
    if (texts.length === 0 || own.length === 0) continue;
    for (const wish of own) left.delete(wish);
    new ModelEdit(models, texts, resources, { template: namedBy(urn).name, isShared }).take(own);
  }
  if (left.size === 0) return { changed: models.changed(), byHand: models.byHand };
  const compiler = typescriptOf(before.project.main);
  const code = new Plan(cwd, (file, text) => codeSource(compiler, file, text));
  new CodeEdit(compiler, code, before.resources).take([...left]);
  return { changed: [...models.changed(), ...code.changed()], byHand: [...models.byHand, ...code.byHand] };
}
