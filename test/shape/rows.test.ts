// A row has the types of its statement (`npm run sql`) or of its seed: nothing is read from it by a text, and nothing of it is cast.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';

const BY_TEXT = /\b\w*[rR]ows?(?:\?\.)?(?:\[\w+\])?(?:\?\.)?\['\w+'\]/;
/** What is parsed as JSON has a schema of its own, or should have: it is no cast of the row. */
const CAST = /(?<!JSON\.parse\()\b[a-z]*[rR]ows?\b(?:\.\w+|\?\.\w+|\[[^\]]+\])*\)* as (?!const\b)[\w{('[]/;

/** Files in which rows of state, of seeds or of callers are still cast. None may be added, and a file without one leaves the list. */
const LEFT: readonly string[] = [
  ...['agreement', 'journal/journal-reader', 'state/decision-sums', 'state/open-state'].map((name) => `src/base/${name}.ts`),
  'src/base/warehouse/engine-process.ts',
  'src/collect/events/events.ts',
  'src/collect/identity/stitching/repair.ts',
];

const teach = (place: string, line: string): string =>
  `${place}: ${line.trim()}\n` +
  "A row knows its columns: write row.name. What no engine knows a statement says: \"-- columns: role 'owner'|'member', email?\" (then npm run sql).";

function faultsOf(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, at) => {
    const code = line.replace(/\/\/.*$/, '');
    if (/^\s*(?:\*|\/\*\*)/.test(code) || /^(?:import|export) /.test(code)) return [];
    // A type's member is no value.
    const isFault = BY_TEXT.test(code.replace(/\b(?:[A-Z]\w*)?Row\b\[/g, '[')) || CAST.test(code);
    return isFault ? [teach(`${file}:${at + 1}`, line)] : [];
  });
}

test('no row is read by a text or cast', () => {
  const files = globSync('src/**/*.ts', { cwd: projectRoot }).filter((file) => !file.endsWith('.gen.ts'));
  const found = files.map((file) => ({ file, faults: faultsOf(file, readFileSync(projectFile(file), 'utf8')) }));
  assert.deepEqual(
    found.flatMap(({ file, faults }) => (LEFT.includes(file) ? [] : faults)),
    [],
  );
  assert.deepEqual(
    found.flatMap(({ file, faults }) => (LEFT.includes(file) && faults.length === 0 ? [file] : [])),
    [],
    'these files have no cast any more: take them off the list',
  );
});

test('a cast and a text in brackets are refused with a sentence that teaches', () => {
  for (const line of ["const a = row['name'];", 'const a = row.name as string;', "rows[0]?.['name']", 'return rows as Found[];'])
    assert.match(faultsOf('planted.ts', line)[0] ?? line, /^planted\.ts:1: [\s\S]*A row knows its columns: write row\.name/);
  for (const line of ['const a = row.name;', "type A = PaymentRow['refunds'];", 'const ids = rows.map((row) => row.id);'])
    assert.deepEqual(faultsOf('planted.ts', line), [], line);
});
