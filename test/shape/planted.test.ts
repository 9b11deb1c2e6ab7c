// Violations of the rules of this repository, planted one at a time: each is refused with a sentence that says what to do instead, and the
// same place without it is accepted.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { projectFile } from '../../src/base/kit/paths.ts';
import { findTypeFaults } from './rules/effects.ts';
import { findWords } from './rules/glossary.ts';
import { findModuleMemory } from './rules/memory.ts';
import { findParticiples } from './rules/participles.ts';
import { findLargeFolders, findLongFile, findLongFunctions, findLongStatement } from './rules/rooms.ts';
import { findRowFaults } from './rules/rows.ts';
import { findForeignTables } from './rules/tables.ts';
import { findWaits } from './rules/waits.ts';

/** The import rule's findings on a tree of these files, by the file that it refuses. */
function findImportFaults(files: Record<string, string>): Map<string, string> {
  const root = mkdtempSync(join(tmpdir(), 'tributary-planted-'));
  try {
    symlinkSync(projectFile('node_modules'), join(root, 'node_modules'));
    const settings = ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs'];
    for (const name of settings) copyFileSync(projectFile(name), join(root, name));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src'];
    const env = { ...process.env, PATH: `${projectFile('node_modules/.bin')}:${process.env['PATH']}` };
    const { stdout } = spawnSync('depcruise', args, { cwd: root, encoding: 'utf8', env });
    const { forbidden } = createRequire(import.meta.url)(projectFile('.dependency-cruiser.cjs'));
    const commentOf = (name: string): string => forbidden.find((rule: { name: string }) => rule.name === name)?.comment;
    const { violations } = JSON.parse(stdout).summary;
    return new Map(violations.map(({ from, rule }: { from: string; rule: { name: string } }) => [from, commentOf(rule.name)]));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test('a door that imports a door, or that calls a handler past `invoke`', () => {
  const found = findImportFaults({
    'src/doors/rest/door.ts': 'export const door = 1;\n',
    'src/doors/mcp/planted.ts': "export * from '../rest/door.ts';\n",
    'src/collect/events/slice.ts': 'export const slice = { handlers: {} };\n',
    'src/doors/collect/planted.ts':
      "import { slice } from '../../collect/events/slice.ts';\nexport const called = slice.handlers;\n",
    'src/call/index.ts': 'export const invoke = 1;\n',
    'src/doors/rest/allowed.ts': "export * from '../../call/index.ts';\n",
  });
  assert.deepEqual([...found.keys()].sort(), ['src/doors/collect/planted.ts', 'src/doors/mcp/planted.ts']);
  assert.match(found.get('src/doors/mcp/planted.ts') ?? '', /door/);
  assert.match(found.get('src/doors/collect/planted.ts') ?? '', /invoke/);
});

test('a promise in a state change', () => {
  const planted = (isAsync: string): string => `import { stateChange } from '../../base/contract/operation.ts';
export const planted = stateChange('createTrackingKey', ${isAsync} (_call, tx) => {
  tx.state.setCursor('planted', '', 1n);
  return { data: {} as never, meta: { profile_id: '' } };
});
`;
  const found = findTypeFaults('src/collect/tracking/planted.ts', planted('async'));
  assert.match(found.join(), /A change of state does not wait: move what waits to prepare, or after the commit/);
  assert.deepEqual(findTypeFaults('src/collect/tracking/planted.ts', planted('')), []);
});

test('a cast on a row', () => {
  for (const line of ["const a = row['name'];", 'const a = row.name as string;', "rows[0]?.['name']", 'return rows as Found[];'])
    assert.match(findRowFaults('src/a.ts', line).join(), /^src\/a\.ts:1: [\s\S]*A row knows its columns: write row\.name/, line);
  for (const line of ['const a = row.name;', "type A = PaymentRow['refunds'];", 'const ids = rows.map((row) => row.id);'])
    assert.deepEqual(findRowFaults('src/a.ts', line), [], line);
});

test('a statement on a foreign table', () => {
  const place = 'sql/state/collect/identity/planted.sql:1';
  const text = 'select refund_seq from payment_refunds where profile_id = $profile_id';
  assert.deepEqual(findForeignTables({ place, slice: 'collect/identity', text }), [
    `${place}: payment_refunds belongs to collect/payments, which collect/identity may not import: ask collect/payments by its index.ts, or follow it by a hook`,
  ]);
  assert.deepEqual(findForeignTables({ place, slice: 'credit/pipeline', text }), []);
});

test('a file of 401 lines, and a function of 81', () => {
  const found = findLongFile('src/a.ts', 'x;\n'.repeat(401)).join();
  assert.match(found, /src\/a\.ts: 401 lines, at most 400\. Move one of its responsibilities into a file that is named after it/);
  assert.deepEqual(findLongFile('src/a.ts', 'x;\n'.repeat(400)), []);
  const long = `export function tooLong(): void {\n${'  x();\n'.repeat(79)}}\n`;
  assert.match(findLongFunctions('src/a.ts', long).join(), /src\/a\.ts:1: a function of 81 lines, at most 80\. Give each/);
  assert.deepEqual(findLongFunctions('src/a.ts', long.replace('  x();\n', '')), []);
});

test('a statement of a report of 151 lines', () => {
  assert.match(
    findLongStatement('sql/a.sql', 'x\n'.repeat(151)).join(),
    /sql\/a\.sql: 151 lines, at most 150\. Move one of its ideas/,
  );
  assert.deepEqual(findLongStatement('sql/a.sql', 'x\n'.repeat(150)), []);
});

test('a folder of 26 files', () => {
  const many = Array.from({ length: 26 }, (_, at) => `src/base/kit/file-${at}.ts`);
  assert.match(findLargeFolders(many).join(), /src\/base\/kit: 26 files, at most 25\. Split it by what a reader looks for/);
  assert.deepEqual(findLargeFolders(many.slice(1)), []);
});

test('a word of the old dialect in an error text, a description and a document', () => {
  const error = (text: string): string => `const a = 1;\nthrow new ApiError("not_found", "${text}");\n`;
  assert.match(
    findWords('src/a.ts', error('The key was given to another profile.')).join(),
    /^src\/a\.ts:2 says "given"; write specified, sent, returned/,
  );
  assert.deepEqual(findWords('src/a.ts', error('The key belongs to another profile.')), []);
  const yaml = 'summary: The figures.\ndescription: What is left out stands in `b`.\n';
  assert.match(findWords('src/a/b/contract.yaml', yaml).join(), /^src\/a\/b\/contract\.yaml:2 says "stands"; write is/);
  assert.match(findWords('docs/a.md', '# A\n\nWhoever runs it.\n').join(), /^docs\/a\.md:3 says "Whoever"; write anyone who/);
  assert.deepEqual(findWords('docs/a.md', 'The setting `given`.\n\n```sh\nheld\n```\n'), []);
});

test('a WeakMap of a module', () => {
  const found = findModuleMemory('src/a.ts', 'const a = 1;\nconst caches = new WeakMap<object, string>();\n').join();
  assert.match(found, /^src\/a\.ts:2: new WeakMap.*\n.*base\.memo\(name, make\)/);
  assert.match(findModuleMemory('src/a.ts', 'class A {\n  static #a = new WeakSet();\n}\n').join(), /^src\/a\.ts:2: new WeakSet/);
  assert.deepEqual(findModuleMemory('src/a.ts', 'function start() {\n  const latest = new WeakMap();\n}\n'), []);
  assert.deepEqual(findModuleMemory('src/a.ts', 'class A {\n  readonly #a = new WeakMap();\n}\n'), []);
});

test('a participle as the name of a variable', () => {
  const found = findParticiples('src/a.ts', 'function read(asked: string) {\n  const known = cache.get(asked);\n}\n').join('\n');
  assert.match(found, /^src\/a\.ts:1: asked does not say what it is\. Name it by a noun: request/);
  assert.match(found, /src\/a\.ts:2: known does not say/);
  assert.deepEqual(findParticiples('src/a.ts', 'const cached = cache.get(query.known);\n'), []);
});

test('a test whose outcome depends on the speed of the machine', () => {
  const planted = [
    "import { setTimeout as pause } from 'node:timers/promises';",
    'for (const began = performance.now(); !isSo() && performance.now() - began < 5_000; );',
    'setTimeout(done, 100);',
    'await page.waitForTimeout(200);',
    'await fetch(address, { signal: AbortSignal.timeout(1_000) });',
    "test('hangs', { timeout: 60_000 }, work);",
    'assert.ok(Date.now() - began <= 3_000);',
  ];
  for (const line of planted) assert.match(findWaits('test/planted.test.ts', line)[0] ?? line, /Wait for a state/);
  const accepted = [
    "import { setImmediate as turn } from 'node:timers/promises';",
    "await until(() => isSo(), 'it is so');",
    'await letPass(100);',
    'socket.setTimeout(1);',
    'const began = performance.now();',
    'const answers = { timeout: () => undefined };',
    "test('takes long', { timeout: WAIT_MS }, work);",
  ];
  for (const line of accepted) assert.deepEqual(findWaits('test/planted.test.ts', line), [], line);
});

test('a literal that is spread into another', () => {
  const root = mkdtempSync(join(tmpdir(), 'tributary-planted-'));
  try {
    writeFileSync(join(root, 'biome.json'), JSON.stringify({ plugins: [projectFile('test/shape/rules/literal-spread.grit')] }));
    const lines = [
      'export const properties = { ...{ a: 1, b: 2 }, c: 3 };',
      'export const elements = [...[1, 2], 3];',
      'export const choice = (is) => ({ ...(is ? { a: 1 } : {}), c: 3 });',
      'export const copy = (other) => ({ ...other, c: 3 });',
    ];
    writeFileSync(join(root, 'planted.js'), `${lines.join('\n')}\n`);
    const { stdout, stderr } = spawnSync(projectFile('node_modules/.bin/biome'), ['lint', 'planted.js'], {
      cwd: root,
      encoding: 'utf8',
    });
    const found = [...`${stdout}${stderr}`.matchAll(/planted\.js:(\d+):\d+ plugin/g)].map(([, line]) => Number(line));
    assert.deepEqual(found, [1, 2]);
    assert.match(`${stdout}${stderr}`, /Write these properties without spreading a literal/);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
