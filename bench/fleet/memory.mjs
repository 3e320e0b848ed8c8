import { readdirSync, readFileSync } from "node:fs";

const INTERVAL_MS = 500;

/**
 * Records the peak resident memory, in megabytes, of one worker, and of one site's engine with all its child processes.
 */
export class MemoryWatch {
  worker = 0;
  engine = 0;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /** @param {readonly number[]} workers process ids */
  start(workers) {
    this.#timer = setInterval(() => this.#look(workers), INTERVAL_MS);
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** @param {readonly number[]} workers */
  #look(workers) {
    const processes = all();
    const below = (/** @type {number} */ pid) => {
      const own = processes.filter(({ parent }) => parent === pid);
      /** @type {number} */
      const sum = own.reduce((total, one) => total + one.megabytes + below(one.pid), 0);
      return sum;
    };
    for (const pid of workers) {
      this.worker = Math.max(this.worker, Math.round(processes.find((one) => one.pid === pid)?.megabytes ?? 0));
      this.engine = Math.max(this.engine, Math.round(below(pid)));
    }
  }
}

/** Proportional sizes, so that memory shared by processes counts only once. */
function all() {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/u.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      const size = /^Pss:\s+(\d+)/mu.exec(readFileSync(`/proc/${name}/smaps_rollup`, "utf8"))?.[1];
      return [{ pid: Number(name), parent, megabytes: Number(size ?? 0) / 1024 }];
    } catch (error) {
      // The process ended meanwhile, or belongs to another user.
      if (error instanceof Error && "code" in error) return [];
      throw error;
    }
  });
}
