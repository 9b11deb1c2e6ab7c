// Which statements the code of an operation can run: a map of the top-level declarations of src, who names whom, and which statements each
// names. It reads the text alone, in the layout that the formatter leaves.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { projectFile, projectRoot } from '../src/base/kit/paths.ts';
import { readStatements } from '../src/base/state/statements.ts';
import { statementNames } from '../src/base/warehouse/statements.ts';

interface Declaration {
  file: string;
  text: string;
}

interface Module {
  declarations: Map<string, Declaration>;
  /** By the local name: where it comes from, and its name there. */
  imports: Map<string, { file: string; name: string }>;
  /** By the exported name. */
  exports: Map<string, { file: string; name: string }>;
  stars: string[];
}

const DECLARATION = /^(?:export )?(?:default )?(?:abstract )?(?:async )?(?:const|let|function\*?|class) (?:(\w+)|\{([^}]*)\})/;
const TOP = /^(?:export |import |const |let |function|async |class |interface |type |abstract |declare |\/\*\*|\/\/)/;

const modules = new Map<string, Module>();

function moduleOf(file: string): Module {
  const cached = modules.get(file);
  if (cached) return cached;
  const read: Module = { declarations: new Map(), imports: new Map(), exports: new Map(), stars: [] };
  modules.set(file, read);
  if (!existsSync(projectFile(file))) return read;
  const text = readFileSync(projectFile(file), 'utf8');
  readLinks(file, text, read);
  let names: string[] = [];
  for (const line of text.split('\n')) {
    const [, name, several] = DECLARATION.exec(line) ?? [];
    if (TOP.test(line)) names = name ? [name] : several ? several.split(',').map((each) => each.trim().split(':')[0] ?? '') : [];
    for (const each of names) {
      const before = read.declarations.get(each)?.text ?? '';
      read.declarations.set(each, { file, text: `${before}${line}\n` });
    }
  }
  return read;
}

function readLinks(file: string, text: string, read: Module): void {
  const from = (path: string): string => normalize(join(dirname(file), path));
  for (const [, kind, list = '', path = ''] of text.matchAll(/^(import|export) \{([^}]*)\} from '(\.[^']+)';/gm))
    for (const part of list.split(',')) {
      const [, name, as] = /^\s*(?!type )(\w+)(?: as (\w+))?\s*$/.exec(part) ?? [];
      if (!name) continue;
      const links = kind === 'import' ? read.imports : read.exports;
      links.set(as ?? name, { file: from(path), name });
    }
  for (const [, path = ''] of text.matchAll(/^export \* from '(\.[^']+)';/gm)) read.stars.push(from(path));
}

/** The declaration that a name of a module means, wherever it is made. */
function resolve(file: string, name: string): { key: string; declaration: Declaration } | undefined {
  const found = moduleOf(file);
  const declaration = found.declarations.get(name);
  if (declaration) return { key: `${file}#${name}`, declaration };
  const link = found.imports.get(name) ?? found.exports.get(name);
  if (link) return resolve(link.file, link.name);
  for (const star of found.stars) {
    const there = resolve(star, name);
    if (there) return there;
  }
  return undefined;
}

const statementFiles = new Map<string, string>();

/** The file that contains a statement. */
function fileOf(statement: string): string | undefined {
  if (statementFiles.size === 0) {
    for (const name of statementNames()) statementFiles.set(name, `sql/${name}.sql`);
    for (const { name, place } of readStatements().values()) statementFiles.set(name, place);
  }
  return statementFiles.get(statement);
}

/** The statements that methods of state run; they are reached through an interface, which names no code. */
const METHODS: readonly (readonly [RegExp, string])[] = [
  [/\.jobs\s*\.latest\(/, 'base/job_latest'],
  [/\.jobs\s*\.byId\(/, 'base/job_get'],
  [/\.decide\(/, 'base/decision_add'],
  [/\.decisions\(/, 'base/decision_list'],
  [/\.lastDecision\(/, 'base/decision_last'],
  [/\.cursor\(/, 'base/cursor_get'],
];

/** The hooks that slices offer, by the names that code requests. */
function hooksIn(code: string): { key: string; declaration: Declaration }[] {
  if (!/\bhooksOf\(/.test(code)) return [];
  const requests = new Set([...code.matchAll(/\bhooks\.(\w+)/g)].map(([, name = '']) => name));
  return globSync('src/*/*/slice.ts', { cwd: projectRoot }).flatMap((file) => {
    const offered = /\n {2}hooks: \{([\s\S]*?)\n? ?\},?\n/.exec(readFileSync(projectFile(file), 'utf8'))?.[1] ?? '';
    return [...requests].flatMap((hook) => {
      const name = new RegExp(`\\b${hook}: (\\w+)`).exec(offered)?.[1];
      return (name && resolve(file, name)) || [];
    });
  });
}

export interface Ran {
  /** Its name, as the code has it. */
  name: string;
  file: string;
}

/**
 * The statements that the code of an exported function can run, the nearest first, and the texts that its code under a folder names. What
 * follows the journal on its own is not followed.
 */
export function runBy(file: string, name: string, folder: string): { ran: Ran[]; texts: Set<string> } {
  const texts = new Set<string>();
  const start = resolve(file, name);
  if (!start) return { ran: [], texts };
  const seen = new Set([start.key]);
  const found = new Map<string, Ran>();
  for (let level = [start]; level.length > 0; ) {
    const next: typeof level = [];
    for (const { declaration } of level) {
      const code = declaration.text.replace(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '');
      if (declaration.file.startsWith(folder)) for (const [, text = ''] of code.matchAll(/'(\w+)'/g)) texts.add(text);
      for (const [, text = ''] of code.matchAll(/['`]([a-z_-]+(?:\/[a-z_0-9-]+)+)['`]/g))
        for (const candidate of [text, `models/${text}`]) {
          const place = fileOf(candidate);
          if (place) found.set(candidate, { name: candidate, file: place });
        }
      for (const [method, statement] of METHODS) {
        const place = method.test(code) ? fileOf(statement) : undefined;
        if (place) found.set(statement, { name: statement, file: place });
      }
      for (const there of hooksIn(code)) {
        if (seen.has(there.key)) continue;
        seen.add(there.key);
        next.push(there);
      }
      for (const [word] of code.matchAll(/(?<![\w'])(?<!(?:^|[^.])\.)[A-Za-z_]\w*/g)) {
        const there = resolve(declaration.file, word);
        if (!there || seen.has(there.key)) continue;
        seen.add(there.key);
        next.push(there);
      }
    }
    level = next;
  }
  return { ran: [...found.values()], texts };
}
