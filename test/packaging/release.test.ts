// What a release is made of: its line in docs/releases.md, the frozen schemas, the licences of what it installs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { licencesOf, makeSbom, readSbom } from '../../bin/release/licences.ts';
import { lineOf, releases, startingText } from '../../bin/release/releases.ts';
import { projectFile } from '../../src/base/kit/paths.ts';
import { createSchema } from '../../src/base/state/schema.ts';
import { schemaDifferences } from '../../src/base/state/schema-shape.ts';
import { ownNumbers } from '../../src/base/upgrade/version.ts';

const [commit, sum] = ['0123456789'.repeat(4), 'ab'.repeat(32)];
const release = {
  version: '1.0.0-beta.1',
  date: '2026-12-01',
  commit,
  figures: '0123456789abcdef',
  'SHA-256 of the package': sum,
  'SHA-256 of the kept folder': sum,
  ...ownNumbers(),
};

test('a listed release is read as it was written, and every release has another version', () => {
  assert.deepEqual(releases(`| version | date |\n|---|---|\n${lineOf(release)}\n`), [release]);
  assert.throws(() => releases(lineOf(release).replace('beta.1', 'beta')), /version/);
  const versions = releases().map(({ version }) => version);
  assert.equal(new Set(versions).size, versions.length);
});

test('the frozen schema of state makes the tables of today', () => {
  const [frozen, created] = [new Database(':memory:'), new Database(':memory:')];
  frozen.exec(startingText('state'));
  createSchema(created, 0);
  assert.deepEqual(schemaDifferences(frozen, created), []);
});

test('every package that is installed states its licence', () => {
  const sbom = readSbom(makeSbom());
  const names = new Set(sbom.components.map(({ name, group }) => (group === undefined ? name : `${group}/${name}`)));
  const { dependencies } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { dependencies: object };
  for (const name of Object.keys(dependencies)) assert.ok(names.has(name), name);
  for (const name of ['typescript', 'playwright-core']) assert.ok(!names.has(name), name);
  assert.match(licencesOf(sbom), /^zod 4\.\d+\.\d+: MIT$/m);
  const [first] = sbom.components;
  assert.ok(first);
  assert.throws(() => licencesOf({ ...sbom, components: [{ ...first, name: 'none', licenses: [] }] }), /state no licence:\n/);
});
