/** One step of a path: a key or the name of a thing, or the index of something without a name. */
export type Step = string | number;

/** A path in a model, e.g. `["collectors", "10.20.0.10", "threshold"]`. */
export type Steps = readonly Step[];

const PLAIN = /^[A-Za-z_][\w-]*$/u;

/** A path as text for people: `collectors["10.20.0.10"].threshold`. */
export function pathText(steps: Steps): string {
  return steps.map((step, index) => stepText(step, index === 0)).join("");
}

function stepText(step: Step, first: boolean): string {
  if (typeof step === "number") return `[${String(step)}]`;
  if (!PLAIN.test(step)) return `[${JSON.stringify(step)}]`;
  return first ? step : `.${step}`;
}

const STEP = /\.?(?:(?<plain>[^.[\]"]+)|\[(?:(?<index>\d+)|"(?<quoted>(?:[^"\\]|\\.)*)"|(?<bare>[^\]"]+))\])/uy;

/**
 * Parses a path. Names with other characters than letters, digits, `_` and `-` are in brackets, with or without
 * quotation marks. Undefined if the text is not a path.
 */
export function parsePath(text: string): Steps | undefined {
  const steps: Step[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const groups = STEP.exec(text)?.groups;
    if (groups === undefined) return undefined;
    const { plain, index, quoted, bare } = groups;
    if (index !== undefined) steps.push(Number(index));
    else steps.push(plain ?? bare ?? (JSON.parse(`"${quoted ?? ""}"`) as string));
  }
  return steps;
}
