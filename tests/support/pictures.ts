import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openBrowser } from "./browser";
import { opened } from "./opened";

/** The folder for pictures that a person may look at: FLOWGATE_PICTURES, or one below the system's temporary folder. */
export const pictures = process.env["FLOWGATE_PICTURES"] ?? join(tmpdir(), "flowgate-pictures");

/** Provides a browser for the tests of a file, and a folder for its pictures. */
export function useBrowser(): Browser {
  return opened(() => {
    mkdirSync(pictures, { recursive: true });
    return openBrowser();
  });
}
