import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { root } from "./clone";
import { pictures } from "./pictures";

/** Pictures that were looked at and found good. */
const golden = join(root, "tests/long/golden");
/**
 * Another release of the browser smooths letters otherwise, and signs that the fonts of the tests do not have are those
 * of the machine. Layout and colours differ by more; words are held by tests of the text.
 */
const MOST_DIFFERENT = 0.002;

/**
 * Says which part of a picture is not as in the kept one of its name: 0 where nothing differs. With
 * FLOWGATE_KEEP_PICTURES the picture is kept instead; look at it before it is committed. The picture beside it shows in
 * red what differs.
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
