import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { root } from "./clone";
import { pictures } from "./pictures";

/** The pictures that a person has looked at and approved. */
const golden = join(root, "tests/long/golden");
/**
 * The share of pixels that may differ. Another release of the browser smooths letters differently, and characters that
 * the fonts of the tests lack come from fonts of the machine. A change of layout or colours exceeds this share. Tests
 * of the text check the words.
 */
const MOST_DIFFERENT = 0.002;

/**
 * Compares a picture with the kept picture of the same name and returns the share that differs: 0 if they are equal. If
 * FLOWGATE_KEEP_PICTURES is set, the new picture is kept instead; look at it before you commit it. A second picture
 * beside it shows the differences in red.
 */
export function differenceFromGolden(name: string, picture: Buffer): number {
  const file = join(golden, `${name}.png`);
  if (process.env["FLOWGATE_KEEP_PICTURES"] !== undefined) {
    mkdirSync(golden, { recursive: true });
    writeFileSync(file, picture);
  }
  const [kept, shown] = [PNG.sync.read(readFileSync(file)), PNG.sync.read(picture)];
  const width = Math.max(kept.width, shown.width);
  const height = Math.max(kept.height, shown.height);
  const difference = new PNG({ width, height });
  const [one, other] = [kept, shown].map((png) => onCanvas(png, width, height).data) as [Buffer, Buffer];
  const pixels = pixelmatch(one, other, difference.data, width, height, { threshold: 0.2 });
  if (pixels > 0) writeFileSync(join(pictures, `${name}-difference.png`), PNG.sync.write(difference));
  const share = pixels / (width * height);
  return share < MOST_DIFFERENT ? 0 : share;
}

function onCanvas(png: PNG, width: number, height: number): PNG {
  const canvas = new PNG({ width, height, fill: true });
  PNG.bitblt(png, canvas, 0, 0, png.width, png.height, 0, 0);
  return canvas;
}
