/**
 * Milliseconds between two lines without a terminal: often enough to show progress, rarely enough to keep a log short.
 */
const PLAIN_INTERVAL = 20_000;
const LIVE_INTERVAL = 250;

/**
 * Shows the progress of a long step: on a terminal one line that is rewritten, elsewhere one plain line every 20 s.
 *
 * @param {string} title
 * @param {NodeJS.WriteStream} [out]
 */
export function startProgress(title, out = process.stderr) {
  const began = Date.now();
  const live = out.isTTY;
  let detail = "";
  const line = () => `${title} (${elapsed(began)})${detail === "" ? "" : `: ${detail}`}`;
  const draw = () => {
    if (live) out.write(`\r\u001b[2K${line().slice(0, (out.columns || 80) - 1)}`);
    else out.write(`${line()}\n`);
  };
  out.write(live ? "" : `${title}\n`);
  const timer = setInterval(draw, live ? LIVE_INTERVAL : PLAIN_INTERVAL);

  /** @param {string} ending */
  const end = (ending) => {
    clearInterval(timer);
    out.write(`${live ? "\r\u001b[2K" : ""}${title}: ${ending} (${elapsed(began)})\n`);
  };
  return {
    /** Shows the current activity. @type {(text: string) => void} */
    update: (text) => {
      detail = text;
    },
    done: () => end("done"),
    failed: () => end("failed"),
  };
}

/**
 * Time since `began`, for people: `0.4 s`, `12 s`, `3 min 05 s`.
 *
 * @param {number} began epoch milliseconds
 */
export function elapsed(began) {
  const seconds = (Date.now() - began) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, "0")} s`;
}
