import { join, relative } from "node:path";
import ts from "typescript";
import { SetupError } from "../../lib/errors.mjs";
import { root } from "../../lib/paths.mjs";

/** Tests that call the clients themselves, over a socket. */
export const testFolders = ["gateway", "replicator", "report"].map((name) => `tests/unit/${name}`);

/** What is read. */
const folders = ["provider", "cli", "simulator", ...testFolders];

/** The classes of the clients, by appliance. */
const clients = {
  gateway: { file: "provider/gateway/client.ts", name: "GatewayClient" },
  replicator: { file: "provider/replicator/client.ts", name: "ReplicatorClient" },
};

/** What a clone says about itself, read with the compiler's knowledge of what each name means. */
export class Sources {
  /** Methods of the clients by declaration: `gateway ipGroups.saveRule`. @type {Map<ts.Node, string>} */
  #methods = new Map();
  /** @type {ts.Program} */
  #program;
  /** @type {ts.TypeChecker} */
  #checker;

  constructor() {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
    const parsed = ts.getParsedCommandLineOfConfigFile(join(root, "tsconfig.json"), {}, host);
    if (parsed === undefined) throw new SetupError("tsconfig.json cannot be read.");
    const isRead = (/** @type {string} */ name) =>
      folders.some((folder) => relative(root, name).startsWith(`${folder}/`));
    this.#program = ts.createProgram(parsed.fileNames.filter(isRead), parsed.options);
    this.#checker = this.#program.getTypeChecker();
    for (const [appliance, { file, name }] of Object.entries(clients)) this.#addMethods(appliance, file, name);
  }

  /** Names of all methods of both clients. */
  get methods() {
    return [...new Set(this.#methods.values())];
  }

  /**
   * Files of the clone in a folder, without those of packages.
   *
   * @param {string} folder
   */
  files(folder) {
    const below = join(root, folder, "/");
    const names = this.#program.getSourceFiles().map(({ fileName }) => fileName);
    return names
      .filter((name) => name.startsWith(below) && !name.includes("/node_modules/"))
      .map((name) => relative(root, name))
      .sort();
  }

  /** @param {string} file below the root */
  source(file) {
    const source = this.#program.getSourceFile(join(root, file));
    if (source === undefined) throw new SetupError(`There is no source ${file}.`);
    return source;
  }

  /**
   * What the name at a place in the sources means, imports followed to where it is declared.
   *
   * @param {ts.Node} node
   * @returns {readonly ts.Declaration[]}
   */
  declarationsOf(node) {
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? this.#checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.#checker.getSymbolAtLocation(node);
    if (symbol === undefined) return [];
    const meant = symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    return meant.declarations ?? [];
  }

  /**
   * The method of a client that a declaration is, if it is one.
   *
   * @param {ts.Node} declaration
   */
  methodAt(declaration) {
    return this.#methods.get(declaration);
  }

  /**
   * The texts that an expression can be, as the compiler knows it.
   *
   * @param {ts.Node} expression
   * @returns {string[]}
   */
  textsOf(expression) {
    const type = this.#checker.getTypeAtLocation(expression);
    return (type.isUnion() ? type.types : [type]).flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
  }

  /**
   * @param {string} appliance
   * @param {string} file
   * @param {string} name of the class
   */
  #addMethods(appliance, file, name) {
    const client = this.source(file).statements.find((one) => ts.isClassDeclaration(one) && one.name?.text === name);
    if (client === undefined || !ts.isClassDeclaration(client)) throw new SetupError(`${file} has no class ${name}.`);
    for (const method of publicMethods(client)) this.#methods.set(method, `${appliance} ${method.name.getText()}`);
    for (const property of client.members.filter(ts.isPropertyDeclaration)) {
      if (property.type === undefined || !ts.isTypeReferenceNode(property.type)) continue;
      for (const area of this.declarationsOf(property.type.typeName).filter(ts.isClassDeclaration)) {
        for (const method of publicMethods(area)) {
          if (ts.isPrivateIdentifier(property.name)) continue;
          this.#methods.set(method, `${appliance} ${property.name.getText()}.${method.name.getText()}`);
        }
      }
    }
  }
}

/** @param {ts.ClassDeclaration} declaration */
function publicMethods({ members }) {
  return members.filter(ts.isMethodDeclaration).filter(({ name }) => !ts.isPrivateIdentifier(name));
}

/** @param {ts.Diagnostic} diagnostic */
function fail({ messageText }) {
  throw new SetupError(ts.flattenDiagnosticMessageText(messageText, "\n"));
}
