// Each script of findings/ can be run, pins its packages, says which output was seen, and is a row of the README with its own sentence.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFile } from '../../src/base/kit/paths.ts';

test('findings have their form', () => {
  const folder = projectFile('findings');
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.sh'));
  const faults = scripts.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const sentence = text.split('\n')[1]?.replace(/^# /, '') ?? '';
    return [
      ...((statSync(join(folder, name)).mode & 0o111) === 0 ? [`${name} is not executable`] : []),
      ...(/@\d+\.\d+\.\d+/.test(text) ? [] : [`${name} pins no version`]),
      ...(/output seen/i.test(text) ? [] : [`${name} does not say which output was seen`]),
      ...(readme.includes(`(${name}) | ${sentence} |`) ? [] : [`${name} has no row in findings/README.md`]),
    ];
  });
  assert.deepEqual(faults, []);
});
