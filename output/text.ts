import { cleaned } from "../provider/secret";

/**
 * Text of an appliance, a file or an argument made safe for a terminal: no control character reaches it, no secret that
 * came back. This is the one place that says what a terminal may get; what is on a line of its own stays one line.
 */
export function printable(text: string): string {
  return cleaned(text);
}

/** The same for text of several lines: the line ends stay, everything else on each line is {@link printable}. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}
