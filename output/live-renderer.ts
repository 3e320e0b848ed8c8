import { DefaultRenderer, Listr, type ListrDefaultRendererLogLevels, ListrLogger, ProcessOutput } from "listr2";
import type { LiveEntry } from "./live-list";
import type { Streams } from "./streams";

/** Renderers are only used where stdout is a terminal; what counts here is stderr, which was looked at before. */
class Renderer extends DefaultRenderer {}
Object.assign(Renderer, { nonTTY: true });

/** Draws entries over each other on stderr, one in progress at a time. Resolves when every one has ended. */
export async function drawList({ stderr }: Pick<Streams, "stderr">, entries: readonly LiveEntry[]): Promise<void> {
  // As far as listr2 uses it, a stream that is a terminal is one of the process.
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
