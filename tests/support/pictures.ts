import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openBrowser } from "./browser";

/** The folder for pictures that a person may look at: FLOWGATE_PICTURES, or one below the system's temporary folder. */
export const pictures = process.env["FLOWGATE_PICTURES"] ?? join(tmpdir(), "flowgate-pictures");

/** Provides a browser for the tests of a file, and a folder for its pictures. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined) throw new Error("the browser has not started");
    return browser;
  };
}
