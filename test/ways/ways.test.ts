// The ways of docs/ways are gone again: none has grown by more than a tenth since its page was written, and each page names files that there are.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile } from '../../src/base/kit/paths.ts';
import { functionsOf, keptPage } from './pages.ts';
import { instrument, recordWay, traceSources } from './tracing.ts';

traceSources();
const { WAYS } = await import('./ways.ts');

const GROWTH = 1.1;
const RENEW = 'Shorten the way, or renew its page with `npm run trace -- --write` and say in the commit why it grew.';

for (const way of WAYS)
  test(`${way.name}: ${way.from}`, async (t) => {
    const kept = keptPage(way.name);
    assert.ok(kept, `docs/ways has no page ${way.name}: npm run trace -- --write`);
    assert.deepEqual(
      kept.files.filter((file) => !existsSync(projectFile(file))),
      [],
      'the page names files that are gone: npm run trace -- --write',
    );
    const found = await recordWay(await way.prepare(t));
    const before = new Set(kept.files);
    const added = found.map(({ file }) => file).filter((file) => !before.has(file));
    assert.ok(
      found.length <= kept.files.length * GROWTH,
      `${found.length} files, ${kept.files.length} before. ${RENEW} New: ${added.join(', ')}`,
    );
    const functions = functionsOf(found);
    assert.ok(functions <= kept.functions * GROWTH, `${functions} functions, ${kept.functions} before. ${RENEW}`);
  });

test('each function of a source says that it is entered, and means what it meant', () => {
  const source = [
    'const once = (n) => n + 1;',
    'const wrapped = (n) => ({ n, twice: (m) => m * 2 });',
    'function* count() { yield 1; }',
    'class Box { #n = 1; constructor() { this.kept = () => this.#n; } get n() { return this.#n; } }',
    'return [once(1), wrapped(2).twice(4), [...count()], new Box().kept(), new Box().n];',
  ].join('\n');
  const text = instrument(source, 'src/example.ts');
  assert.equal(text.split('\n').length, source.split('\n').length, 'lines stay where they are');
  assert.equal(text.match(/__enteredByWay\(/g)?.length, 7);
  const run = (code: string): unknown => new Function(code)();
  assert.deepEqual(run(text), run(source));
});
