// The rule that no outcome of a test depends on the speed of the machine: a check of one file, with the sentence that teaches.
import ts from 'typescript';

const teach = (place: string, code: string): string =>
  `${place}: ${code}\n` +
  'A slower machine has another outcome here. Wait for a state: `until(look, what)` of test/until.ts, as long as it takes; where time only has to pass, `letPass(ms)`; where a call needs a limit, its `WAIT_MS`.';

const ORDERED: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

const SLEEPS = /^(?:setTimeout|AbortSignal\.timeout|\S*\.waitForTimeout)$/;
const CLOCKS = /\b(?:performance|Date)\.now\(\)/;
/** Values of an option `timeout` that are no limit of their own. */
const GENEROUS = /^(?:WAIT_MS|FILE_MS|Number\.POSITIVE_INFINITY)$/;

function isFault(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return SLEEPS.test(node.expression.getText());
  if (ts.isImportSpecifier(node)) {
    const from = node.parent.parent.parent.moduleSpecifier.getText();
    return from.includes('timers/promises') && (node.propertyName ?? node.name).text === 'setTimeout';
  }
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'timeout')
    return !ts.isFunctionLike(node.initializer) && !GENEROUS.test(node.initializer.getText());
  return ts.isBinaryExpression(node) && ORDERED.has(node.operatorToken.kind) && CLOCKS.test(node.getText());
}

/** Sleeps, limits of time, and comparisons with a clock. */
export function findWaits(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isFault(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      faults.push(teach(`${file}:${line}`, node.getText()));
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}
