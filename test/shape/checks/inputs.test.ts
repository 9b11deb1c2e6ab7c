// What a check repeats: the files that have changed since it last held, and everything after a failure.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { inputsOf } from '../../../bin/testing/inputs.ts';
import { projectFile } from '../../../src/base/kit/paths.ts';

test('a check is repeated for what has changed since it last held', (t) => {
  const id = randomUUID();
  const file = `test/shape/checks/inputs-${id}.md`;
  t.after(() => rmSync(projectFile(file), { force: true }));
  const write = (text: string): void => writeFileSync(projectFile(file), text);
  const firstLine = (text: string): string => text.split('\n')[0] ?? '';
  const inputs = () => inputsOf(`test-${id}`, (name) => name === file, firstLine);
  t.after(() => inputs().forget());
  write('one\ntwo\n');
  assert.equal(inputs().changed, null, 'all, before it has ever held');
  inputs().keep();
  assert.deepEqual(inputs().changed, []);
  write('one\nthree\n');
  assert.deepEqual(inputs().changed, [], 'what it does not read');
  write('four\nthree\n');
  assert.deepEqual(inputs().changed, [file]);
  rmSync(projectFile(file));
  assert.deepEqual(inputs().changed, [file], 'a removed file, too');
  inputs().forget();
  assert.equal(inputs().changed, null, 'all, after a failure');
});
