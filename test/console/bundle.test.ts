// How much a browser loads before it draws, and for each further page; and that the build is that of the sources.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { projectFile } from '../../src/base/kit/paths.ts';

const FIRST_LOAD = 60_000;
const PAGE = 20_000;

interface Manifest {
  theme: string;
  first: string[];
  pages: Record<string, string[]>;
}

const manifest = JSON.parse(readFileSync(projectFile('console/dist/manifest.json'), 'utf8')) as Manifest;
const sizeOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(projectFile('console/dist/assets', file)), { level: 9 }).length, 0);
/** Charts that several pages share are loaded once. */
const shared = Object.values(manifest.pages)
  .flat()
  .filter((file, _, all) => all.indexOf(file) !== all.lastIndexOf(file));

test(`the first load of the overview has at most ${FIRST_LOAD} bytes of scripts, gzipped`, (t) => {
  const size = sizeOf([
    manifest.theme,
    ...manifest.first,
    ...(manifest.pages['overview'] ?? assert.fail('there is no overview')),
  ]);
  t.diagnostic(`${size} bytes`);
  assert.ok(size <= FIRST_LOAD, `${size} bytes`);
});

for (const [name, files] of Object.entries(manifest.pages).filter(([page]) => page !== 'overview'))
  test(`after it, the page ${name} adds at most ${PAGE} bytes`, (t) => {
    const own = files.filter((file) => !shared.includes(file));
    const size = sizeOf(own);
    t.diagnostic(`${size} bytes`);
    assert.ok(own.length > 0 && size <= PAGE, `${size} bytes`);
  });
