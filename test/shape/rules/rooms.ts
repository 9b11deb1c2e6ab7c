// The sizes of folders, files and functions: checks of a list of files and of one text.
import { dirname } from 'node:path';
import ts from 'typescript';

const MAX_FILES = 25;
const MAX_LINES = 400;
const MAX_FUNCTION_LINES = 80;
const MAX_STATEMENT_LINES = 150;

/** A list in the order of its numbers, which only grows. */
const isNumbered = (folder: string): boolean => /^sql\/migrations\/[a-z-]+$/.test(folder);

export function findLargeFolders(files: string[]): string[] {
  const counts = Map.groupBy(files, dirname);
  return [...counts]
    .filter(([folder, inside]) => /^(?:src|bin|bench|seeds|sql|test|warehouse)\b/.test(folder) && inside.length > MAX_FILES)
    .filter(([folder]) => !isNumbered(folder))
    .map(
      ([folder, inside]) =>
        `${folder}: ${inside.length} files, at most ${MAX_FILES}. Split it by what a reader looks for: a slice into two, or a folder of its own for one part.`,
    );
}

export function findLongFile(file: string, text: string): string[] {
  const lines = text.trimEnd().split('\n').length;
  if (lines <= MAX_LINES) return [];
  return [`${file}: ${lines} lines, at most ${MAX_LINES}. Move one of its responsibilities into a file that is named after it.`];
}

/** A statement of a report, for either engine. */
export function findLongStatement(file: string, text: string): string[] {
  const lines = text.trimEnd().split('\n').length;
  if (lines <= MAX_STATEMENT_LINES) return [];
  return [
    `${file}: ${lines} lines, at most ${MAX_STATEMENT_LINES}. Move one of its ideas into a statement that makes it (\`-- makes:\`).`,
  ];
}

/** The functions whose body, from its first line to its last, is too long. */
export function findLongFunctions(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      const lines = last - first + 1;
      if (lines > MAX_FUNCTION_LINES)
        found.push(
          `${file}:${first + 1}: a function of ${lines} lines, at most ${MAX_FUNCTION_LINES}. Give each of its steps a name and a function.`,
        );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
