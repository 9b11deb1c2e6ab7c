// Records which functions of src run: a load hook writes one call at the beginning of each function of each file, and a recorder keeps the order of first
// entry. The hook sees files that are loaded after `traceSources`; threads and native code are not seen.
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';

/** Functions of a file by their names, in the order in which they were entered first. */
export interface Entered {
  file: string;
  functions: string[];
}

/** What is written into the sources; one letter more than any name there. */
const MARK = '__enteredByWay';

const sources = projectFile('src');
const places: { file: string; name: string }[] = [];
let seen: Set<number> | undefined;

Reflect.set(globalThis, MARK, (place: number): void => {
  seen?.add(place);
});

type WithBody = ts.FunctionLikeDeclaration & { body: ts.ConciseBody };

const hasBody = (node: ts.Node): node is WithBody => ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** Its own name, or that of the constant or property that it is the value of; empty for others. */
function nameOf(node: WithBody): string {
  if (node.name) return node.name.getText();
  const { parent } = node;
  const isValue = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent);
  return isValue ? parent.name.getText() : '';
}

interface Insertion {
  at: number;
  text: string;
}

function insertionsOf(node: WithBody, file: string): Insertion[] {
  const call = `${MARK}(${places.length})`;
  places.push({ file, name: nameOf(node) });
  const { body } = node;
  if (ts.isBlock(body)) return [{ at: body.getStart() + 1, text: `${call};` }];
  return [
    { at: body.getStart(), text: `(${call},` },
    { at: body.getEnd(), text: ')' },
  ];
}

/** The source with one call at the beginning of each function. Lines stay where they are. */
export function instrument(text: string, file: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const insertions: Insertion[] = [];
  const visit = (node: ts.Node): void => {
    if (hasBody(node)) insertions.push(...insertionsOf(node, file));
    ts.forEachChild(node, visit);
  };
  visit(source);
  // Of two at one place the inner one was found later: it comes first in the text at an end, and last at a beginning.
  const ordered = insertions.map((insertion, order) => ({ ...insertion, order })).sort(byPlace);
  let result = '';
  let done = 0;
  for (const { at, text: added } of ordered) {
    result += text.slice(done, at) + added;
    done = at;
  }
  return result + text.slice(done);
}

const byPlace = (one: Insertion & { order: number }, other: Insertion & { order: number }): number =>
  one.at - other.at || (one.text === ')' ? -1 : 0) - (other.text === ')' ? -1 : 0) || one.order - other.order;

/** From now on, each file of src that is loaded is recorded. */
export function traceSources(): void {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (!url.startsWith('file:') || !url.endsWith('.ts') || loaded.source == null) return loaded;
      const path = fileURLToPath(url);
      if (!path.startsWith(sources)) return loaded;
      const text = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      return { ...loaded, source: instrument(text, relative(projectRoot, path)) };
    },
  });
}

/** The functions that `work` entered, by files in the order of first entry. */
export async function recordWay(work: () => Promise<void>): Promise<Entered[]> {
  const entered = new Set<number>();
  seen = entered;
  try {
    await work();
  } finally {
    seen = undefined;
  }
  const files = new Map<string, Set<string>>();
  for (const place of entered) {
    const { file = '', name = '' } = places[place] ?? {};
    files.set(file, (files.get(file) ?? new Set()).add(name));
  }
  return [...files].map(([file, names]) => ({ file, functions: [...names].filter((name) => name !== '') }));
}
