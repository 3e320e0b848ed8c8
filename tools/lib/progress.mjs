/** Milliseconds between two lines: often enough to show progress, rarely enough to keep a log short. */
const INTERVAL = 20_000;

/**
 * Shows the progress of a long step in lines on stderr.
 *
 * @param {string} title
 */
export function startProgress(title) {
  const began = Date.now();
  let detail = "";
  console.error(title);
  const say = (/** @type {string} */ words) => console.error(`${title}: ${words} (${elapsed(began)})`);
  const timer = setInterval(() => say(detail), INTERVAL);
  return {
    /** Sets the current activity. @type {(text: string) => void} */
    update: (text) => {
      detail = text;
    },
    /** @param {"done" | "failed"} ending */
    end: (ending) => {
      clearInterval(timer);
      say(ending);
    },
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
