import { DefaultRenderer, Listr, type ListrDefaultRendererLogLevels, ListrLogger, ProcessOutput } from "listr2";
import type { LiveEntry } from "./live-list";
import type { Streams } from "./streams";

/** listr2 uses a renderer only if stdout is a terminal. Here stderr matters, which the caller has checked. */
class Renderer extends DefaultRenderer {}
Object.assign(Renderer, { nonTTY: true });

/**
 * Draws a list on stderr and redraws it, with one entry in progress at a time. Resolves when all entries have ended.
 */
export async function drawList({ stderr }: Pick<Streams, "stderr">, entries: readonly LiveEntry[]): Promise<void> {
  // A terminal stream has all methods of the process's streams that listr2 uses.
  const out = stderr as NodeJS.WriteStream;
  const logger = new ListrLogger<ListrDefaultRendererLogLevels>({
    processOutput: new ProcessOutput(out, out, { dump: [], leaveEmptyLine: false }),
  });
  const tasks = new Listr(
    entries.map((entry) => entry.task()),
    {
      concurrent: false,
      exitOnError: false,
      registerSignalListeners: false,
      renderer: Renderer,
      rendererOptions: { logger, collapseErrors: false, showErrorMessage: true, collapseSubtasks: false },
    },
  );
  await tasks.run();
}
