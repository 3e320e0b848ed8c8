import type ts from "typescript";
import type { Plan } from "./plan";
import type { Placed } from "./run";
import type { Draft } from "./source";
import { callAt, type CodeSource, type TypeScript } from "./typescript";

/** Where a program creates a resource. */
export interface Site {
  readonly placed: Placed;
  readonly source: CodeSource;
  readonly draft: Draft;
  readonly call: ts.NewExpression;
  /** Number of resources that the same call creates. */
  readonly shared: number;
  /** The statement of the module around the call, if it declares this resource and nothing else. */
  readonly statement: ts.Statement | undefined;
  /** The constant that holds the resource. */
  readonly constant: string | undefined;
}

/** Where a program creates its resources, by their URNs. */
export function sitesOf(
  compiler: TypeScript,
  plan: Plan<CodeSource>,
  resources: readonly Placed[],
): ReadonlyMap<string, Site> {
  const places = resources.flatMap((placed) => {
    const { frame, kind } = placed;
    if (frame === undefined || !/\.[cm]?[jt]s$/u.test(frame.file)) return [];
    const { source, draft } = plan.draft(frame.file);
    const call = callAt(compiler, source, frame, kind);
    return call === undefined ? [] : [{ placed, source, draft, call }];
  });
  const sites = places.map((one): Site => {
    const shared = places.filter(({ call }) => call === one.call).length;
    return { ...one, shared, ...statementOf(compiler, one.call) };
  });
  return new Map(sites.map((one) => [one.placed.urn, one]));
}

function statementOf(compiler: TypeScript, call: ts.NewExpression): Pick<Site, "statement" | "constant"> {
  const none = { statement: undefined, constant: undefined };
  const { parent } = call;
  if (compiler.isExpressionStatement(parent)) {
    return compiler.isSourceFile(parent.parent) ? { ...none, statement: parent } : none;
  }
  if (!compiler.isVariableDeclaration(parent) || !compiler.isIdentifier(parent.name)) return none;
  const { parent: list } = parent;
  if (!compiler.isVariableDeclarationList(list) || list.declarations.length > 1) return none;
  const isAlone = compiler.isVariableStatement(list.parent) && compiler.isSourceFile(list.parent.parent);
  return isAlone ? { statement: list.parent, constant: parent.name.text } : none;
}
