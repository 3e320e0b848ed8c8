import { join } from "node:path";
import ts from "typescript";

/** A program of files in a folder, with strict types and the options of a user, or with others. */
export function programIn(folder: string, files: readonly string[], options: ts.CompilerOptions = {}): ts.Program {
  return ts.createProgram(
    files.map((file) => join(folder, file)),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
      strict: true,
      esModuleInterop: true,
      skipLibCheck: true,
      typeRoots: [join(folder, "node_modules/@types")],
      ...options,
    },
  );
}

export const textOf = ({ messageText }: ts.Diagnostic): string => ts.flattenDiagnosticMessageText(messageText, "\n");

/**
 * Compiles the files of a program folder in one pass, like a user's program. Returns the compiler's mistakes.
 *
 * @param emitted is called with each file's JavaScript
 */
export function typeMistakes(
  folder: string,
  files: readonly string[],
  emitted: (file: string, code: string) => void = () => undefined,
): string[] {
  const program = programIn(folder, files);
  program.emit(undefined, emitted);
  return ts.getPreEmitDiagnostics(program).map((mistake) => {
    const { file, start = 0 } = mistake;
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    return `${file?.fileName ?? ""}:${line + 1} ${textOf(mistake)}`;
  });
}
