// The words that no text for readers may contain, and the plain ones: a check of one file.
import ts from 'typescript';
import { isScalar, LineCounter, parseDocument, visit } from 'yaml';

/** A word that no text may contain, and the plain ones to choose from. */
const WORDS: [RegExp, string][] = [
  [/\brounds\b/i, 'run, poll'],
  [/\bg[ia]v(e|es|en|ing) way\b/i, 'yield, take precedence'],
  [/\bheld\b/i, 'stored, cached, waiting'],
  [/\b(holds?|holding)\b/i, 'contain, have, store'],
  [/\bin the place of\b/i, 'instead of, replace'],
  [/\btold\b/i, 'reported, distinguished, informed'],
  [/\b(settle[sd]?|settling)\b/i, 'decide, confirm, finish'],
  [/\b(tak(e|es|en|ing)|took) in\b/i, 'accept, import'],
  [/\bweigh(s|ed|ing)?\b/i, 'assign credit, credit weight'],
  [/\b(bring|brings|brought) to disk\b/i, 'sync, write to disk'],
  [/\blook(s|ed)? (at|for)\b/i, 'check, search, poll'],
  [/\b(stands?|stood)\b/i, 'is'],
  [/\b(lie|lies|lay|lying)\b/i, 'is'],
  [/\b(go|goes|went) before\b/i, 'take precedence'],
  [/\bgiven\b/i, 'specified, sent, returned'],
  [/\bthose (that|who|which)\b/i, 'the noun itself'],
  [/\bwho(m|se)?(so)?ever\b/i, 'anyone who, the operator'],
  [/\b(brings?|brought)\b/i, 'add, send, lead to'],
  [/\banew\b/i, 'again'],
  [/, else\b/i, 'otherwise'],
  [/\bask(s|ed)? for\b/i, 'request'],
  [/\b(go|goes|went) on\b/i, 'continue'],
  [/\bmend(s|ed)?\b/i, 'fix'],
  [/\btak(en|es) (up|away)\b/i, 'apply, process, remove'],
  [/\blets? in\b/i, 'accept'],
  [/\banswered\b/i, 'returned, responded'],
  [/(^|[.;:] )Who\b(?! may\b| can\b| is\b)[^?]*[.;]/, 'a noun as the subject'],
  [/\bhand-off/i, 'handoff'],
  [/\bsupposed\b/i, 'what if'],
  [/\bby (it|them)sel(f|ves)\b/i, 'automatically'],
  [/\bmint(s|ed)?\b/i, 'create'],
];

interface Text {
  line: number;
  text: string;
}

/** Without addresses of links, too: they are names of files. */
const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, '`').replace(/\]\([^)\s]*\)/g, ']');

const YAML_KEYS = new Set(['description', 'summary', 'text', 'title', 'note']);

function textsOfYaml(source: string): Text[] {
  const counter = new LineCounter();
  const texts: Text[] = [];
  visit(parseDocument(source, { lineCounter: counter }), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !YAML_KEYS.has(String(key.value)) || !isScalar(value) || typeof value.value !== 'string') return;
      texts.push({ line: counter.linePos(value.range?.[0] ?? 0).line, text: withoutCode(value.value) });
    },
  });
  return texts;
}

/** Strings of several words. Scripts for other pages, which are strings as well, are code and no text. */
const isText = (text: string): boolean => /[A-Za-z,.] [A-Za-z]/.test(text) && !/=>|function ?\(|\bselect\b.*\bfrom\b/s.test(text);

function textsOfCode(path: string, source: string): Text[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const texts: Text[] = [];
  const add = (node: ts.Node, text: string): void => {
    texts.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: withoutCode(text) });
  };
  const read = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const isPart = ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if ((ts.isStringLiteralLike(node) || isPart || ts.isJsxText(node)) && isText(node.text)) add(node, node.text);
    ts.forEachChild(node, read);
  };
  read(file);
  return texts;
}

function textsOfDocument(source: string): Text[] {
  let isFenced = false;
  return source.split('\n').flatMap((line, index) => {
    if (line.startsWith('```')) isFenced = !isFenced;
    return isFenced || line.startsWith('```') ? [] : [{ line: index + 1, text: withoutCode(line) }];
  });
}

function textsOf(path: string, source: string): Text[] {
  if (path.endsWith('.yaml')) return textsOfYaml(source);
  return path.endsWith('.md') ? textsOfDocument(source) : textsOfCode(path, source);
}

export const findWords = (path: string, source: string): string[] =>
  textsOf(path, source).flatMap(({ line, text }) =>
    WORDS.flatMap(([word, plain]) => {
      const found = word.exec(text)?.[0];
      return found === undefined ? [] : [`${path}:${line} says "${found.trim()}"; write ${plain}: ${text.trim().slice(0, 160)}`];
    }),
  );
