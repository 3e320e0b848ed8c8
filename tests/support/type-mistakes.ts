import { join } from "node:path";
import ts from "typescript";

/**
 * Compiles the files of a program folder in one pass, like a user's program with strict types. Returns the compiler's
 * mistakes.
 *
 * @param emitted is called with each file's JavaScript
 */
export function typeMistakes(
  folder: string,
  files: readonly string[],
  emitted: (file: string, code: string) => void = () => undefined,
): string[] {
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
      strict: true,
      esModuleInterop: true,
      skipLibCheck: true,
      typeRoots: [join(folder, "node_modules/@types")],
    },
  );
  program.emit(undefined, emitted);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    return `${file?.fileName ?? ""}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}
