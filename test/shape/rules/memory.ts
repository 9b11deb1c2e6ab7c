// The rule that no module keeps state about a data folder: a check of one file, with the sentence that teaches.
import ts from 'typescript';

const teach = (place: string, code: string): string =>
  `${place}: ${code}\n` +
  'Two data folders may be open in one process, and a module outlives both. Ask for it by name: base.memo(name, make) for a cache or what runs, base.mutex(name, key, work) for a queue.';

/** WeakMaps and WeakSets at the top level of a module or in a static field: what is keyed by a store belongs to its memory. */
export function findModuleMemory(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    // Values of a call end with it, and members of an instance end with the instance.
    if (ts.isFunctionLike(node)) return;
    if (ts.isPropertyDeclaration(node) && !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)) return;
    if (ts.isNewExpression(node) && /^(?:WeakMap|WeakSet|WeakRef)$/.test(node.expression.getText())) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      faults.push(teach(`${file}:${line}`, node.getText()));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}
