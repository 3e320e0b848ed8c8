import { cleaned, escaped } from "../../provider/values/secret";

/**
 * Makes text of an appliance, a file or an argument safe for a terminal: without control characters, and without known
 * secrets. This is the only place that defines what a terminal may receive. The result is a single line.
 */
export function printable(text: string): string {
  return cleaned(text).replace(COMMAND, escaped);
}

/** The sign by which GitHub and Azure obey a line of a log, whatever blanks stand before it. */
const COMMAND = /(?<=^\s*)(?::(?=:)|#(?=#?(?:vso)?\[))/u;

/** Makes text with several lines safe: line ends stay, and each line becomes {@link printable}. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** Text with several lines in one line. */
export function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/gu, " ");
}

const numbers = new Intl.NumberFormat("en-US");

/** A number with separators, as in `2,960`. */
export function amountText(count: number): string {
  return numbers.format(count);
}
