// The codes of errors that the code of an operation can throw, read from the sources: every code written where a code is expected, in the handler and in
// all that it names, and in all that these name. What is called by way of an interface or a hook is not followed.
import ts from 'typescript';
import { errorCatalogue } from '../../src/base/contract/error-catalogue.ts';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';

interface Facts {
  codes: ReadonlySet<string>;
  /** The declarations that it names. */
  named: ReadonlySet<ts.Node>;
}

const SOURCES = projectFile('src');
const codes = new Set(Object.keys(errorCatalogue));
const isOwn = (node: ts.Node): boolean => node.getSourceFile().fileName.startsWith(SOURCES);

class Sources {
  readonly program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #facts = new Map<ts.Node, Facts>();

  constructor() {
    const { config } = ts.readConfigFile(projectFile('tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projectRoot);
    this.program = ts.createProgram([projectFile('src', 'slices.ts')], { ...options, noEmit: true, skipLibCheck: true });
    this.#checker = this.program.getTypeChecker();
  }

  /** The value of a shorthand `{ name }`. */
  valueOf(node: ts.ShorthandPropertyAssignment): ts.Node[] {
    return this.#declarationsOf(this.#checker.getShorthandAssignmentValueSymbol(node));
  }

  codesFrom(start: ts.Node): string[] {
    const seen = new Set<ts.Node>();
    const found = new Set<string>();
    const waiting = [start];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      const facts = this.#factsOf(node);
      for (const code of facts.codes) found.add(code);
      waiting.push(...facts.named);
    }
    return [...found].sort();
  }

  #declarationsOf(symbol: ts.Symbol | undefined): ts.Node[] {
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    return (target?.declarations ?? []).filter(isOwn);
  }

  #factsOf(declaration: ts.Node): Facts {
    const existing = this.#facts.get(declaration);
    if (existing) return existing;
    const found = new Set<string>();
    const named = new Set<ts.Node>();
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      // Methods of a class count where they are named.
      if (ts.isClassDeclaration(declaration) && ts.isMethodDeclaration(node)) return;
      if (ts.isStringLiteral(node) && codes.has(node.text) && this.#isCode(node)) found.add(node.text);
      if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) for (const each of this.#named(node)) named.add(each);
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(declaration, visit);
    const facts = { codes: found, named };
    this.#facts.set(declaration, facts);
    return facts;
  }

  #named(node: ts.Identifier | ts.PrivateIdentifier): ts.Node[] {
    if (ts.isShorthandPropertyAssignment(node.parent)) return this.valueOf(node.parent);
    return this.#declarationsOf(this.#checker.getSymbolAtLocation(node)).filter(
      (each) => !ts.isInterfaceDeclaration(each) && !ts.isTypeAliasDeclaration(each),
    );
  }

  /** Is a code of an error expected where this text is? */
  #isCode(text: ts.StringLiteral): boolean {
    const expected = this.#checker.getContextualType(text);
    if (!expected) return false;
    const members = expected.isUnion() ? expected.types : [expected];
    return members.every(
      (each) => (each.isStringLiteral() && codes.has(each.value)) || Boolean(each.flags & ts.TypeFlags.Undefined),
    );
  }
}

/** The properties of an object that is written out, those of objects spread into it among them. */
function propertiesOf(node: ts.Node): (ts.PropertyAssignment | ts.ShorthandPropertyAssignment)[] {
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) return [node];
  const inside: (ts.PropertyAssignment | ts.ShorthandPropertyAssignment)[] = [];
  ts.forEachChild(node, (each) => {
    inside.push(...propertiesOf(each));
  });
  return inside;
}

function handlersIn(file: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'handlers') found.push(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** By operationId. It reads all sources, which takes about ten seconds. */
export function thrownErrors(): Map<string, string[]> {
  const sources = new Sources();
  const slices = sources.program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(SOURCES) && fileName.endsWith('/slice.ts'));
  const thrown = new Map<string, string[]>();
  for (const handler of slices.flatMap(handlersIn).flatMap(propertiesOf)) {
    const starts = ts.isShorthandPropertyAssignment(handler) ? sources.valueOf(handler) : [handler.initializer];
    thrown.set(handler.name.getText(), [...new Set(starts.flatMap((start) => sources.codesFrom(start)))].sort());
  }
  return thrown;
}
