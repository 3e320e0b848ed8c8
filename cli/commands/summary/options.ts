import type { Size } from "../../../lib/fleet/fleet";
import { InvalidArgumentError, type Command } from "commander";
import { numberFrom } from "../values";

/** Size limit of a comment on GitHub, in characters. */
const LONGEST = 65_536;
/** Below this limit, headings and table heads alone would fill most of a comment. */
const SHORTEST = 4_000;

/** Options for the shape of a report, independent of its contents. */
export interface ReportShape {
  readonly title?: string;
  readonly html?: string;
  readonly link?: URL;
  readonly maxLength: number;
}

/** The options of a command that writes a report as a comment and as a page. */
export function addReportOptions(command: Command): Command {
  return command
    .option("--title <text>", "Beginning of the title; the names of the stacks by default")
    .option("--html <file>", "Also write the whole report as one HTML file that opens without network")
    .option("--link <url>", "Where the HTML file will be, for a link in the comment", address)
    .option(
      "--max-length <characters>",
      "Maximum number of characters; by default what a comment can hold",
      length,
      LONGEST,
    );
}

/** A limit of deletions: a number of objects, or a share of all. */
export function deletions(value: string): Size {
  if (/^\d{1,7}$/u.test(value)) return Number(value);
  if (/^(?:100|\d{1,2})%$/u.test(value)) return value as Size;
  throw new InvalidArgumentError("Write a number of objects, or a share such as 5%.");
}

const length = numberFrom(SHORTEST, 9_999_999, `Write a number of characters from ${String(SHORTEST)}.`);

function address(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && /^https?:$/u.test(url.protocol)) return url;
  throw new InvalidArgumentError("Write a URL that begins with https:// or http://.");
}
