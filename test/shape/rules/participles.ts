// Variables and parameters are named by a noun: a check of one file, with the sentence that teaches.
import ts from 'typescript';

const PLAIN: Readonly<Record<string, string>> = {
  given: 'input, params, value, or what it is: newProfile, settings',
  known: 'cached, existing, or what it is: knownColumns, report',
  told: 'message, report, traits',
  asked: 'request, query, params',
  made: 'result, created, or what it is: segment',
  held: 'cached, stored, or what it is: role, scopes',
};

/** Participles as names of variables, parameters and bindings: a reader cannot see what they contain. */
export function findParticiples(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) && ts.isIdentifier(node.name)) {
      const plain = Object.hasOwn(PLAIN, node.name.text) ? PLAIN[node.name.text] : undefined;
      const line = source.getLineAndCharacterOfPosition(node.name.getStart()).line + 1;
      if (plain !== undefined)
        faults.push(`${file}:${line}: ${node.name.text} does not say what it is. Name it by a noun: ${plain}.`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}
